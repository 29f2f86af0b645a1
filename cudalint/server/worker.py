"""A worker process: answers one question after the other, on a deep stack, until its input ends."""

from __future__ import annotations

import gc
import os
import queue
import sys
import threading
from typing import TYPE_CHECKING, BinaryIO

from cudalint.analysis.child import COLLECT_AFTER, limit_memory
from cudalint.analysis.deep_stack import DEEPEST_RECURSION, STACK_BYTES
from cudalint.analysis.settings import MEMORY_PER_FILE
from cudalint.server.messages import Answered, Asked, Cancel, packed, received

if TYPE_CHECKING:
    from cudalint.server.analyst import Analyst


READY = 0
"""The number of the answer to no question that says that everything is loaded."""


class _Desk:
    """Where the reading thread puts questions and the other one takes them."""

    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self.cancelled: set[int] = set()

    def read(self, stream: BinaryIO) -> None:
        """Take messages until there are no more."""
        try:
            while True:
                message = received(stream.read)
                if isinstance(message, Cancel):
                    self.cancelled.add(message.number)
                else:
                    self.waiting.put(message)
        except (EOFError, OSError):
            self.waiting.put(None)


def main() -> None:
    """Serve over standard input and output, which nothing else in this process gets to see."""
    stream_in, stream_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    limit_memory(MEMORY_PER_FILE)
    desk = _Desk()
    threading.Thread(target=desk.read, args=(stream_in,), daemon=True).start()
    sys.setrecursionlimit(DEEPEST_RECURSION)
    threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=_answer_all, args=(desk, stream_out), daemon=True)
    thread.start()
    thread.join()


def _answer_all(desk: _Desk, stream: BinaryIO) -> None:
    from cudalint.server.analyst import Analyst

    analyst = Analyst()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)
    answer = Answered(READY)
    try:
        while True:
            stream.write(packed(answer))
            stream.flush()
            asked = desk.waiting.get()
            if asked is None:
                return
            answer = _answer(analyst, desk, asked)
    except OSError:
        return


def _answer(analyst: Analyst, desk: _Desk, asked: Asked) -> Answered:
    from cudalint.server.analyst import Outdated

    def proceed() -> None:
        if asked.number in desk.cancelled:
            raise Outdated

    try:
        proceed()
        return Answered(asked.number, analyst.answer(asked.question, proceed))
    except Outdated:
        return Answered(asked.number, dropped=True)
    except Exception as error:
        first_line = str(error).partition("\n")[0]
        return Answered(asked.number, failure=f"internal error: {type(error).__name__}: {first_line}")
    finally:
        desk.cancelled.discard(asked.number)


if __name__ == "__main__":
    main()
