"""An editor for tests: pygls' own client, talking to a real server process over its standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.client import LanguageClient

from cudalint.server.positions import UTF_16, Lines

PATIENCE = 60.0


class Editor:
    """One editor with some open files. `answers`: what it says when it is asked for its configuration, by folder."""

    def __init__(self, *, pull: bool = False, encodings: tuple[str, ...] = ()) -> None:
        self.client = LanguageClient("tests", "1")
        self.pull = pull
        self.encodings = encodings
        self.configuration: Any = None
        self.diagnostics: dict[str, types.PublishDiagnosticsParams] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self.logged: list[str] = []
        self.registered: list[str] = []
        self.refreshed = 0
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.news = asyncio.Event()
        self.result: types.InitializeResult | None = None
        self._listen()

    def _listen(self) -> None:
        client = self.client

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = params
            self.published.append(params)
            self.news.set()

        @client.feature(types.WINDOW_LOG_MESSAGE)
        def logged(params: types.LogMessageParams) -> None:
            self.logged.append(params.message)

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def registered(params: types.RegistrationParams) -> None:
            self.registered += [r.method for r in params.registrations]

        @client.feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params: types.ConfigurationParams) -> list[Any]:
            answer = self.configuration
            return [answer(item.scope_uri) if callable(answer) else answer for item in params.items]

        @client.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        def refresh(*_: Any) -> None:
            self.refreshed += 1

        @client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
        def refresh_hints(*_: Any) -> None:
            return None

    async def start(self, *folders: Path, options: Any = None, configurable: bool = False) -> None:
        environment = {k: v for k, v in os.environ.items() if k != "CUDALINT_DEBUG"}
        await self.client.start_io(sys.executable, "-m", "cudalint", "server", env=environment)
        document = types.TextDocumentClientCapabilities(
            code_action=types.CodeActionClientCapabilities(),
            diagnostic=types.DiagnosticClientCapabilities() if self.pull else None,
        )
        watched = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        workspace = types.WorkspaceClientCapabilities(
            configuration=configurable,
            did_change_watched_files=watched,
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True) if self.pull else None,
        )
        general = types.GeneralClientCapabilities(position_encodings=list(self.encodings) or None)
        self.result = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(text_document=document, workspace=workspace, general=general),
                process_id=os.getpid(),
                root_uri=folders[0].as_uri() if folders else None,
                workspace_folders=[types.WorkspaceFolder(f.as_uri(), f.name) for f in folders],
                initialization_options=options,
            )
        )
        self.client.initialized(types.InitializedParams())

    async def stop(self) -> int:
        """Shut the server down, and its exit code."""
        process = self.client._server
        assert process is not None
        await self.client.shutdown_async(None)
        self.client.exit(None)
        code = await asyncio.wait_for(process.wait(), PATIENCE)
        await self.client.stop()
        return code

    @property
    def process_id(self) -> int:
        process = self.client._server
        assert process is not None
        return process.pid

    # -- documents -----------------------------------------------------------------------------------------------------

    def open(self, path: Path, text: str | None = None, language: str = "cuda") -> str:
        uri = uris.from_fs_path(str(path))
        assert uri is not None
        self.texts[uri] = path.read_text("utf-8") if text is None else text
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, language, 1, self.texts[uri])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, *edits: types.TextEdit) -> int:
        """Send edits as an editor does while somebody types: each against what the ones before left."""
        self.versions[uri] += 1
        for edit in edits:
            self.texts[uri] = self.applied(uri, [edit])
        changes = [types.TextDocumentContentChangePartial(e.range, e.new_text) for e in edits]
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, list(changes)))
        return self.versions[uri]

    def replace(self, uri: str, old: str, new: str) -> int:
        """Change the first occurrence of some text."""
        text = self.texts[uri]
        start = text.index(old)
        return self.change(uri, types.TextEdit(self.range_of(uri, start, start + len(old)), new))

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def range_of(self, uri: str, start: int, end: int) -> types.Range:
        """A range of characters of the text."""
        lines, text = self._lines(uri), self.texts[uri]
        places = (lines.position_of(len(text[:at].encode())) for at in (start, end))
        first, last = (types.Position(*place) for place in places)
        return types.Range(first, last)

    def applied(self, uri: str, edits: list[types.TextEdit]) -> str:
        """The text with edits that all are against it as it is."""
        lines = self._lines(uri)
        data = self.texts[uri].encode()
        places = [
            (
                lines.offset(e.range.start.line, e.range.start.character),
                lines.offset(e.range.end.line, e.range.end.character),
                e,
            )
            for e in edits
        ]
        for start, end, edit in sorted(places, key=lambda p: p[0], reverse=True):
            data = data[:start] + edit.new_text.encode() + data[end:]
        return data.decode()

    def _lines(self, uri: str) -> Lines:
        return Lines(self.texts[uri].encode(), self.agreed)

    @property
    def agreed(self) -> str:
        """How characters are counted."""
        assert self.result is not None
        found = self.result.capabilities.position_encoding
        return str(getattr(found, "value", found or UTF_16))

    # -- questions -----------------------------------------------------------------------------------------------------

    async def shown(
        self, uri: str, wanted: Callable[[list[types.Diagnostic]], bool] = lambda _: True
    ) -> list[types.Diagnostic]:
        """Wait for the diagnostics of the newest version; of any version that is as `wanted`."""

        def there() -> bool:
            found = self.diagnostics.get(uri)
            return found is not None and found.version == self.versions[uri] and wanted(list(found.diagnostics))

        async def wait() -> None:
            while not there():
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(wait(), PATIENCE)
        return list(self.diagnostics[uri].diagnostics)

    async def pulled(self, uri: str, previous: str | None = None) -> types.DocumentDiagnosticReport:
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri), previous_result_id=previous)
        return await asyncio.wait_for(self.client.text_document_diagnostic_async(params), PATIENCE)

    async def actions(self, uri: str, range_: types.Range) -> list[types.CodeAction]:
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, types.CodeActionContext([]))
        found = await asyncio.wait_for(self.client.text_document_code_action_async(params), PATIENCE)
        return [a for a in found or [] if isinstance(a, types.CodeAction)]

    def with_action(self, uri: str, action: types.CodeAction) -> str:
        """The text of a document with an action applied."""
        assert action.edit is not None and action.edit.document_changes is not None
        for change in action.edit.document_changes:
            if isinstance(change, types.TextDocumentEdit) and change.text_document.uri == uri:
                assert change.text_document.version == self.versions[uri]
                return self.applied(uri, [e for e in change.edits if isinstance(e, types.TextEdit)])
        raise AssertionError("the action does not change this document")

    async def hover(self, uri: str, position: types.Position) -> str | None:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), position)
        found = await asyncio.wait_for(self.client.text_document_hover_async(params), PATIENCE)
        return None if found is None else str(found.contents.value)

    async def hints(self, uri: str) -> list[types.InlayHint]:
        whole = self.range_of(uri, 0, len(self.texts[uri]))
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
        return list(await asyncio.wait_for(self.client.text_document_inlay_hint_async(params), PATIENCE) or [])


def codes(diagnostics: list[types.Diagnostic]) -> list[tuple[str, int]]:
    """Code and line, from 1."""
    return [(str(d.code), d.range.start.line + 1) for d in diagnostics]


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine."""
    asyncio.run(work)


def children(process: int) -> list[int]:
    """The worker processes of a server."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(n) for n in (task / "children").read_text().split()]
    return found
