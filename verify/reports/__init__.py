"""Verdicts as text, JSON and SARIF."""
