"""What the server knows of its client's files, and what it has workers find out about them. Knows no protocol."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from cudalint.config import BadConfig, Config, Configurations
from cudalint.finding import Finding
from cudalint.frozen import frozen
from cudalint.server.documents import Document, overlays
from cudalint.server.messages import Check, Checked, Explain, Forget, ProveFixes, Question, Source
from cudalint.server.options import Options
from cudalint.server.process import Dropped, Worker, WorkerFailed

Publish = Callable[[Document], Awaitable[None]]
"""Shows what is known now of a document."""

NOTHING = Checked(())


@frozen
class Result:
    """What was found in a document as it was in a version. `round`: grows with every check of the session."""

    version: int
    checked: Checked
    round: int


class Session:
    """The open documents of one client, checked as they change: the one that changed last comes first, and only its
    newest version counts."""

    def __init__(self, publish: Publish) -> None:
        """`publish` is called whenever there is something new to show of a document."""
        self.documents: dict[str, Document] = {}
        self.options: Callable[[Document], Options] = lambda _: Options()
        self._publish = publish
        self._results: dict[str, Result] = {}
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}
        self._changed: list[str] = []
        self._checking: str | None = None
        self._news = asyncio.Event()
        self._checker, self._helper = Worker(), Worker()
        self._task: asyncio.Task[None] | None = None
        self._rounds = 0

    # -- documents -----------------------------------------------------------------------------------------------------

    def put(self, document: Document) -> None:
        """A document was opened or changed."""
        known = self.documents.get(document.uri)
        self.documents[document.uri] = document
        if document.is_analysed or document.uri in self._results:
            self._queue(document.uri)
        if known is not None and known.text != document.text:
            self._queue_includers(document)

    def remove(self, uri: str) -> None:
        """A document was closed: its file counts again as it is on disk."""
        document = self.documents.pop(uri, None)
        self._results.pop(uri, None)
        self._settle(uri)
        if document is not None:
            self._queue_includers(document)

    def check_all(self, *, forget: bool = False) -> None:
        """Look at every open document again. `forget`: files may have come or gone."""
        if forget:
            for worker in (self._checker, self._helper):
                _in_background(_quietly(worker.ask(Forget(), Options().timeout)))
        for document in self.documents.values():
            if document.is_analysed:
                self._queue(document.uri)

    def _queue(self, uri: str) -> None:
        if uri in self._changed:
            self._changed.remove(uri)
        self._changed.append(uri)
        if self._checking == uri:
            self._checker.cancel()
        self._news.set()

    def _queue_includers(self, document: Document) -> None:
        real = os.path.realpath(document.path)
        for uri, result in self._results.items():
            if uri != document.uri and real in result.checked.included and uri not in self._changed:
                self._changed.insert(0, uri)
        self._news.set()

    # -- checking ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to check what is put here; to be called in the event loop."""
        if self._task is None:
            self._task = asyncio.ensure_future(self._check_forever())
            _in_background(_quietly(self._checker.start()))

    def close(self) -> None:
        """End the workers."""
        self._checker.close()
        self._helper.close()
        if self._task is not None:
            self._task.cancel()

    async def _check_forever(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._changed:
                document = self.documents.get(self._changed[-1])
                if document is not None:
                    await asyncio.sleep(self.options(document).debounce / 1000)
                await self._check(self._changed.pop())

    async def _check(self, uri: str) -> None:
        document = self.documents.get(uri)
        if document is None:
            return
        self._checking = uri
        try:
            checked = await self._checked(document) if document.is_analysed else NOTHING
        except Dropped:
            return
        finally:
            self._checking = None
        now = self.documents.get(uri)
        if now is None or now.version != document.version:
            return
        before = self._results.get(uri)
        self._rounds += 1
        self._results[uri] = Result(document.version, checked, self._rounds)
        self._settle(uri)
        shown = {f.at.path for f in (*checked.findings, *(before.checked.findings if before is not None else ()))}
        for other in [d for d in self.documents.values() if d.uri == uri or _names(d) & shown]:
            await self._publish(other)

    async def _checked(self, document: Document) -> Checked:
        try:
            source = self.source(document)
        except _Excluded:
            return NOTHING
        seconds = self.options(document).timeout
        found = NOTHING
        try:
            found = await self._checker.ask(Check(source), seconds)
        except WorkerFailed as failure:
            with suppress(WorkerFailed):
                found = await self._checker.ask(Check(source, f"{document.path}: {failure}"), seconds)
        return found

    def source(self, document: Document) -> Source:
        """A document with what belongs to it."""
        others = overlays(self.documents, document)
        try:
            chooser = Configurations()
            config = chooser.of(document.path)
            if chooser.excludes(document.path):
                raise _Excluded
        except BadConfig as error:
            return Source(document.path, document.text, Config(), others, str(error))
        return Source(document.path, document.text, config, others)

    # -- what is known -------------------------------------------------------------------------------------------------

    def result(self, document: Document) -> Result | None:
        """What the last check of a document found, perhaps in an older version."""
        return self._results.get(document.uri)

    def findings(self, document: Document) -> list[Finding]:
        """What is to be shown in a document: its own findings, and those that others have in it."""
        names = _names(document)
        found: dict[Finding, None] = {}
        own = self._results.get(document.uri)
        others = (r for uri, r in self._results.items() if uri != document.uri)
        for result in ([own] if own is not None else []) + list(others):
            for finding in result.checked.findings:
                if finding.at.path in names:
                    found.setdefault(_in_file(finding, document.path))
        return sorted(found, key=lambda f: (f.at.line, f.at.column, f.code, f.message))

    async def current(self, uri: str) -> Document | None:
        """Wait until the newest version of a document was checked; None once it is closed."""
        while True:
            document = self.documents.get(uri)
            if document is None or not document.is_analysed:
                return document
            result = self._results.get(uri)
            if result is not None and result.version == document.version and uri not in self._changed:
                return document
            future = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(uri, []).append(future)
            await future

    def _settle(self, uri: str) -> None:
        for future in self._waiting.pop(uri, ()):
            if not future.done():
                future.set_result(None)

    # -- questions -----------------------------------------------------------------------------------------------------

    async def explanation(self, document: Document, line: int, column: int) -> str | None:
        """Markdown about a place (from 1, in bytes); None where there is nothing to say."""
        found = await self._asked(document, lambda source: Explain(source, line, column))
        return found if isinstance(found, str) else None

    async def with_fixes(self, document: Document) -> tuple[Finding, ...]:
        """The findings of a document, each with a fix where one could be proved."""
        found = await self._asked(document, ProveFixes)
        return tuple(_in_file(f, document.path) for f in found) if isinstance(found, tuple) else ()

    async def _asked(self, document: Document, question: Callable[[Source], Question]) -> object:
        if not document.is_analysed:
            return None
        try:
            return await self._helper.ask(question(self.source(document)), self.options(document).timeout)
        except (WorkerFailed, Dropped, _Excluded):
            return None


class _Excluded(Exception):
    """The configuration leaves the file out."""


def _names(document: Document) -> set[str]:
    """How findings may call a document's file."""
    return {document.path, os.path.realpath(document.path)}


def _in_file(finding: Finding, path: str) -> Finding:
    """A finding with its file called as the editor does."""
    return finding if finding.at.path == path else replace(finding, at=replace(finding.at, path=path))


_background: set[asyncio.Future[object]] = set()


def _in_background(work: Awaitable[object]) -> None:
    task = asyncio.ensure_future(work)
    _background.add(task)
    task.add_done_callback(_background.discard)


async def _quietly(work: Awaitable[object]) -> None:
    with suppress(WorkerFailed, Dropped, OSError):
        await work


def by_path(documents: Iterable[Document]) -> dict[str, Document]:
    """Documents by each name of their file."""
    return {name: document for document in documents for name in _names(document)}
