"""Comments that silence findings where they are meant: what they say, what they cover, which of them do nothing."""

from cudalint.suppress.apply import Silenced, silence

__all__ = ["Silenced", "silence"]
