"""What every test starts from, and the proof that it left nothing behind."""

from __future__ import annotations

import importlib
import inspect
import warnings
from collections.abc import Iterator
from typing import Any

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The hook's own tests first.

    After an exception in a conversion torch leaves Dynamo's evaluator installed for good, and the deep recursions of
    the hook's tests do not fit the C stack that each call takes below that one.
    """
    items.sort(key=lambda item: "tests/hook/" not in item.path.as_posix())


def _tapped() -> dict[str, Any]:
    from dynexplain.tracer.session import TAPS

    found = {}
    for tap in TAPS:
        module, _, path = tap.target.partition(":")
        owner: Any = importlib.import_module(module)
        *owners, name = path.split(".")
        for part in owners:
            owner = getattr(owner, part)
        found[tap.target] = inspect.getattr_static(owner, name)
    return found


@pytest.fixture
def untouched() -> Iterator[None]:
    """Prove that the frame evaluator, torch's functions, its configuration and the warning filters are as before."""
    from torch._dynamo import config

    from dynexplain import hook
    from dynexplain.tracer import switchboard
    from dynexplain.tracer.engine import dynamo_evaluator

    evaluator = hook.current_evaluator()
    before = (_tapped(), config.get_config_copy(), list(warnings.filters))
    yield
    after = (_tapped(), config.get_config_copy(), list(warnings.filters))
    # After an exception in a conversion torch leaves its own evaluator installed, with or without us.
    assert hook.current_evaluator() in (evaluator, dynamo_evaluator())
    assert not hook.running()
    assert switchboard.open_sessions() == 0
    assert switchboard.listener() is None
    for old, new in zip(before, after, strict=True):
        assert old == new
