"""The kernel IR: what the front end hands to everything behind it. Imports nothing of ours and no clang."""
