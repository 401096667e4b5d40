"""Fixtures of the frame hook's tests: one proves that no test leaves anything behind."""

from __future__ import annotations

import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynexplain import hook
from dynexplain.errors import HookStateError

from .other_evaluator import OtherEvaluator


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    if not hook.available():
        pytest.skip("the compiled part of dynexplain is missing")
    before = hook.current_evaluator()
    yield
    running = hook.running()
    hook.stop()
    hook.forget()
    assert not running, "the test left the hook running"
    assert hook.current_evaluator() == before, "the test left a frame evaluator behind"
    with pytest.raises(HookStateError, match="not paused"):
        hook.resume()


@pytest.fixture(scope="session")
def other_evaluator(tmp_path_factory: pytest.TempPathFactory) -> OtherEvaluator:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    library = tmp_path_factory.mktemp("other") / "other.so"
    source = Path(__file__).with_name("other_evaluator.c")
    try:
        subprocess.run([*compiler, "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    except OSError:
        pytest.skip("no C compiler")
    return OtherEvaluator(library)
