"""The sentence on top."""

from __future__ import annotations

import pytest
import torch

from dynexplain import explain


def test_an_exceptions_long_message_is_cut_between_words(untouched: None) -> None:
    def failing(x: torch.Tensor) -> torch.Tensor:
        raise ValueError(" ".join(["all", "the", "words"] * 20))

    with pytest.raises(ValueError, match="words") as caught:
        explain(failing)(torch.ones(3))
    verdict = caught.value.explain_output.report.summary.verdict  # type: ignore[attr-defined]
    told = verdict.partition(": ")[2].partition("…")[0]
    assert told.split()[-1] in ("all", "the", "words")
    assert 80 < len(told) < 100
    torch._dynamo.reset()
