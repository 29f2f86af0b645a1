"""The fixes that an editor offers are those that `cudalint check --fix --unsafe-fixes` makes first."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from cudalint.analysis import analyse_all
from cudalint.cli.fix import with_proved_fixes
from cudalint.cli.run import Analysed
from cudalint.config import Config
from cudalint.finding import Finding
from cudalint.lint import lint
from cudalint.server.analyst import Analyst
from cudalint.server.messages import ProveFixes, Source
from tests.fix.support import SETTINGS
from tests.server.editor import Editor, run

FIXES = Path(__file__).parents[2] / "fixtures" / "fixes"

INDEX = "int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;"
SWAPPED = """\
__global__ void twice(const float* in, float* out, int n) {
    INDEX
    out[row * n + column] = 2 * in[row * n + column];
}

void launch(const float* in, float* out) {
    twice<<<dim3(32, 32), dim3(32, 32)>>>(in, out, 1024);
}
"""


def shown(findings: list[Finding]) -> list[tuple[object, ...]]:
    """What an editor gets to see of fixes."""
    return sorted((f.code, f.at.line, f.fix.title, f.fix.caution, f.fix.edits) for f in findings if f.fix is not None)


@pytest.mark.parametrize("name", ["swapped_square", "swapped_indices", "carved_tile", "needless_padding", "diagonals"])
def test_every_kind_is_offered(name: str) -> None:
    path = str(FIXES / name / "before.cu")
    text = Path(path).read_bytes()
    project = analyse_all([path], SETTINGS)
    analysed = Analysed(project.reports, project, SETTINGS)
    findings = lint(analysed.reports, lambda p: Path(p).read_bytes())
    wanted = shown(with_proved_fixes(analysed, findings, {}))
    offered = Analyst().answer(ProveFixes(Source(path, text, Config())), lambda: None)
    assert isinstance(offered, tuple)
    assert wanted and shown(list(offered)) == wanted


def test_exchanged_indices_are_offered_to_an_editor(tmp_path: Path) -> None:
    path = tmp_path / "twice.cu"
    path.write_text(SWAPPED.replace("INDEX", INDEX))

    async def session() -> None:
        editor = Editor()
        await editor.start(tmp_path)
        uri = editor.open(path)
        found = await editor.shown(uri)
        actions = await editor.actions(uri, types.Range(found[0].range.start, found[-1].range.end))
        fixes = [a for a in actions if "threadIdx" in a.title]
        assert fixes and fixes[0].is_preferred
        assert "blockIdx.x * blockDim.x + threadIdx.y" in editor.with_action(uri, fixes[0])
        assert await editor.stop() == 0

    run(session())
