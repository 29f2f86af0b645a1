"""Findings and accesses as output; knows nothing of how they came about."""
