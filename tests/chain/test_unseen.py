"""What torch writes about stacks is what it writes without a session: its own tests compare it."""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from dynexplain import hook, watch
from dynexplain.tracer.switchboard import open_sessions


class Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if "stack (elided" in text:
            self.messages.append(text)


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """What Dynamo logs about the stacks above its conversions."""
    logger = logging.getLogger("torch._dynamo.convert_frame")
    records, level = Records(), logger.level
    logger.addHandler(records)
    logger.setLevel(logging.DEBUG)
    try:
        yield records.messages
    finally:
        logger.removeHandler(records)
        logger.setLevel(level)


def chatty(x: Any) -> Any:
    y = x.sin()
    print("between")
    return y * 2


def both(call: Any) -> list[Any]:
    """The results of a call without a session and in one, made from the same line."""
    results = []
    for session in (contextlib.nullcontext(), watch()):
        torch._dynamo.reset()
        with session:
            results.append(call())
    return results


@pytest.mark.skipif(not hook.available(), reason="without the compiled part there are frames of ours")
def test_the_stack_above_a_conversion(logged: list[str]) -> None:
    counts = both(lambda: (torch.compile(chatty, backend="eager")(torch.ones(3)), len(logged))[1])
    plain, watched = logged[: counts[0]], logged[counts[0] :]
    assert plain
    assert plain == watched


def test_what_a_backend_sees_above_it() -> None:
    seen: list[list[tuple[str, str]]] = []

    def backend(gm: Any, inputs: Any) -> Any:
        seen.append([(frame.filename, frame.name) for frame in traceback.extract_stack()])

        def run(*args: Any) -> Any:
            seen.append([(frame.filename, frame.name) for frame in traceback.extract_stack()])
            return gm.forward(*args)

        return run

    counts = both(lambda: (torch.compile(chatty, backend=backend)(torch.ones(3)), len(seen))[1])
    assert not open_sessions()
    plain, watched = seen[: counts[0]], seen[counts[0] :]
    assert len(plain) == 4
    if hook.available():
        assert plain == watched
