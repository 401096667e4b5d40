"""Shares in whole percent."""

from __future__ import annotations

import threading
import time

import pytest
import torch

from dynexplain import watch
from dynexplain.model.time.split import percent


@pytest.mark.parametrize(
    ("parts", "shares"),
    [
        ([1, 1, 1], [34, 33, 33]),
        ([125, 125, 750], [13, 12, 75]),
        ([435, 65, 500], [44, 6, 50]),
        ([999, 1, 0], [100, 0, 0]),
        ([0, 0, 5], [0, 0, 100]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_shares_add_up_to_a_hundred(parts: list[int], shares: list[int]) -> None:
    assert percent(parts) == shares


def test_time_of_several_threads_is_shared_out_as_theirs() -> None:
    def pause(x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        sleep()
        return y * 2

    @torch.compiler.disable
    def sleep() -> None:
        time.sleep(0.1)

    compiled = torch.compile(pause, backend="eager")
    with watch() as session:
        threads = [threading.Thread(target=compiled, args=(torch.ones(3),)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    split = session.explain_output().report.summary.split
    assert split is not None
    # Four sleepers, and a main thread that waits for them.
    assert split.python_ns > 0.4e9
    assert split.graphs_ns + split.python_ns + split.dynamo_ns + split.compile_ns <= split.total_ns * 1.001
