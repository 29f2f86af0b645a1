"""The front end: from source text to the kernel IR. Nothing else imports clang."""
