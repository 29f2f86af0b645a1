"""The lines for Emacs in the README, in a real Emacs with the real server. Skipped where eglot is missing."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 90.0

DRIVE = """\
;;; -*- lexical-binding: t -*-
(require 'cl-lib)
(setq warning-minimum-level :emergency confirm-kill-processes nil kill-buffer-query-functions nil)
(defun say (text) (write-region (concat text "\\n") nil "REPORT" t 'quiet))
(defun line-of (diagnostic) (line-number-at-pos (flymake-diagnostic-beg diagnostic)))
(defun on-line (line) (cl-find line (flymake-diagnostics) :key #'line-of))
(defun once (what next)
  (run-with-timer 0.3 nil (lambda ()
    (with-current-buffer "tile.cu" (if (funcall what) (funcall next) (once what next))))))
(defun first-of (_ choices &rest _) (if (consp (car choices)) (caar choices) (car choices)))
(defun hover ()
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (plist-get answer :contents)))
(once (lambda () (and (fboundp 'eglot-current-server) (eglot-current-server) (on-line 5)))
  (lambda ()
    (let ((found (on-line 5)))
      (say (flymake-diagnostic-text found))
      (goto-char (flymake-diagnostic-beg found))
      (say (format "%S" (hover)))
      (condition-case trouble
          (cl-letf (((symbol-function 'completing-read) #'first-of))
            (eglot-code-actions (flymake-diagnostic-beg found) (flymake-diagnostic-end found) nil t))
        (error (say (format "%S" trouble)) (say "END")))
      (once (lambda () (not (on-line 5)))
        (lambda () (say (buffer-string)) (say "END") (set-buffer-modified-p nil) (kill-emacs 0))))))
"""

SOURCE = """\
__global__ void turn(float* a) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    a[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float* a) { turn<<<1, dim3(32, 32)>>>(a); }
"""


def _has_eglot() -> bool:
    emacs = shutil.which("emacs")
    if emacs is None:
        return False
    command = [emacs, "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    return subprocess.run(command, capture_output=True).returncode == 0


def lines_of_the_readme() -> str:
    (found,) = re.findall(r"```elisp\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return str(found)


def run_in_a_terminal(command: list[str], environment: dict[str, str], report: Path) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], command, environment)
    end = time.monotonic() + SECONDS
    try:
        while time.monotonic() < end and "END" not in (report.read_text() if report.exists() else ""):
            if select.select([terminal], [], [], 0.3)[0]:
                os.read(terminal, 65536)
    except OSError:
        pass
    finally:
        subprocess.run(["kill", "-9", str(pid)], capture_output=True)
        os.waitpid(pid, 0)
        os.close(terminal)


@pytest.mark.skipif(not _has_eglot(), reason="needs Emacs with eglot")
def test_emacs_shows_explains_and_fixes(tmp_path: Path) -> None:
    report, source = tmp_path / "report", tmp_path / "tile.cu"
    source.write_text(SOURCE)
    (tmp_path / "init.el").write_text(
        f"(setq native-comp-deferred-compilation nil)\n(package-initialize)\n{lines_of_the_readme()}"
    )
    (tmp_path / "drive.el").write_text(DRIVE.replace("REPORT", str(report)))
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}", "TERM": "xterm", "HOME": str(tmp_path)}
    command = ["emacs", "-nw", "-q", "-l", str(tmp_path / "init.el"), "-l", str(tmp_path / "drive.el"), str(source)]
    run_in_a_terminal(command, environment, report)
    said = report.read_text() if report.exists() else ""
    assert "S202" in said
    assert "takes 32 wavefronts where 1 would do" in said
    assert "32*threadIdx.x + threadIdx.y" in said
    assert "= tile[threadIdx.x][threadIdx.y];" not in said or "tile[32][33]" in said
    assert said.rstrip().endswith("END")
