"""Findings and fixes in the words of the protocol."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lsprotocol import types
from pygls import uris

from cudalint.finding import Edit, Finding, Severity
from cudalint.ir.position import Position
from cudalint.server.documents import Document
from cudalint.server.ignore import ignore
from cudalint.server.messages import Hint
from cudalint.server.positions import Lines

SOURCE = "cudalint"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_UNUSED = "X901"
_WORD = re.compile(rb"\w+")


class Texts:
    """The lines of files, read once, with those of open documents as they are in the editor."""

    def __init__(self, documents: Mapping[str, Document], encoding: str) -> None:
        """`documents` by path."""
        self._documents = documents
        self._encoding = encoding
        self._lines: dict[str, Lines] = {}

    def lines(self, path: str) -> Lines:
        """A file's lines; one empty line if it cannot be read."""
        if path not in self._lines:
            document = self._documents.get(path)
            self._lines[path] = Lines(document.text if document is not None else _read(path), self._encoding)
        return self._lines[path]

    def range(self, at: Position) -> types.Range:
        """A position of ours as a range; one without an end covers the word that it names."""
        lines = self.lines(at.path)
        start = lines.theirs(at.line, at.column)
        end = lines.theirs(at.end_line, at.end_column) if at.end_line else start
        if end <= start:
            word = _WORD.match(lines.line(at.line - 1), max(at.column - 1, 0))
            end = lines.theirs(at.line, word.end() + 1 if word is not None else at.column + 1)
        return types.Range(types.Position(*start), types.Position(*max(start, end)))

    def span(self, at: Position) -> types.Range:
        """A position with its end as it is, empty for an insertion."""
        lines = self.lines(at.path)
        start, end = lines.theirs(at.line, at.column), lines.theirs(at.end_line, at.end_column)
        return types.Range(types.Position(*start), types.Position(*end))


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def uri_of(path: str, documents: Mapping[str, Document]) -> str:
    """The URI of a file, as the editor spells it if it is open."""
    document = documents.get(path)
    return document.uri if document is not None else str(uris.from_fs_path(path))


def diagnostic(finding: Finding, texts: Texts, documents: Mapping[str, Document]) -> types.Diagnostic:
    """A finding as a diagnostic, with the places that belong to it."""
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(uri_of(label.at.path, documents), texts.range(label.at)), label.text
        )
        for label in finding.related
    ]
    lines = [finding.message, *([f"help: {finding.help}"] if finding.help else []), *finding.notes]
    return types.Diagnostic(
        range=texts.range(finding.at),
        message="\n".join(lines),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if finding.code == _UNUSED else None,
        related_information=related or None,
    )


def hint(given: Hint, lines: Lines) -> types.InlayHint:
    """A hint behind an access."""
    return types.InlayHint(
        position=types.Position(*lines.theirs(given.line, given.column)),
        label=given.label,
        tooltip=given.details,
        padding_left=True,
    )


def fix_action(
    finding: Finding, shown: types.Diagnostic, texts: Texts, documents: Mapping[str, Document], *, versioned: bool
) -> types.CodeAction | None:
    """The change that a finding comes with; None if it has none."""
    fix = finding.fix
    if fix is None:
        return None
    title = fix.title[:1].upper() + fix.title[1:]
    if fix.caution:
        title += f" ({fix.caution})"
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[shown],
        is_preferred=fix.safe,
        edit=_workspace_edit(_edits(fix.edits, texts), documents, versioned=versioned),
    )


def ignore_action(
    finding: Finding, shown: types.Diagnostic, document: Document, texts: Texts, *, versioned: bool
) -> types.CodeAction:
    """A comment that silences a finding, with room for the reason."""
    lines = texts.lines(document.path)
    start = lines.offset(max(finding.at.line - 1, 0), 0)
    insertion = ignore(document.text, document.path, start, finding.code)
    place = types.Position(*lines.position_of(insertion.offset))
    edit = types.TextEdit(types.Range(place, place), insertion.text.decode())
    return types.CodeAction(
        title=f"Ignore {finding.code} here, with a reason",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[shown],
        edit=_workspace_edit({document.path: [edit]}, {document.path: document}, versioned=versioned),
    )


def _edits(edits: Sequence[Edit], texts: Texts) -> dict[str, list[types.TextEdit]]:
    found: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        found.setdefault(edit.at.path, []).append(types.TextEdit(texts.span(edit.at), edit.text))
    return found


def _workspace_edit(
    edits: Mapping[str, Sequence[types.TextEdit]], documents: Mapping[str, Document], *, versioned: bool
) -> types.WorkspaceEdit:
    if not versioned:
        return types.WorkspaceEdit(changes={uri_of(path, documents): list(theirs) for path, theirs in edits.items()})
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for path, theirs in edits.items():
        document = documents.get(path)
        version = document.version if document is not None else None
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri_of(path, documents), version)
        changes.append(types.TextDocumentEdit(identifier, list(theirs)))
    return types.WorkspaceEdit(document_changes=changes)
