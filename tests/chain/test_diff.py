"""diff() of real explanations: an edit, a setting, further calls."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import dynexplain
from dynexplain import diff, explain


def noisy(x):
    y = x.sin()
    print("sin", y.shape)
    z = y.cos() + 1
    return z * z.sum().item()


def quieter(x):
    y = x.sin()
    z = y.cos() + 1
    return z * z.sum().item()


def test_a_line_that_was_taken_out_is_told_as_gone_and_the_rest_as_it_was():
    found = diff(explain(noisy)(torch.ones(3)), explain(quieter)(torch.ones(3)))
    (gone,) = found.breaks_gone
    assert "print" in gone.location.code
    assert found.breaks_new == ()
    assert found.verdict.startswith("1 of 2 breaks is gone; 2 graphs became 1")
    assert found.outcome == "better"


def test_a_setting_that_lets_a_break_go_is_named():
    before = explain(quieter)(torch.ones(3))
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        after = explain(quieter)(torch.ones(3))
    found = diff(before, after)
    assert found.verdict == "The break is gone; `quieter` is one graph now; nothing new."
    (setting,) = found.comparison.settings
    assert (setting.name, setting.after) == ("config capture_scalar_outputs", "True")


def test_further_calls_show_what_they_made_dynamo_compile_again():
    def double(x):
        return x * 2

    step = dynexplain.optimize("eager")(double)
    step(torch.ones(3))
    before = step.explain_output()
    step(torch.ones(4))
    found = diff(before, step.explain_output())
    assert found.verdict == "0 → 1 recompile."
    assert "`x.size(0)`" in found.comparison.recompiles[0].text


@pytest.mark.parametrize("wrong", [None, 3, torch.ones(2), explain(torch.sin), b"report.json"])
def test_what_is_no_explanation_is_refused_by_its_place(wrong: Any):
    out = explain(torch.sin)(torch.ones(2))
    with pytest.raises(TypeError, match=f"the second is an object of class {type(wrong).__name__}"):
        dynexplain.diff(out, wrong)
    with pytest.raises(TypeError, match="the first is"):
        dynexplain.diff(wrong, out)
