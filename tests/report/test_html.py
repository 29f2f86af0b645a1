"""The HTML report: complete, harmless, and legible."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from cudalint.explain.html import style
from cudalint.finding import Finding
from cudalint.report import html
from cudalint.report.bundle import Bundle
from cudalint.report.html.rules import as_html
from cudalint.report.source import SourceLines
from cudalint.rule import installed_rules
from tests.builders import global_access, report, shared_access
from tests.report.hostile import everywhere, found

VOID = frozenset({"meta", "input", "br", "link", "line", "rect"})
SOURCE = b"// first\n\n    a[threadIdx.x * N] = <script>alert(1)</script>;\n"


class Checked(HTMLParser):
    """Tags that do not match, what is loaded from elsewhere, anchors and what links to them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.problems: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.scripts = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.scripts += tag == "script"
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.anchors.append(given["id"] or "")
        if tag == "a":
            self.links.append(given.get("href") or "")
        if {"src", "srcset", "style", "onclick"} & set(given) or tag in ("link", "img", "iframe", "base"):
            self.problems.append(f"<{tag} {given}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}>")


def bundle(*findings: Finding, **more: object) -> Bundle:
    given = {"sources": SourceLines({"a.cu": SOURCE}), "reports": (report(global_access(), shared_access()),), **more}
    return Bundle(findings, given["sources"], installed_rules(), ".", "1.2.3", False, given["reports"])  # type: ignore[arg-type]


@pytest.mark.parametrize("findings", [(), (found(),), tuple(everywhere())], ids=["none", "one", "hostile"])
def test_the_page_is_well_formed_loads_nothing_and_its_links_lead_somewhere(findings: tuple[Finding, ...]) -> None:
    page = html.render(bundle(*findings))
    checked = Checked(page)
    assert checked.problems == []
    assert checked.open == []
    assert checked.scripts == 1
    assert len(set(checked.anchors)) == len(checked.anchors)
    assert all(link.startswith("#") and link[1:] in checked.anchors for link in checked.links)
    assert "@import" not in page
    assert "url(" not in page.replace("url(#unused)", "")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", page)


def test_source_marks_explanation_and_rule_page() -> None:
    page = html.render(bundle(found()))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert '<a href="#finding-1" data-code="G101">G101</a> <span class="cost">▲32/4s</span>' in page
    assert '<section class="rule" id="rule-G101">' in page
    assert "4*N*threadIdx.x" in page
    assert page.count("<article") == 1


def test_findings_without_an_access_are_shown_too() -> None:
    unreadable = next(f for f in everywhere() if f.code == "X902")
    page = html.render(bundle(unreadable))
    assert "About no kernel" in page
    assert page.count("<details") == 1


@pytest.mark.parametrize("installed", installed_rules(), ids=lambda r: r.rule.code)
def test_pages_of_rules_hold_no_markdown_that_is_not_understood(installed: object) -> None:
    page = installed.page  # type: ignore[attr-defined]
    converted = as_html(page)
    outside = re.sub(r"<(pre|code)\b.*?</\1>", "", converted, flags=re.DOTALL)
    assert not re.search(r"[`*]|\]\(|^\||^#|^- |^\d+\.", re.sub(r"<[^>]*>", "", outside), re.MULTILINE)
    assert Checked(converted).problems == []
    words = re.sub(r"\W+", "", re.sub(r"<[^>]*>", "", converted).replace("&lt;", "").replace("&gt;", ""))
    assert len(words) > 200


# -- contrast ----------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, as WCAG 2.2 defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def themes() -> list[dict[str, str]]:
    blocks = re.findall(r":root[^{]*\{([^}]*)\}", style())
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks]


def test_the_dark_theme_is_the_same_by_choice_and_by_preference() -> None:
    light, preferred, chosen = themes()
    assert preferred == chosen
    assert set(light) == set(chosen)


@pytest.mark.parametrize("theme", themes()[::2], ids=["light", "dark"])
def test_contrast(theme: dict[str, str]) -> None:
    for ink in ("ink", "faint", "link", "error", "warning", "note"):
        for ground in ("paper", "raised"):
            assert contrast(theme[ink], theme[ground]) >= 4.5, (ink, ground)
    assert contrast(theme["ink"], theme["used"]) >= 4.5
    for mark in ("line", "used-line"):
        assert contrast(theme[mark], theme["paper"]) >= 3, mark
