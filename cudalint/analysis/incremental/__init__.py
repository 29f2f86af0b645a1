"""A file analysed again after an edit: what does not depend on the edit is kept, so that the result is the same."""

from cudalint.analysis.incremental.memory import Memory

__all__ = ["Memory"]
"""`Memory.analyse` is `cudalint.analysis.file.analyse` with a memory."""
