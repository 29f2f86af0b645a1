"""The language server itself: what the protocol asks for, answered from the session."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Iterator
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.protocol.language_server import LanguageServerProtocol, lsp_method

from cudalint import __version__
from cudalint.config.load import OWN_FILE, SHARED_FILE
from cudalint.finding import Finding
from cudalint.server.documents import Change, Document, encoded
from cudalint.server.options import SECTION, Options
from cudalint.server.positions import UTF_16, Lines
from cudalint.server.protocol import Texts, diagnostic, fix_action, hint, ignore_action
from cudalint.server.session import Session, by_path

WATCHED = (f"**/{OWN_FILE}", f"**/{SHARED_FILE}", "**/compile_commands.json", "**/*.{cu,cuh,h,hpp,hh,inl}")
IDENTIFIER = "cudalint"


class _Protocol(LanguageServerProtocol):
    """Documents are kept by the session alone: pygls would take form feeds for ends of lines."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Iterator[Any]:
        """Hand the change on."""
        handler = self.fm.features.get(types.TEXT_DOCUMENT_DID_CHANGE)
        if handler is not None:
            yield handler, (params,), None


class CudaServer(LanguageServer):
    """One client's server."""

    def __init__(self) -> None:
        """Know nothing of the client yet."""
        super().__init__("cudalint", __version__, types.TextDocumentSyncKind.Incremental, protocol_cls=_Protocol)
        self.session = Session(self.publish)
        self.session.options = self.options_of
        self.encoding = UTF_16
        self._general = Options()
        self._by_folder: dict[str, Options] = {}

    # -- the client ----------------------------------------------------------------------------------------------------

    def capability(self, *names: str) -> Any:
        """What the client says under these names, None where it is silent."""
        value: Any = self.client_capabilities
        for name in names:
            value = getattr(value, name, None)
        return value

    def initialise(self, params: types.InitializeParams) -> None:
        """Agree on how characters are counted, and take the options."""
        agreed = self.workspace.position_encoding
        self.encoding = str(getattr(agreed, "value", agreed))
        self.take(None, params.initialization_options)

    def take(self, folder: str | None, given: object) -> None:
        """Take options of a folder, or (None) of all; what is not understood is said and left alone."""
        if isinstance(given, dict) and isinstance(given.get(SECTION), dict):
            given = given[SECTION]
        options, problems = self._general.updated(given)
        if folder is None:
            self._general = options
        else:
            self._by_folder[folder] = options
        for problem in problems:
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, f"cudalint: {problem}"))

    def options_of(self, document: Document) -> Options:
        """The options of the innermost folder that a document lies in."""
        around = [f for f in self._by_folder if document.path.startswith(f.rstrip(os.sep) + os.sep)]
        return self._by_folder[max(around, key=len)] if around else self._general

    async def configure(self) -> None:
        """Ask for the configuration of each folder, and look at everything again."""
        if self.capability("workspace", "configuration"):
            folders = list(self.workspace.folders.values())
            items = [types.ConfigurationItem(scope_uri=f.uri, section=SECTION) for f in folders]
            items.append(types.ConfigurationItem(section=SECTION))
            found = await self.workspace_configuration_async(types.ConfigurationParams(items))
            self._by_folder.clear()
            for folder, given in zip([*folders, None], found, strict=False):
                self.take(uris.to_fs_path(folder.uri) if folder is not None else None, given)
        self.session.check_all()
        if self.capability("workspace", "inlay_hint", "refresh_support"):
            await self.workspace_inlay_hint_refresh_async(None)

    async def watch(self) -> None:
        """Have the client tell of configuration and header files that change, and of its own configuration."""
        registrations = []
        if self.capability("workspace", "did_change_watched_files", "dynamic_registration"):
            watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registrations.append(types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
        if self.capability("workspace", "did_change_configuration", "dynamic_registration"):
            section = types.DidChangeConfigurationRegistrationOptions(SECTION)
            method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
            registrations.append(types.Registration("configuration", method, section))
        if registrations:
            await self.client_register_capability_async(types.RegistrationParams(registrations))

    # -- what is shown -------------------------------------------------------------------------------------------------

    async def publish(self, document: Document) -> None:
        """Show what is known of a document to a client that does not ask for it itself."""
        if self.capability("text_document", "diagnostic") is None:
            params = types.PublishDiagnosticsParams(document.uri, self.diagnostics(document), document.version)
            self.text_document_publish_diagnostics(params)

    def texts(self) -> Texts:
        """The lines of files as they are in the editor."""
        return Texts(by_path(self.session.documents.values()), self.encoding)

    def diagnostics(self, document: Document) -> list[types.Diagnostic]:
        """The findings that are known in a document."""
        texts, documents = self.texts(), by_path(self.session.documents.values())
        return [diagnostic(f, texts, documents) for f in self.session.findings(document)]

    @property
    def versioned(self) -> bool:
        """Whether edits may say which version of a document they are for."""
        return bool(self.capability("workspace", "workspace_edit", "document_changes"))

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """Fixes and comments for the findings in a range."""
        document = await self.session.current(params.text_document.uri)
        only = params.context.only
        if document is None or (only and not any(_covers(str(getattr(k, "value", k))) for k in only)):
            return None
        texts, documents = self.texts(), by_path(self.session.documents.values())
        here = [
            (finding, shown)
            for finding in self.session.findings(document)
            if _touch((shown := diagnostic(finding, texts, documents)).range, params.range)
        ]
        proved: dict[tuple[object, ...], Finding] = {}
        if any(finding.remedy is not None for finding, _ in here):
            proved = {_identity(f): f for f in await self.session.with_fixes(document)}
        found: list[types.CodeAction] = []
        for finding, shown in here:
            best = proved.get(_identity(finding), finding)
            action = fix_action(best, shown, texts, documents, versioned=self.versioned)
            if action is not None:
                found.append(action)
        for finding, shown in here:
            if finding.code[0] != "X":
                found.append(ignore_action(finding, shown, document, texts, versioned=self.versioned))
        return found


def _covers(kind: str) -> bool:
    return kind == "" or types.CodeActionKind.QuickFix.value.startswith(kind)


def _touch(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _identity(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.at, finding.message


def build() -> CudaServer:
    """A server with all that it can do; `start_io` runs it."""
    server = CudaServer()
    session = server.session

    @server.feature(types.INITIALIZE)
    def initialise(params: types.InitializeParams) -> None:
        server.initialise(params)

    @server.feature(types.INITIALIZED)
    async def initialised(_: types.InitializedParams) -> None:
        session.start()
        await server.watch()
        await server.configure()

    @server.feature(types.SHUTDOWN)
    def shut_down(_: Any) -> None:
        session.close()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        given = params.text_document
        path = uris.to_fs_path(given.uri)
        if path is not None and given.uri.startswith("file:"):
            session.put(Document(given.uri, path, given.language_id, given.version, encoded(given.text)))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = session.documents.get(params.text_document.uri)
        if document is not None:
            changes = [_change(c) for c in params.content_changes]
            session.put(document.changed(params.text_document.version, changes, server.encoding))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if uri in session.documents:
            session.remove(uri)
            if server.capability("text_document", "diagnostic") is None:
                server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(_: types.DidChangeWatchedFilesParams) -> None:
        session.check_all(forget=True)
        _refresh(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configuration_changed(params: types.DidChangeConfigurationParams) -> None:
        server.take(None, params.settings)
        await server.configure()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders_changed(_: types.DidChangeWorkspaceFoldersParams) -> None:
        await server.configure()

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier=IDENTIFIER),
    )
    async def pulled(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        document = await session.current(params.text_document.uri)
        found = server.diagnostics(document) if document is not None else []
        name = hashlib.blake2b(repr(found).encode("utf-8", "replace"), digest_size=12).hexdigest()
        if name == params.previous_result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=name)
        return types.RelatedFullDocumentDiagnosticReport(items=found, result_id=name)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        document = session.documents.get(params.text_document.uri)
        if document is None:
            return None
        place = Lines(document.text, server.encoding).ours(params.position.line, params.position.character)
        text = await session.explanation(document, *place)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text is not None else None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        return await server.actions(params)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def hinted(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        known = session.documents.get(params.text_document.uri)
        if known is None or not server.options_of(known).inlay_hints:
            return None
        document = await session.current(known.uri)
        result = session.result(document) if document is not None else None
        if document is None or result is None:
            return None
        lines = Lines(document.text, server.encoding)
        return [h for h in (hint(g, lines) for g in result.checked.hints) if _within(h.position, params.range)]

    return server


def _change(given: types.TextDocumentContentChangeEvent) -> Change | str:
    if isinstance(given, types.TextDocumentContentChangePartial):
        start, end = given.range.start, given.range.end
        return (start.line, start.character), (end.line, end.character), given.text
    return given.text


def _within(position: types.Position, range_: types.Range) -> bool:
    return range_.start <= position <= range_.end


def _refresh(server: CudaServer) -> None:
    """Have a client that asks for diagnostics itself ask again."""
    if server.capability("workspace", "diagnostics", "refresh_support"):
        task = asyncio.ensure_future(server.workspace_diagnostic_refresh_async(None))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())


def serve() -> None:
    """Speak the protocol over standard input and output until the client is done."""
    server = build()
    try:
        server.start_io()
    finally:
        server.session.close()
