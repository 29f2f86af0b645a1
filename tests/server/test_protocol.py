"""The server as an editor sees it: a real client, a real process, files on disk and text that is not."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.server.editor import Editor, children, codes, run

BAD = """\
#include <cuda_runtime.h>

__global__ void turn(const float* in, float* out, int n) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(const float* in, float* out) {
    turn<<<dim3(32, 32), dim3(32, 32)>>>(in, out, 1024);
}
"""
CODE, LINE = "S202", 9


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "turn.cu"
    path.write_text(BAD)
    return path


def check(path: Path, text: str) -> list[tuple[str, int, int]]:
    """What `cudalint check` says about a text: code, line and column in bytes."""
    command = [sys.executable, "-m", "cudalint", "check", "-", "--stdin-filename", str(path), "--format", "json"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    found = json.loads(done.stdout)["findings"]
    return [(f["code"], f["line"], f["column"]) for f in found]


def test_a_session(source: Path) -> None:
    async def session() -> None:
        editor = Editor()
        await editor.start(source.parent)
        assert editor.result is not None and editor.result.server_info is not None
        assert editor.result.server_info.name == "cudalint"
        uri = editor.open(source)
        found = await editor.shown(uri)
        assert codes(found) == [(CODE, LINE)]
        [one] = found
        assert one.source == "cudalint" and one.severity == types.DiagnosticSeverity.Warning
        assert one.related_information is not None
        declared = one.related_information[0].location
        assert declared.uri == uri and declared.range.start.line == 3
        assert editor.texts[uri].splitlines()[3][declared.range.start.character :].startswith("tile")

        editor.replace(uri, "tile[32][32]", "tile[32][33]")
        assert await editor.shown(uri) == []
        editor.replace(uri, "tile[32][33]", "tile[32][32]")
        assert codes(await editor.shown(uri)) == [(CODE, LINE)]

        text = await editor.hover(uri, one.range.start)
        assert text is not None and "32 wavefronts" in text and "tile" in text
        assert await editor.hover(uri, types.Position(0, 3)) is None

        actions = await editor.actions(uri, one.range)
        fix, *_, silence = actions
        assert "tile[32][33]" in fix.title and "shared memory" in fix.title and fix.is_preferred is False
        fixed = editor.with_action(uri, fix)
        assert fixed == BAD.replace("tile[32][32]", "tile[32][32 + 1]")
        assert check(source, fixed) == []
        silenced = editor.with_action(uri, silence)
        assert silenced == BAD.replace("[threadIdx.y];\n}", "[threadIdx.y];  // cudalint: ignore[S202] \n}")
        assert check(source, silenced) == []
        assert await editor.hints(uri) == []

        editor.close(uri)
        processes = children(editor.process_id)
        assert len(processes) == 2
        assert await editor.stop() == 0
        for process in processes:
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)

    run(session())


def test_pull_diagnostics_are_not_pushed_as_well(source: Path) -> None:
    async def session() -> None:
        editor = Editor(pull=True)
        await editor.start(source.parent)
        assert editor.result is not None
        assert editor.result.capabilities.diagnostic_provider is not None
        uri = editor.open(source)
        report = await editor.pulled(uri)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        assert codes(list(report.items)) == [(CODE, LINE)]
        again = await editor.pulled(uri, report.result_id)
        assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
        editor.replace(uri, "tile[32][32]", "tile[32][33]")
        after = await editor.pulled(uri, report.result_id)
        assert isinstance(after, types.RelatedFullDocumentDiagnosticReport) and not after.items
        (source.parent / ".cudalint.toml").write_text("ignore = []\n")
        changed = types.FileEvent((source.parent / ".cudalint.toml").as_uri(), types.FileChangeType.Created)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        while not editor.refreshed:
            await asyncio.sleep(0.05)
        assert not editor.published
        assert await editor.stop() == 0

    run(session())


def test_inlay_hints_when_they_are_asked_for(source: Path) -> None:
    async def session() -> None:
        editor = Editor()
        await editor.start(source.parent, options={"inlayHints": True, "colour": 1})
        uri = editor.open(source)
        await editor.shown(uri)
        hints = await editor.hints(uri)
        by_line = {h.position.line + 1: (h.position.character, h.label) for h in hints}
        end = BAD.splitlines()[LINE - 1].rindex(";")
        assert by_line[LINE] == (end, "stride 128 bytes, 32 wavefronts of 1")
        assert {h.position.line + 1 for h in hints} == {7, 9}
        assert any("unknown option 'colour'" in line for line in editor.logged)
        assert await editor.stop() == 0

    run(session())


def test_the_client_s_configuration_by_folder(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        (folder / "turn.cu").write_text(BAD)

    async def session() -> None:
        editor = Editor()
        editor.configuration = lambda scope: {"inlayHints": scope is not None and scope.endswith("two")}
        await editor.start(one, two, configurable=True)
        uris = [editor.open(folder / "turn.cu") for folder in (one, two)]
        for uri in uris:
            await editor.shown(uri)
        assert [bool(await editor.hints(uri)) for uri in uris] == [False, True]
        editor.configuration = {"inlayHints": True}
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        while not await editor.hints(uris[0]):
            await asyncio.sleep(0.05)
        assert await editor.stop() == 0

    run(session())


def test_two_folders_with_their_own_configuration_files_that_change(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        (folder / "turn.cu").write_text(BAD)
    (two / ".cudalint.toml").write_text('ignore = ["S2"]\n')

    async def session() -> None:
        editor = Editor()
        await editor.start(one, two)
        first, second = (editor.open(folder / "turn.cu") for folder in (one, two))
        assert codes(await editor.shown(first)) == [(CODE, LINE)]
        assert await editor.shown(second) == []
        assert types.WORKSPACE_DID_CHANGE_WATCHED_FILES in editor.registered
        (two / ".cudalint.toml").write_text("ignore = []\n")
        changed = types.FileEvent((two / ".cudalint.toml").as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        assert codes(await editor.shown(second, bool)) == [(CODE, LINE)]
        (two / ".cudalint.toml").write_text("ignroe = []\n")
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        [wrong] = await editor.shown(second, lambda found: [d.code for d in found] == ["X902"])
        assert "did you mean 'ignore'" in wrong.message
        assert await editor.stop() == 0

    run(session())


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 9), ("utf-16", 7), ("utf-32", 6)])
def test_columns_behind_a_tab_and_an_emoji(source: Path, encoding: str, column: int) -> None:
    text = BAD.replace("    out[(blockIdx", "\t/*😀*/out[(blockIdx").replace(
        "tile[threadIdx.x]", "/*😀*/ tile[threadIdx.x]"
    )

    async def session() -> None:
        editor = Editor(encodings=(encoding,))
        await editor.start(source.parent, options={"inlayHints": True})
        assert editor.agreed == encoding
        uri = editor.open(source, text)
        [found] = await editor.shown(uri)
        start = text.index("tile[threadIdx.x][threadIdx.y]")
        assert found.range == editor.range_of(uri, start, start + len("tile[threadIdx.x][threadIdx.y]"))
        out = text.index("out[(blockIdx")
        assert editor.range_of(uri, out, out).start.character == column
        # An edit behind both, counted in the same units.
        editor.replace(uri, "tile[threadIdx.x][threadIdx.y]", "tile[threadIdx.y][threadIdx.x]")
        assert await editor.shown(uri) == []
        assert await editor.stop() == 0

    run(session())


def test_a_header_that_is_not_saved(tmp_path: Path) -> None:
    header, source = tmp_path / "tile.cuh", tmp_path / "turn.cu"
    header.write_text("#pragma once\nconstexpr int PITCH = 32;\n")
    source.write_text(
        BAD.replace("#include <cuda_runtime.h>", '#include "tile.cuh"').replace("tile[32][32]", "tile[32][PITCH]")
    )

    async def session() -> None:
        editor = Editor()
        await editor.start(tmp_path)
        uri = editor.open(source)
        assert codes(await editor.shown(uri)) == [(CODE, LINE)]
        other = editor.open(header)
        editor.replace(other, "PITCH = 32", "PITCH = 33")
        await editor.shown(uri, lambda found: not found)
        editor.close(other)
        assert codes(await editor.shown(uri, bool)) == [(CODE, LINE)]
        assert await editor.stop() == 0

    run(session())


def test_cuda_in_python(tmp_path: Path) -> None:
    source = tmp_path / "turn.py"
    body = BAD.replace("#include <cuda_runtime.h>\n", "")
    source.write_text(f"import cupy\n\nturn = cupy.RawKernel(r'''{body}''', 'turn')\n")

    async def session() -> None:
        editor = Editor()
        await editor.start(tmp_path)
        uri = editor.open(source, language="python")
        [found] = await editor.shown(uri)
        text = source.read_text()
        start = text.index("tile[threadIdx.x][threadIdx.y]")
        assert found.range == editor.range_of(uri, start, start + len("tile[threadIdx.x][threadIdx.y]"))
        [silence] = [a for a in await editor.actions(uri, found.range) if a.title.startswith("Ignore")]
        silenced = editor.with_action(uri, silence)
        assert "[threadIdx.y];  // cudalint: ignore[S202] \n" in silenced
        assert check(source, silenced) == []
        assert await editor.stop() == 0

    run(session())


def test_only_the_newest_version_is_shown(source: Path) -> None:
    async def session() -> None:
        editor = Editor()
        await editor.start(source.parent)
        uri = editor.open(source)
        await editor.shown(uri)
        del editor.published[:]
        for n in range(33, 63):
            editor.replace(uri, f"tile[32][{n - 1}]", f"tile[32][{n}]")
        assert codes(await editor.shown(uri)) == codes_of(source, editor.texts[uri])
        assert len(editor.published) < 30
        assert [p.version for p in editor.published] == sorted(p.version or 0 for p in editor.published)
        # A request that nobody waits for does no harm.
        pending = editor.client.protocol.send_request(
            types.TEXT_DOCUMENT_HOVER, types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(8, 80))
        )
        pending.cancel()
        assert await editor.hover(uri, types.Position(8, 90)) is not None
        assert await editor.stop() == 0

    run(session())


def codes_of(path: Path, text: str) -> list[tuple[str, int]]:
    return [(code, line) for code, line, _ in check(path, text)]


def test_a_worker_that_is_killed_or_hangs_is_replaced(source: Path) -> None:
    async def session() -> None:
        editor = Editor()
        await editor.start(source.parent, options={"timeout": 3})
        uri = editor.open(source)
        await editor.shown(uri)
        [worker] = children(editor.process_id)
        os.kill(worker, signal.SIGKILL)
        editor.replace(uri, "tile[32][32]", "tile[32][33]")
        [crashed] = await editor.shown(uri)
        assert crashed.code == "X902" and "SIGKILL" in crashed.message
        editor.replace(uri, "tile[32][33]", "tile[32][32]")
        assert codes(await editor.shown(uri)) == [(CODE, LINE)]
        [worker] = children(editor.process_id)
        os.kill(worker, signal.SIGSTOP)
        editor.replace(uri, "tile[32][32]", "tile[32][33]")
        [hung] = await editor.shown(uri)
        assert hung.code == "X902" and "more than 3 seconds" in hung.message
        editor.replace(uri, "tile[32][33]", "tile[32][34]")
        assert codes(await editor.shown(uri)) == codes_of(source, editor.texts[uri])
        assert await editor.stop() == 0

    run(session())


def test_a_text_that_crashes_libclang(source: Path) -> None:
    async def session() -> None:
        editor = Editor()
        await editor.start(source.parent)
        uri = editor.open(source)
        await editor.shown(uri)
        editor.replace(uri, "in[y * n + x]", "in[" + "+".join(["x"] * 30_000) + "]")
        [crashed] = await editor.shown(uri)
        assert crashed.code == "X902" and crashed.severity == types.DiagnosticSeverity.Error
        editor.change(uri, types.TextEdit(editor.range_of(uri, 0, len(editor.texts[uri])), BAD))
        assert codes(await editor.shown(uri)) == [(CODE, LINE)]
        assert await editor.stop() == 0

    run(session())


def test_the_server_ends_with_its_client(source: Path) -> None:
    async def session() -> None:
        editor = Editor()
        await editor.start(source.parent)
        uri = editor.open(source)
        await editor.shown(uri)
        workers = children(editor.process_id)
        process = editor.client._server
        assert process is not None and process.stdin is not None
        process.stdin.close()
        await asyncio.wait_for(process.wait(), 20)
        for worker in workers:
            with pytest.raises(ProcessLookupError):
                os.kill(worker, 0)
        await editor.client.stop()

    run(session())


def test_without_pygls_one_line_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ImportError\n")
    done = subprocess.run(
        [sys.executable, "-m", "cudalint", "server"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "cudalint: the language server needs another package: pip install 'cudalint[editor]'\n"
