"""Pictures: DOT that Graphviz reads, SVG that is safe to show anywhere."""

from __future__ import annotations

import re
import threading
import xml.etree.ElementTree as ET

import pytest

from dynexplain.errors import RenderError
from dynexplain.render.picture import dot, svg
from dynexplain.render.picture.layout import Engine
from support import reports

SVG = "{http://www.w3.org/2000/svg}"
ALL = (
    reports.one_node,
    reports.three_graphs,
    reports.layered,
    reports.enormous,
    reports.many_steps,
    reports.hostile,
    reports.raised,
    reports.disabled,
)


@pytest.mark.parametrize("make", ALL, ids=lambda make: make.__name__)
@pytest.mark.parametrize("theme", ["auto", "light", "dark", "inherit"])
def test_every_report_can_be_drawn(make, theme):
    root = ET.fromstring(svg.render(make(), theme=theme))
    assert root.find(f"{SVG}title").text
    assert root.find(f"{SVG}desc").text
    assert root.attrib["aria-labelledby"] == " ".join(
        root.find(f"{SVG}{tag}").attrib["id"] for tag in ("title", "desc")
    )


def test_the_boxes_say_what_ran():
    drawn = words_of(svg.render(reports.three_graphs()))
    assert {"sin", "cos", "mean", "gt", "mul 2", "add"} <= drawn
    assert '✕ 1  print("mean", stats) ran in Python' in drawn


def test_user_text_is_shown_as_it_is():
    drawn = svg.render(reports.hostile())
    tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(drawn).iter()}
    assert tags <= {"svg", "g", "title", "desc", "style", "rect", "path", "polygon", "text", "tspan"}
    assert any(word.startswith('</script><img src=x onerror=alert(1)> "q" \\N') for word in words_of(drawn))


@pytest.mark.parametrize(
    "name", ["a\\", 'a\\"', '"', "<b>", "<", "&lt;", "&amp;", "\\N", "\\", "a\\nb", "é漢", "node", ""]
)
def test_any_name_reaches_the_picture_unchanged(name):
    graph = reports.chain(name, "sin")
    assert (name or " ") in words_of(svg.render(reports.report(graph)), strip=False)


def test_nothing_is_loaded_and_nothing_runs():
    drawn = svg.render(reports.hostile())
    attributes = {key for element in ET.fromstring(drawn).iter() for key in element.attrib}
    assert not any(key.startswith("on") or key.endswith("href") for key in attributes)
    assert "url(" not in drawn
    assert "DOCTYPE" not in drawn


def test_two_pictures_on_a_page_share_no_id():
    first, second = (set(re.findall(r' id="([^"]+)"', svg.render(make()))) for make in ALL[:2])
    assert first
    assert not first & second


def test_a_light_picture_has_no_colour_that_depends_on_the_reader():
    assert "prefers-color-scheme" in svg.render(reports.one_node())
    assert "prefers-color-scheme" not in svg.render(reports.one_node(), theme="light")


def test_a_picture_that_asks_for_too_much_is_folded_further():
    drawn = svg.render(reports.enormous(), depth=99)
    assert 100 < drawn.count("<rect") <= svg.MOST_BOXES + 300


def test_a_picture_beyond_the_engine_is_folded_further(monkeypatch):
    asked = []

    def too_large(_engine, text):
        asked.append(text.count("label="))
        return None if asked[-1] > 20 else real(text)

    real = Engine().lay_out
    monkeypatch.setattr(type(svg.ENGINE), "lay_out", too_large)
    assert svg.render(reports.enormous(), depth=99)
    assert asked == sorted(asked, reverse=True)
    assert len(asked) > 1


def test_a_picture_that_cannot_be_folded_enough_says_what_to_do(monkeypatch):
    monkeypatch.setattr(type(svg.ENGINE), "lay_out", lambda _engine, _text: None)
    with pytest.raises(RenderError, match="graph=0"):
        svg.render(reports.layered())


def test_the_engine_works_on_after_a_picture_that_was_too_large():
    engine = Engine()
    long_chain = "digraph{" + "".join(f"n{i}->n{i + 1};" for i in range(20_000)) + "}"
    assert engine.lay_out(long_chain) is None
    assert "<svg" in engine.lay_out("digraph{a->b}")


def test_bad_dot_is_an_error_of_ours_and_harms_nothing():
    engine = Engine()
    with pytest.raises(RenderError, match="Graphviz could not read"):
        engine.lay_out("digraph{")
    assert "<svg" in engine.lay_out("digraph{a->b}")


def test_threads_may_draw_at_once():
    drawn: list[str] = []
    threads = [threading.Thread(target=lambda: drawn.append(svg.render(reports.layered()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(drawn) == 4
    assert len(set(drawn)) == 1


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"graph": 3}, "0 to 2"),
        ({"graph": -1}, "There is no graph -1"),
        ({"by": "colour"}, "by='module'"),
        ({"depth": -1}, "depth=-1"),
        ({"theme": "sepia"}, "'light' or 'dark'"),
    ],
)
def test_options_without_a_meaning_are_refused(options, problem):
    with pytest.raises(RenderError, match=problem):
        svg.render(reports.three_graphs(), **options)


def test_dot_holds_the_colours_of_the_theme():
    assert "#15181d" in dot.render(reports.one_node(), theme="dark")
    assert "#15181d" not in dot.render(reports.one_node(), theme="light")


@pytest.mark.parametrize("name", ["one_node", "three_graphs", "layered"])
def test_dot(golden, name):
    golden(f"text/{name}.dot", dot.render(getattr(reports, name)()).rstrip("\n"))


def words_of(drawn: str, *, strip: bool = True) -> set[str]:
    """The labels of a picture."""
    found = {element.text or "" for element in ET.fromstring(drawn).iter(f"{SVG}text")}
    return {word.strip() for word in found} if strip else found
