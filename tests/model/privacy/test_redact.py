"""What is left out of a file on request, and what stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

import dynexplain
from dynexplain import ExplainOutput, explain
from dynexplain.model.privacy.redact import KINDS, Redaction
from dynexplain.render import json


def reader(word: str) -> Callable[[torch.Tensor, str], torch.Tensor]:
    def read(x: torch.Tensor, mode: str) -> torch.Tensor:
        if word and mode != "planted in source":
            x = x + 1
        print("broken")
        return x * 2

    return read


@pytest.fixture(scope="module")
def out() -> ExplainOutput:
    return explain(reader("planted in a closure"))(torch.ones(3), "planted in an argument")


@pytest.fixture(scope="module")
def recompiled() -> ExplainOutput:
    step = dynexplain.optimize("eager")(lambda x, scale: x * scale)
    for scale in (17.25, 91.75):
        step(torch.ones(3), scale)
    return step.explain_output()


@pytest.mark.parametrize(
    ("kind", "gone", "kept"),
    [
        ("strings", ["planted in a closure", "planted in an argument"], ["test_redact.py", "broken"]),
        ("values", ["planted in a closure"], ["test_redact.py", "planted in source"]),
        ("arguments", ["(f32[3], 'planted in"], ["planted in a closure", "planted in source"]),
        ("source", ["planted in source", "x = x + 1"], ["planted in a closure", str(Path(__file__).parent)]),
        ("paths", [str(Path(__file__).parent), "site-packages"], ["test_redact.py", "planted in source"]),
    ],
)
def test_each_kind_alone(out: ExplainOutput, kind: Redaction, gone: list[str], kept: list[str]):
    whole, less = out.to_json(), out.to_json(redact=kind)
    for text in (*gone, *kept):
        assert text in whole
    assert [text for text in gone if text in less] == []
    assert [text for text in kept if text not in less] == []


def test_all_at_once_leaves_a_report_that_says_so(out: ExplainOutput, tmp_path: Path):
    path = out.to_json(tmp_path / "shared.json", redact=True)
    assert "planted" not in path.read_text()
    shared = dynexplain.load(path)
    assert (shared.graph_break_count, shared.graph_count) == (1, 2)
    assert [source.marks for source in shared.report.sources] == [source.marks for source in out.report.sources]
    text = " ".join(shared.to_text(width=100).split())
    assert "Left out of this file on request: values, strings, arguments, source and paths." in text


def test_the_page_is_drawn_from_what_is_left(out: ExplainOutput):
    assert "planted" in out.to_html()
    assert "planted" not in out.to_html(redact=KINDS)


def test_a_recompile_keeps_what_changed_and_not_its_values(recompiled: ExplainOutput):
    (told,) = json.decode(recompiled.to_json(redact="values")).recompiles
    assert told.text.endswith("`scale` was …, now it is …")
    assert "91.75" not in recompiled.to_json(redact="values").replace("17.25, 91.75", "")


def test_files_of_one_name_stay_apart(out: ExplainOutput):
    from msgspec.structs import replace

    first, *others = out.report.sources
    twins = tuple(replace(first, file=f"/home/somebody/{name}/train.py") for name in ("one", "two"))
    less = json.decode(ExplainOutput(replace(out.report, sources=(*twins, *others))).to_json(redact="paths"))
    assert [source.file for source in less.sources[:2]] == ["…/train.py", "…/two/train.py"]


@pytest.mark.parametrize("wrong", ["value", ["paths", "sources"], [1], None, 1.5, b"paths", ""])
def test_an_unknown_kind_is_refused_with_the_known_ones(out: ExplainOutput, wrong: object):
    with pytest.raises(ValueError, match='"values", "strings", "arguments", "source", "paths"'):
        out.to_json(redact=wrong)


def test_nothing_is_written_where_the_request_is_wrong(out: ExplainOutput, tmp_path: Path):
    with pytest.raises(ValueError, match="redact takes"):
        out.to_json(tmp_path / "report.json", redact="everything")
    assert list(tmp_path.iterdir()) == []
