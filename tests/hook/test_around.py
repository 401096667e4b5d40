"""The callable that calls two listeners around another one, unseen; with and without the compiled part."""

from __future__ import annotations

import gc
import inspect
import traceback
import weakref
from typing import Any

import pytest

from dynexplain.hook import _missing, around, available


def around_in_python(original: Any, before: Any, after: Any, **more: Any) -> Any:
    return _missing.Around(original, before, after, **more)


KINDS = [pytest.param(around_in_python, id="python")]
if available():
    KINDS.append(pytest.param(around, id="c"))
every_kind = pytest.mark.parametrize("make", KINDS)
compiled_only = pytest.mark.skipif(not available(), reason="the compiled part is missing")


@every_kind
def test_the_listeners_hear_the_arguments_and_the_result(make: Any) -> None:
    heard: list[Any] = []

    def before(*args: Any, **kwargs: Any) -> Any:
        heard.append((args, kwargs))
        return "state"

    def after(state: Any, result: Any, error: Any) -> Any:
        heard.append((state, result, error))
        return "another result"

    assert make(lambda a, *, b: a + b, before, after)(1, b=2) == "another result"
    assert heard == [((1,), {"b": 2}), ("state", 3, None)]


@every_kind
def test_without_a_state_nothing_comes_after(make: Any) -> None:
    assert make(lambda: 1, lambda: None, lambda *_: 1 / 0)() == 1
    assert make(lambda: 1, lambda: None, None)() == 1


@every_kind
def test_an_exception_goes_on_as_it_was_and_is_heard_with_its_traceback(make: Any) -> None:
    error, heard = ValueError("out"), []

    def fails() -> None:
        raise error

    def after(state: Any, result: Any, error: Any) -> Any:
        heard.append((state, result, error, len(traceback.extract_tb(error.__traceback__))))

    with pytest.raises(ValueError, match="out") as caught:
        make(fails, lambda: 1, after)()
    assert caught.value is error
    assert (error.__context__, error.__cause__) == (None, None)
    assert [frame.name for frame in traceback.extract_tb(error.__traceback__)][1:] == ["fails"]
    # In Python the frame of the wrapper is still on it when the listener is called.
    assert heard in ([(1, None, error, 1)], [(1, None, error, 2)])


@every_kind
def test_an_interrupt_of_a_listener_is_raised_upon_the_other(make: Any) -> None:
    def after(*_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        make(lambda: 1 / 0, lambda: 1, after)()
    assert isinstance(caught.value.__context__, ZeroDivisionError)
    with pytest.raises(KeyboardInterrupt):
        make(lambda: 1, lambda: 1, after)()


@every_kind
@pytest.mark.parametrize("error", [ZeroDivisionError(), MemoryError(), RecursionError()])
def test_an_error_of_a_listener_changes_nothing_and_is_told(make: Any, error: Exception) -> None:
    def failing(*_: Any) -> None:
        raise error

    def refused() -> None:
        raise LookupError("the user's")

    told: list[Exception] = []
    assert make(lambda: 1, failing, None, fault=told.append)() == 1
    assert make(lambda: 1, lambda: 2, failing, fault=told.append)() == 1
    with pytest.raises(LookupError, match="the user's") as caught:
        make(refused, lambda: 2, failing, fault=told.append)()
    assert caught.value.__context__ is None
    assert told == [error] * 3
    # To tell of it may fail as well.
    assert make(lambda: 1, failing, None, fault=failing)() == 1
    # What somebody else raised, out of a signal handler, is not ours to take.
    with pytest.raises(type(error)):
        make(lambda: 1, failing, None, fault=lambda _: False)()


@every_kind
def test_on_a_class_it_is_a_method(make: Any) -> None:
    class Owner:
        def __init__(self, number: int) -> None:
            self.number = number

        def plus(self, more: int) -> int:
            return self.number + more

    heard: list[Any] = []
    for name in ("__init__", "plus"):
        setattr(Owner, name, make(getattr(Owner, name), lambda *args: heard.append(args), None))
    owner = Owner(3)
    assert (owner.plus(4), Owner.plus(owner, 5)) == (7, 8)
    assert heard == [(owner, 3), (owner, 4), (owner, 5)]


@compiled_only
def test_nobody_sees_it() -> None:
    def look() -> list[str]:
        frame, names = inspect.currentframe(), []
        while frame is not None:
            names.append(frame.f_code.co_filename + frame.f_code.co_name)
            frame = frame.f_back
        return names

    watched = around(look, lambda: 1, lambda state, result, error: result)
    seen = [call() for call in (look, watched)]
    assert seen[0] == seen[1]


@compiled_only
def test_it_is_collected_in_a_cycle() -> None:
    call = around(print, lambda: None, None)
    call.itself = call
    gone = weakref.ref(call)
    del call
    gc.collect()
    assert gone() is None
