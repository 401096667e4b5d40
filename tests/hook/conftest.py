"""Fixtures of the frame hook's tests: one proves that no test leaves anything behind."""

from __future__ import annotations

import ctypes
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynexplain import hook
from dynexplain.errors import HookStateError

from .from_c import Allocator, OtherEvaluator


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
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.PyDLL:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    library = tmp_path_factory.mktemp("from_c") / "from_c.so"
    source = Path(__file__).with_name("from_c.c")
    try:
        subprocess.run([*compiler, "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    except OSError:
        pytest.skip("no C compiler")
    return ctypes.PyDLL(str(library))  # keeps the GIL: what is called there belongs under it


@pytest.fixture(scope="session")
def other_evaluator(library: ctypes.PyDLL) -> OtherEvaluator:
    return OtherEvaluator(library)


@pytest.fixture
def allocator(library: ctypes.PyDLL) -> Iterator[Allocator]:
    with Allocator(library) as allocator:
        yield allocator
        hook.stop()
        hook.forget()
