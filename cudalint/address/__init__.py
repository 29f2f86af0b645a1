"""Addresses as formulas. sympy is imported only where a formula is made."""
