"""Addresses as formulas."""
