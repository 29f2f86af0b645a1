"""Measures what the linter predicts; empty until `cudalint verify` exists."""
