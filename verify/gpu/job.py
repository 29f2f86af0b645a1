"""One launch as a file: what the parent plans and the child under ncu carries out."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

from ..measured import Block
from ..plan.arguments import Argument, Buffer


@dataclass(frozen=True, slots=True)
class Job:
    """A kernel to launch once. `cubin`: the compiled file with the kernel's `symbol` in it; `cooperative`: its blocks
    wait for each other."""

    symbol: str
    block: Block
    grid: Block
    shared_bytes: int
    arguments: tuple[Argument, ...]
    cubin: str
    cooperative: bool = False

    def to_json(self) -> str:
        """As text for a file."""
        return json.dumps(
            {
                "symbol": self.symbol,
                "block": self.block,
                "grid": self.grid,
                "shared_bytes": self.shared_bytes,
                "cubin": self.cubin,
                "cooperative": self.cooperative,
                "arguments": [
                    {
                        "name": a.name,
                        "image": base64.b64encode(a.image).decode(),
                        "pointers": [[o, b.element, b.element_size, b.size, b.limit] for o, b in a.pointers],
                    }
                    for a in self.arguments
                ],
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Job:
        """The job in such a text."""
        raw = json.loads(text)
        arguments = tuple(
            Argument(
                a["name"],
                base64.b64decode(a["image"]),
                tuple((offset, Buffer(*buffer)) for offset, *buffer in a["pointers"]),
            )
            for a in raw["arguments"]
        )
        return cls(
            symbol=raw["symbol"],
            block=tuple(raw["block"]),
            grid=tuple(raw["grid"]),
            shared_bytes=raw["shared_bytes"],
            arguments=arguments,
            cubin=raw["cubin"],
            cooperative=raw["cooperative"],
        )
