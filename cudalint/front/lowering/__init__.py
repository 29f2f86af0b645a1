"""Lowering: a libclang translation unit becomes the kernel IR. `lower` is all that others need."""

from cudalint.front.lowering.unit import lower

__all__ = ["lower"]
