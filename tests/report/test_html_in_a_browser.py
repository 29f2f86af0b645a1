"""The HTML report in Chromium: no overflow, filters, keyboard. Skipped where no browser is installed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cudalint.checks import findings_of
from cudalint.report import html
from cudalint.report.bundle import Bundle
from cudalint.report.source import SourceLines
from cudalint.rule import installed_rules
from tests.explain.sources import PATH, analysed
from tests.explain.test_answer import REDUCTION, TRANSPOSE

playwright = pytest.importorskip("playwright.sync_api")

WIDTHS = (1280, 390)
LONG = "int_with_a_very_long_name_that_nobody_would_ever_want_to_read_but_that_must_not_widen_the_page" * 2


def chromium() -> str | None:
    """A Chromium of the system; None lets playwright look for its own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CUDALINT_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        try:
            found = started.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        except playwright.Error as error:
            pytest.skip(f"no Chromium here: {str(error).splitlines()[0]}")
        yield found
        found.close()


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = TRANSPOSE + REDUCTION.replace("k(", "sums(").replace("k<<<", "sums<<<").replace("main", "other")
    source = source.replace("float* out, int n", f"float* out, int n, int {LONG}")
    reports = [analysed(source.replace("threadIdx.x % (2 * s) == 0", "2 * s * threadIdx.x < 256"))]
    rules = installed_rules()
    findings = findings_of(reports, rules, frozenset(r.rule.code for r in rules))
    assert len({f.code for f in findings}) > 1
    sources = SourceLines({PATH: source.encode()})
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(html.render(Bundle(findings, sources, rules, ".", "1.2.3", False, reports)), "utf-8")
    return path


@pytest.fixture
def open_page(browser: Any, page_file: Path) -> Iterator[Any]:
    contexts = []

    def opened(width: int, scheme: str = "light", *, scripts: bool = True) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, java_script_enabled=scripts
        )
        contexts.append(context)
        page = context.new_page()
        page.problems = []
        page.on("console", lambda message: page.problems.append(message.text))
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.goto(page_file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_window(open_page: Any, width: int, scheme: str) -> None:
    page = open_page(width, scheme)
    page.click("#open")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.problems == []


def test_rules_are_filtered(open_page: Any) -> None:
    page = open_page(1280)
    every = page.locator("details").count()
    chosen = page.locator("details[data-code=S202]").count()
    page.uncheck("input[value=S202]")
    assert page.locator("details:visible").count() == every - chosen
    assert page.inner_text("#shown") == f"{every - chosen} of {every} findings shown"
    assert page.locator("a[data-code=S202]:visible").count() == 0


def test_everything_is_reached_by_keyboard(open_page: Any) -> None:
    page = open_page(1280)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    reached = set()
    for _ in range(200):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.tagName + (document.activeElement.className || '')"))
    assert {"SUMMARY", "A"} <= reached
    page.locator("summary").first.focus()
    before = page.locator("details").first.evaluate("d => d.open")
    page.keyboard.press("Enter")
    assert page.locator("details").first.evaluate("d => d.open") is not before
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_a_mark_in_the_margin_opens_its_finding(open_page: Any) -> None:
    page = open_page(390)
    page.click("#close")
    page.locator(".margin a").first.click()
    page.wait_for_function("document.querySelector('details:target')?.open")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_theme_can_be_chosen(open_page: Any) -> None:
    page = open_page(1280, "dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#theme")
    assert page.evaluate(ground) == "rgb(255, 255, 255)" != dark


def test_without_scripts_everything_is_there_but_the_filters(open_page: Any) -> None:
    page = open_page(1280, scripts=False)
    assert page.locator("#filters").is_hidden()
    page.locator("summary").first.click()
    assert page.locator("details[open] svg.picture").count() >= 1
