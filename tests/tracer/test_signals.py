"""A time limit that strikes in our own code is the user's, and ends what it is to end."""

from __future__ import annotations

import functools
import signal
from typing import Any

import pytest
import torch

from dynexplain import watch
from dynexplain.tracer.recorder import Recorder
from dynexplain.tracer.taps import graphs

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="there are no such signals here")


class TooLate(Exception):
    pass


def late(number: int, frame: Any) -> None:
    raise TooLate


class Owner:
    def late(self, number: int, frame: Any) -> None:
        late(number, frame)


@pytest.mark.parametrize(
    "handler", [late, Owner().late, functools.partial(late)], ids=["function", "method", "partial"]
)
def test_an_exception_out_of_a_handler_goes_on(handler: Any) -> None:
    before = signal.signal(signal.SIGUSR1, handler)
    recorder = Recorder()
    try:
        with pytest.raises(TooLate), recorder.shielded("guards"):
            signal.raise_signal(signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert recorder.faults == {}


def test_one_of_ours_does_not() -> None:
    class Unspeakable(Exception):
        def __str__(self) -> str:
            raise SystemExit

    recorder = Recorder()
    with recorder.shielded("guards"):
        raise Unspeakable
    assert list(recorder.faults) == ["guards"]


def test_a_time_limit_while_a_graph_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "describe", lambda gm: signal.raise_signal(signal.SIGUSR1))
    before = signal.signal(signal.SIGUSR1, late)
    try:
        # Dynamo makes this of it wherever it strikes in a conversion.
        with watch(), pytest.raises(torch._dynamo.exc.InternalTorchDynamoError, match="TooLate"):
            torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
    finally:
        signal.signal(signal.SIGUSR1, before)
    monkeypatch.undo()
    with watch() as session:
        torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
    assert session.explain_output().graph_count == 1
