"""Arrays of generated programs: element types with the layout that C gives them, and where the arrays live."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Element:
    """What an array holds. `lanes`: components of a vector type, 1 for scalars; `members` of a struct: (type text,
    name, size)."""

    text: str
    size: int
    align: int
    lanes: int = 1
    members: tuple[tuple[str, str, int], ...] = ()

    def offset(self, member: str) -> tuple[int, int]:
        """(offset, size) of a member, in bytes."""
        position = 0
        for _, name, size in self.members:
            position = -(-position // size) * size
            if name == member:
                return position, size
            position += size
        raise KeyError(member)

    def definition(self) -> str:
        """The text of a struct."""
        return f"struct {self.text} {{ {' '.join(f'{kind} {name};' for kind, name, _ in self.members)} }};"


_SIZES = {"char": 1, "short": 2, "int": 4, "float": 4, "double": 8}


def structure(name: str, *members: str) -> Element:
    """A struct of scalars, each written as "float x"."""
    parts = tuple((m.split()[0], m.split()[1], _SIZES[m.split()[0]]) for m in members)
    align = max(size for _, _, size in parts)
    end = 0
    for _, _, size in parts:
        end = -(-end // size) * size + size
    return Element(name, -(-end // align) * align, align, members=parts)


SCALARS = (
    Element("char", 1, 1),
    Element("unsigned char", 1, 1),
    Element("short", 2, 2),
    Element("int", 4, 4),
    Element("float", 4, 4),
    Element("double", 8, 8),
)
VECTORS = (Element("float2", 8, 8, 2), Element("float4", 16, 16, 4), Element("int4", 16, 16, 4))
STRUCTS = (
    structure("Pair", "float a", "float b"),
    structure("Triple", "float a", "float b", "float c"),
    structure("Mixed", "double a", "float b", "char c"),
    structure("Particle", "float a", "float b", "float c", "float d", "float e", "float f"),
    structure("Tiny", "char a", "short b"),
)
INTEGER = SCALARS[3]

GLOBAL, STATIC, DYNAMIC = "global", "static", "dynamic"


@dataclass
class Array:
    """`pitch`: elements per row of a 2-D array, 0 for one dimension. `count`: elements (rows, with a pitch) it must
    have at least.

    `start`: bytes from the start of the dynamic shared memory.
    """

    name: str
    place: str
    element: Element
    pitch: int = 0
    volatile: bool = False
    written: bool = False
    count: int = field(default=1)
    start: int = 0

    @property
    def space(self) -> str:
        return "global" if self.place == GLOBAL else "shared"

    @property
    def qualified(self) -> str:
        """The element type with its qualifiers, for pointers to it."""
        const = "" if self.written or self.place != GLOBAL else "const "
        return f"{const}{'volatile ' if self.volatile else ''}{self.element.text}"

    @property
    def row_count(self) -> int:
        """Elements per step of the first index."""
        return self.pitch or 1

    @property
    def bytes(self) -> int:
        return self.count * self.row_count * self.element.size
