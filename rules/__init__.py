"""The rules: one folder each, found by walking this package."""
