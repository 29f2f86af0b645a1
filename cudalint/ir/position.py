"""Where something is written."""

from cudalint.frozen import frozen


@frozen
class Position:
    """A range of source text, as an editor counts it.

    `line`, `column`, `end_line` and `end_column` count from 1; columns count bytes of UTF-8, as clang does; the end is
    exclusive. A macro's expansion is placed where the macro is used.
    """

    path: str
    line: int
    column: int
    end_line: int = 0
    end_column: int = 0


NOWHERE = Position("", 0, 0)
