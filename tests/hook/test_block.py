"""What is open for a time and is left whatever happens; with and without the compiled part."""

from __future__ import annotations

from typing import Any

import pytest

from dynexplain import hook
from dynexplain.hook import _missing

BASES = [pytest.param(_missing.Block, id="python"), pytest.param(hook.Block, id="c")]
every_kind = pytest.mark.parametrize("base", BASES)


def block_of(base: Any, done: list[Any], *fails: BaseException) -> Any:
    failures = list(fails)

    class Own(base):  # type: ignore[misc]
        def _enter(self) -> None:
            done.append("entered")

        def _leave(self, error: BaseException | None) -> None:
            if failures:
                raise failures.pop(0)
            done.append(("left", error))

        def _fault(self, error: Exception) -> None:
            done.append(error)

    return Own()


@every_kind
def test_it_is_left_once_however_often_it_is_told(base: Any) -> None:
    done: list[Any] = []
    block = block_of(base, done)
    with block:
        assert block.entered == 1
    block.__exit__(None, None, None)
    assert done == ["entered", ("left", None)]


@every_kind
def test_the_exception_that_ends_it_goes_on(base: Any) -> None:
    done: list[Any] = []
    error = LookupError()
    with pytest.raises(LookupError), block_of(base, done):
        raise error
    assert done == ["entered", ("left", error)]


@every_kind
def test_an_interrupt_on_the_way_out_is_not_lost_and_what_it_cut_off_is_done(base: Any) -> None:
    done: list[Any] = []
    with pytest.raises(KeyboardInterrupt), block_of(base, done, KeyboardInterrupt()):
        pass
    assert done == ["entered", ("left", None)]


@every_kind
def test_an_error_on_the_way_out_is_told_and_what_it_cut_off_is_done(base: Any) -> None:
    done: list[Any] = []
    error = MemoryError()
    with block_of(base, done, error):
        pass
    assert done == ["entered", error, ("left", None)]


@pytest.mark.skipif(not hook.available(), reason="the compiled part is missing")
def test_the_hook_runs_as_long_as_a_block_wants_it_however_that_ends() -> None:
    one, two = (block_of(hook.Block, []) for _ in range(2))
    with one:
        assert hook.watch(one)
        two.__enter__()
        assert not hook.watch(two)
    assert hook.running()
    del two
    assert not hook.running()
    evaluator = hook.current_evaluator()
    three = block_of(hook.Block, [], *[KeyboardInterrupt()] * 2)
    three.__enter__()
    hook.watch(three)
    assert hook.running()
    with pytest.raises(KeyboardInterrupt):
        three.__exit__(None, None, None)
    assert not hook.running()
    assert hook.current_evaluator() == evaluator
