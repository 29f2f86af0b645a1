"""Why an access costs what it costs: a derivation and a picture, from what the analysis says about it."""

from cudalint.explain.answer import Answer, explain_line, same_file
from cudalint.explain.explanation import Alternative, Explanation, Instance, Remark

__all__ = ["Alternative", "Answer", "Explanation", "Instance", "Remark", "explain_line", "same_file"]
