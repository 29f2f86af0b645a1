"""A worker process as the server sees it: started when needed, ended when it hangs, started again when it crashed."""

from __future__ import annotations

import asyncio
import itertools
import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import Any

from cudalint.server.messages import LENGTH, Answered, Asked, Cancel, Question, packed

START_SECONDS = 60.0
"""A machine may be busy when the editor starts."""

COMMAND = (sys.executable, "-P", "-m", "cudalint.server.worker")


class WorkerFailed(Exception):
    """The worker crashed, hung or met an internal error; the message says which, in a few words."""


class Dropped(Exception):
    """The question was cancelled before it was answered."""


class Worker:
    """One process that answers one question at a time. To be used from one event loop."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._current = 0
        self._unwanted: set[int] = set()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process, None while there is none."""
        return self._process.pid if self._process is not None else None

    async def start(self) -> None:
        """Have a process ready for the first question. Raises `Dropped` after `close`, and `WorkerFailed`."""
        async with self._turn:
            await self._started()

    async def _started(self) -> None:
        if self._closed:
            raise Dropped
        if self._process is not None:
            return
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe)
        try:
            await asyncio.wait_for(self._next_answer(process), START_SECONDS)
        except (TimeoutError, EOFError):
            raise WorkerFailed(f"no worker could be started ({await self._end()})") from None

    async def ask(self, question: Question, seconds: float) -> Any:
        """The answer. Raises `WorkerFailed`, also after that many seconds without one, and `Dropped`. If the caller is
        cancelled the worker is told, and goes on with the next question."""
        number = next(self._numbers)
        task = asyncio.ensure_future(self._in_turn(Asked(number, question), seconds))
        try:
            answer = await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_look_away)
            self.cancel(number)
            raise
        if answer.dropped:
            raise Dropped
        if answer.failure:
            raise WorkerFailed(answer.failure)
        return answer.value

    async def _in_turn(self, asked: Asked, seconds: float) -> Answered:
        async with self._turn:
            if asked.number in self._unwanted:
                self._unwanted.discard(asked.number)
                return Answered(asked.number, dropped=True)
            await self._started()
            self._current = asked.number
            try:
                return await asyncio.wait_for(self._exchange(asked), seconds)
            except TimeoutError:
                await self._end()
                raise WorkerFailed(f"took more than {seconds:g} seconds") from None
            except (EOFError, OSError, pickle.UnpicklingError):
                raise WorkerFailed(f"the parser crashed ({await self._end()})") from None
            finally:
                self._current = 0

    async def _exchange(self, asked: Asked) -> Answered:
        process = self._process
        assert process is not None and process.stdin is not None
        process.stdin.write(packed(asked))
        await process.stdin.drain()
        return await self._next_answer(process)

    async def _next_answer(self, process: asyncio.subprocess.Process) -> Answered:
        """Raises `EOFError` where the process ends instead."""
        assert process.stdout is not None
        try:
            (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            answer: Answered = pickle.loads(await process.stdout.readexactly(length))
        except asyncio.IncompleteReadError:
            raise EOFError from None
        return answer

    def cancel(self, number: int = 0) -> None:
        """Tell the worker that an answer is not needed, the one that it is at by default; it stops where it can."""
        if number and number != self._current:
            self._unwanted.add(number)
            return
        process = self._process
        if self._current and process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(packed(Cancel(self._current)))

    async def _end(self) -> str:
        """End the process and say how it ended."""
        process, self._process = self._process, None
        if process is None:
            return "it was not running"
        with suppress(ProcessLookupError):
            process.kill()
        code = await process.wait()
        crashed = -code if code < 0 else 0
        return signal.Signals(crashed).name if crashed else f"exit code {code}"

    def close(self) -> None:
        """End the process for good, without waiting for it."""
        self._closed = True
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)


def _look_away(task: asyncio.Future[Answered]) -> None:
    """What became of a question that nobody waits for is of no interest."""
    if not task.cancelled():
        task.exception()
