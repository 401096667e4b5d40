"""What recompiles say has changed: each kind of guard is made to fail by a real call, and asked about before."""

from __future__ import annotations

import contextlib
import enum
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch

from dynexplain import explain, optimize
from dynexplain.model.recompiles import changes
from dynexplain.model.recompiles.changes.dispatch_keys import differences
from dynexplain.model.report import Recompile
from dynexplain.question import Answer
from dynexplain.tracer.reading.values import with_article


class E:
    factor = 1


class Other:
    factor = 1


class Shade(enum.IntEnum):
    DARK = 1
    LIGHT = 2


class Marked(torch.Tensor):
    pass


def x() -> torch.Tensor:
    return torch.ones(3)


def inferred() -> torch.Tensor:
    with torch.inference_mode():
        return x()


def closing_over(value: int) -> Callable[[Any], Any]:
    return lambda x: x + value


TENSOR = x()
COMPLEX = torch.ones(3, dtype=torch.complex64)


def again(function: Any, first: tuple[Any, ...], second: tuple[Any, ...], within: Any = None, **options: Any) -> Any:
    """The recompile that a second call makes, and the answer that was given before it."""
    torch._dynamo.reset()
    context = optimize("eager", **options)
    compiled = context(function)
    compiled(*first)
    with within or contextlib.nullcontext():
        answer: Any = context.explain_output().would_recompile(*second)
        # Some of these calls fail in Python as well.
        with contextlib.suppress(KeyError, RuntimeError, AttributeError):
            compiled(*second)
    recompile: Any = context.explain_output().report.recompiles[0]
    assert (answer.failed.source, answer.failed.expected, answer.failed.actual) == (
        recompile.failed.source,
        recompile.failed.expected,
        recompile.failed.actual,
    )
    return recompile, answer


def told(recompile: Recompile | Answer) -> str:
    """What follows the colon: it was compiled again, would be, or had nothing to compile."""
    return recompile.text.partition(": ")[2]


CASES: dict[str, tuple[Any, tuple[Any, ...], tuple[Any, ...], str, str]] = {
    "dimensions": (
        lambda a: a + 1,
        (torch.ones(2, 2),),
        (x(),),
        "`a` had 2 dimensions, now it has 1 dimension",
        "number of dimensions",
    ),
    "stride": (
        lambda a: a + 1,
        (torch.ones(8, 8),),
        (torch.ones(8, 8).t(),),
        "`a.stride(0)` was 8, now it is 1; `a.stride(1)` was 1, now it is 8",
        "`.contiguous()`",
    ),
    "size": (lambda a: a + 1, (x(),), (torch.ones(4),), "`a.size(0)` was 3, now it is 4", "dynamic=True"),
    "size 1": (lambda a: a + 1, (x(),), (torch.ones(1),), "`a.size(0)` was 3, now it is 1", "Sizes 0 and 1"),
    "dtype": (lambda a: a + 1, (x(),), (x().bfloat16(),), "`a` was float32, now it is bfloat16", "per dtype"),
    "device": (lambda a: a + 1, (x(),), (x().to("meta"),), "`a` was on cpu, now it is on meta", "per device"),
    "inference": (
        lambda a: a + 1,
        (x(),),
        (inferred(),),
        "`a` was an ordinary tensor, now it is an inference tensor, or one under `torch.inference_mode`",
        "`torch.inference_mode`",
    ),
    "layout": (lambda a: a + a, (torch.eye(3),), (torch.eye(3).to_sparse(),), "`a` was dense, now it is sparse", "way"),
    "conjugate": (
        lambda a: a + 1,
        (COMPLEX,),
        (COMPLEX.conj(),),
        "`a` was not conjugated, now it is conjugated",
        "`.resolve_conj()`",
    ),
    "gradient": (
        lambda a: a + 1,
        (x(),),
        (x().requires_grad_(),),
        "`a` required no gradient, now it requires a gradient",
        "`requires_grad`",
    ),
    "no gradient": (
        lambda a: a + 1,
        (x().requires_grad_(),),
        (x(),),
        "`a` required a gradient, now it requires no gradient",
        "`requires_grad`",
    ),
    "no tensor": (lambda a: a + 1, (x(),), (1,), "`a` was a tensor, now it is an int", "same class"),
    "parameter": (
        lambda a: a + 1,
        (x(),),
        (torch.nn.Parameter(x()),),
        "`a` was a tensor of another class, now it is a parameter",
        "same class",
    ),
    "plain tensor": (
        lambda a: a + 1,
        (torch.nn.Parameter(x()),),
        (x(),),
        "`a` was a tensor of another class, now it is a plain tensor",
        "same class",
    ),
    "subclass": (
        lambda a: a + 1,
        (x(),),
        (x().as_subclass(Marked),),
        "`a` was a tensor of another class, now it is a tensor of class Marked",
        "same class",
    ),
    "alias": (
        lambda a, b: a + b,
        (x(), x()),
        (TENSOR, TENSOR),
        "two of its inputs were two tensors, now they are the same tensor",
        "`.clone()`",
    ),
    "no alias": (
        lambda a, b: a + b,
        (TENSOR, TENSOR),
        (x(), x()),
        "`a` and `b` were the same object, now they are two objects",
        "on every call, or on none",
    ),
    "missing key": (
        lambda x, k: x + k["b"],
        (x(), {"a": 1, "b": 2}),
        (x(), {"a": 1}),
        "`k['b']` was there, now it is missing",
        "on every call or on none",
    ),
    "other key": (
        lambda x, k: x + sum(k.values()),
        (x(), {"a": 1, "b": 2}),
        (x(), {"a": 1, "c": 2}),
        "key 2 of `k` was 'b', now it is 'c'",
        "same keys in the same order",
    ),
    "fewer keys": (
        lambda x, k: x + sum(k.values()),
        (x(), {"a": 1, "b": 2}),
        (x(), {"a": 1}),
        "`k` had 2 items, now it has 1 item",
        "same number of items",
    ),
    "key in": (
        lambda x, k: x + 1 if "b" in k else x + 2,
        (x(), {"a": 1}),
        (x(), {"b": 1}),
        "`k['b']` was missing, now it is there",
        "on every call or on none",
    ),
    "length": (
        lambda x, k: x + sum(k),
        (x(), [1, 2]),
        (x(), [1, 2, 3]),
        "`k` had 2 items, now it has 3 items",
        "same number of items",
    ),
    "empty": (
        lambda x, k: x + 1 if k else x + 2,
        (x(), []),
        (x(), [1]),
        "`k` was empty, now it has 1 item",
        "same number of items",
    ),
    "class": (
        lambda x, e: x + e.factor,
        (x(), E()),
        (x(), Other()),
        "`e` was an E, now it is an Other",
        "same class",
    ),
    "class of that name": (
        lambda x, e: x + e.factor,
        (x(), E()),
        (x(), type("E", (), {"factor": 2})()),
        "`e` was an E, now it is of another class of that name",
        "same class",
    ),
    "class itself": (
        lambda x, e: x + e.factor,
        (x(), E),
        (x(), Other),
        "`e` was the class E, now it is the class Other",
        "same object",
    ),
    "attribute": (
        lambda x, e: x + getattr(e, "size", 1),
        (x(), types.SimpleNamespace()),
        (x(), types.SimpleNamespace(size=2)),
        "`e.size` was missing, now it is there",
        "on every call or on none",
    ),
    "no attribute": (
        lambda x, e: x + getattr(e, "size", 1),
        (x(), types.SimpleNamespace(size=2)),
        (x(), types.SimpleNamespace()),
        "an attribute of `e` was there, now it is missing",
        "on every call or on none",
    ),
    "None to tensor": (
        lambda x, b: x + 1 if b is None else x + b,
        (x(), None),
        (x(), x()),
        "`b` was None, now it is a tensor",
        "None on every call",
    ),
    "tensor to None": (
        lambda x, b: x + 1 if b is None else x + b,
        (x(), x()),
        (x(), None),
        "`b` was a tensor, now it is None",
        "None on every call",
    ),
    "number to None": (
        lambda x, b: x + 1 if b is None else x + b,
        (x(), 3),
        (x(), None),
        "`b` was 3, now it is None",
        "per value",
    ),
    "flag": (lambda x, b: x + 1 if b else x, (x(), True), (x(), False), "`b` was True, now it is False", "per value"),
    "text": (lambda x, b: x + len(b), (x(), "ab"), (x(), "c"), "`b` was 'ab', now it is 'c'", "per value"),
    "a dtype": (
        lambda x, b: x.to(b),
        (x(), torch.float16),
        (x(), torch.float64),
        "`b` was torch.float16, now it is torch.float64",
        "per value",
    ),
    "member of an enum": (
        lambda x, b: x + 1 if b is Shade.DARK else x,
        (x(), Shade.DARK),
        (x(), Shade.LIGHT),
        "`b` was Shade.DARK, now it is Shade.LIGHT",
        "per value",
    ),
    "mode of a module": (
        lambda x, m: m(x),
        (x(), torch.nn.Dropout()),
        (x(), torch.nn.Dropout().eval()),
        "`m.training` was True, now it is False",
        "`.eval()`",
    ),
    "not a number": (lambda x, b: x * b, (x(), float("nan")), (x(), 1.0), "`b` was nan, now it is 1.0", ""),
    "function": (
        lambda x, f: f(x),
        (x(), torch.sin),
        (x(), torch.cos),
        "`f` was a certain function, now it is another function",
        "same function",
    ),
    "lambda": (
        lambda x, f: f(x),
        (x(), lambda x: x + 1),
        (x(), lambda x: x + 2),
        "`f` was a certain function, now it is another function",
        "same function",
    ),
    "closure": (
        lambda x, f: f(x),
        (x(), closing_over(1)),
        (x(), closing_over(2)),
        "what `f` closes over was 1, now it is 2",
        "other values are served",
    ),
    "slice": (
        lambda x, k: x[k],
        (x(), slice(1)),
        (x(), slice(2)),
        "`k.stop` was 1, now it is 2",
        "",
    ),
}


@pytest.mark.parametrize(("function", "first", "second", "text", "advice"), CASES.values(), ids=CASES.keys())
def test_what_changed_is_told_in_english(
    function: Any, first: tuple[Any, ...], second: tuple[Any, ...], text: str, advice: str
) -> None:
    recompile, answer = again(function, first, second)
    assert told(recompile) == text
    assert advice in recompile.advice
    found = [changes.read(one.code, one.actual, one.expected) for one in (recompile.failed, *recompile.also)]
    assert told(answer) == f"{'; '.join(change.sentence(asked=True) for change in found)}."
    assert ", and would " in answer.text
    assert recompile.failed.expected in recompile.text
    assert recompile.failed.actual in recompile.text


seen = 0


def test_a_global_number_is_made_a_tensor_and_not_passed() -> None:
    def function(x: torch.Tensor) -> torch.Tensor:
        global seen
        seen += 1
        return x * seen

    recompile, _ = again(function, (x(),), (x(),))
    assert told(recompile) == "`seen` was 0, now it is 1"
    assert "the compiled code itself writes it" in recompile.advice
    assert "keep it in a tensor" in recompile.advice


@contextlib.contextmanager
def setting(on: Callable[[], None], off: Callable[[], None]) -> Iterator[None]:
    on()
    try:
        yield
    finally:
        off()


def threads() -> Any:
    before = torch.get_num_threads()
    return setting(lambda: torch.set_num_threads(before + 1), lambda: torch.set_num_threads(before))


def default_dtype() -> Any:
    return setting(lambda: torch.set_default_dtype(torch.float64), lambda: torch.set_default_dtype(torch.float32))


def deterministic() -> Any:
    return setting(
        lambda: torch.use_deterministic_algorithms(True, warn_only=True),
        lambda: torch.use_deterministic_algorithms(False),
    )


def tf32() -> Any:
    def allow(value: bool) -> None:
        torch.backends.cuda.matmul.allow_tf32 = value

    return setting(lambda: allow(True), lambda: allow(False))


@pytest.mark.parametrize(
    ("within", "text", "advice"),
    [
        (torch.no_grad, "the grad mode was on, now it is off", "grad mode"),
        (lambda: torch.autocast("cpu"), "autocast on cpu was off, now it is on", "same autocast"),
        (threads, "the number of threads was ", "before the first call"),
        (default_dtype, "the default dtype was float32, now it is float64", "before the first call"),
        (tf32, "the use of TF32 was off, now it is on", "before the first call"),
        (torch._C.DisableTorchFunction, "the use of `__torch_function__` was on, now it is off", "same state"),
        (lambda: torch.device("cpu"), "the active torch function modes have changed", "same modes"),
        (
            deterministic,
            "`torch.use_deterministic_algorithms` was off, now it is on; "
            "the `warn_only` of `torch.use_deterministic_algorithms` was off, now it is on",
            "before the first call",
        ),
    ],
)
def test_torchs_state_is_told_by_its_names(within: Callable[[], Any], text: str, advice: str) -> None:
    torch._dynamo.reset()
    context = optimize("eager")
    compiled, tensor = context(lambda x: x * 2), x()
    compiled(tensor)
    with within():
        compiled(tensor)
    recompile = context.explain_output().report.recompiles[0]
    assert told(recompile).startswith(text)
    assert advice in recompile.advice


@pytest.mark.parametrize(
    "within",
    [
        torch.no_grad,
        torch.inference_mode,
        lambda: torch.autocast("cpu"),
        default_dtype,
        lambda: torch.device("meta"),
        deterministic,
    ],
)
@pytest.mark.parametrize("inside", [True, False])
def test_a_question_is_asked_in_the_state_of_the_recorded_call(within: Callable[[], Any], inside: bool) -> None:
    tensor, taller = x(), torch.ones(4)
    recorded, asking = (within(), contextlib.nullcontext()) if inside else (contextlib.nullcontext(), within())
    with recorded:
        out = explain(lambda x: x * 2)(tensor)
    with asking:
        answers = [out.would_recompile(tensor), out.would_recompile(taller)]
    before = torch.is_grad_enabled(), torch.get_default_dtype(), torch.utils._device.CURRENT_DEVICE
    assert [bool(answer) for answer in answers] == [False, True]
    assert "of the recorded call, not of the code that asks" in answers[0].text
    assert "`x.size(0)` was 3, and would be 4" in answers[1].text
    assert answers[1].also == ()
    assert before == (True, torch.float32, None)


def test_the_nearest_version_is_the_one_with_the_fewest_differences_and_all_of_them_are_told() -> None:
    context = optimize("eager")
    compiled = context(lambda a: a + 1)
    compiled(torch.ones(3, 4))
    compiled(torch.ones(7, dtype=torch.float64, requires_grad=True))
    compiled(torch.ones(3, 5, dtype=torch.int64))
    first, second = context.explain_output().report.recompiles
    assert told(first) == (
        "`a` was float32, now it is float64; `a` had 2 dimensions, now it has 1 dimension; "
        "`a` required no gradient, now it requires a gradient"
    )
    assert told(second) == "`a` was float32, now it is int64; `a.size(1)` was 4, now it is 5"
    assert [guard.name for guard in second.also] == ["a.size(1)"]


def test_a_call_in_another_state_is_compared_with_the_version_for_that_state() -> None:
    context = optimize("eager")
    compiled = context(lambda a, b: a + b)
    with torch.no_grad():
        compiled(x(), x())
    compiled(x(), x())
    with torch.no_grad():
        compiled(x(), x().double())
    _, last = context.explain_output().report.recompiles
    assert told(last) == "`b` was float32, now it is float64"
    a, b = x(), x().double()
    with torch.no_grad(), torch.autocast("cpu"):
        compiled(a, b)
    assert told(context.explain_output().report.recompiles[-1]) == "autocast on cpu was off, now it is on"


def test_each_part_of_a_container_is_compared() -> None:
    context = optimize("eager")
    compiled = context(lambda d, k: d["a"] * k + d["b"][0])
    compiled({"a": x(), "b": [x()]}, 2)
    compiled({"a": x(), "b": [x().double()]}, 3)
    compiled({"a": torch.ones(3, requires_grad=True), "b": [x()]}, 2)
    first, second = context.explain_output().report.recompiles
    assert told(first) == "`d['b'][0]` was float32, now it is float64; `k` was 2, now it is 3"
    assert told(second) == "`d['a']` required no gradient, now it requires a gradient"


def test_conditions_on_sizes_are_not_said_to_be_avoidable() -> None:
    recompile, _ = again(lambda a: a + 1 if a.shape[0] > 5 else a, (torch.ones(8),), (torch.ones(4),), dynamic=True)
    assert told(recompile) == "`a.size(0)` was at least 6, now it is 4"
    assert "dynamic=True" not in recompile.advice
    recompile, _ = again(lambda a: a if a.shape[0] > 5 else a + 1, (torch.ones(4),), (torch.ones(8),), dynamic=True)
    assert told(recompile) == "`a.size(0)` was between 2 and 5, now it is 8"
    recompile, answer = again(
        lambda a, b: a + 1 if a.shape == b.shape else a,
        (torch.ones(8), torch.ones(8)),
        (x(), torch.ones(4)),
        dynamic=True,
    )
    assert "were equal, now they are not" in recompile.text
    assert "were equal, and would not be" in answer.text


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("CPU, AutogradCPU", "CUDA, AutogradCUDA", ("on cpu", "on cuda", "device")),
        (
            "CPU, AutogradCPU",
            "CUDA",
            ("on cpu and an ordinary tensor", "on cuda and an inference tensor under `torch.inference_mode`", "device"),
        ),
        ("CPU, AutogradCPU", "SparseCUDA, AutogradCUDA", ("on cpu and dense", "on cuda and sparse", "device")),
        (
            "CPU, AutogradCPU",
            "CPU, AutogradCPU, FuncTorchBatched",
            ("not batched by `vmap`", "batched by `vmap`", "FuncTorchBatched"),
        ),
        ("CPU, Odd", "CPU", ("with the dispatch key Odd", "without the dispatch key Odd", "Odd")),
    ],
)
def test_dispatch_keys_are_told_by_what_differs(before: str, after: str, expected: tuple[str, str, str]) -> None:
    assert differences(f"DispatchKeySet({before})", f"DispatchKeySet({after})") == expected


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "tensor 'L['w']' size mismatch at index 0. expected 3, actual 4. Guard failed on a parameter, consider "
            "using torch._dynamo.config.force_parameter_static_shapes = False to allow dynamism on parameters.",
            "`w.size(0)` was 3, now it is 4",
        ),
        (
            "tensor 'L['w']' Tensor device index mismatch. Expected device index to be 0, actual 1",
            "the number of the device of `w` was 0, now it is 1",
        ),
        ("L['e'] is not None", "`e` was something, now it is None"),
        ("IndexError on L['e'][3]", "`e[3]` was there, now it is missing"),
        ("set.__contains__(L['s'], 'a')", "the element 'a' of `s` was there, now it is missing"),
        ("Cache line invalidated because L['e'] got deallocated", "`e`, for which it was compiled, no longer exists"),
        ("torch.autograd.forward_ad._current_level == -1", "the level of forward-mode differentiation was -1, now"),
        ("GLOBAL_STATE changed: some_new_name ", "torch's some new name has changed"),
        ("___check_type_id(L['e'], 12), type=<class 'app.E'>", "`e` was an E, now it is of another class"),
        ("___check_obj_id(L['e'], 12), type=<class 'NoneType'>", "`e` was None, now it is another value"),
        (
            "_dynamo_static_indices should be absent but is present on runtime tensor",
            "no dimension of a tensor was marked with `torch._dynamo.mark_static`, now one is",
        ),
        (
            "_dynamo_dynamic_indices not a subset: runtime {1} is not a subset of compiled {0}",
            "the dimensions of a tensor that are marked with `torch._dynamo.mark_dynamic` were 0, now they are 1",
        ),
        ("L['k'] != 0", "`k` was not 0, now it is 0"),
        ("L['k'] <= 5", "`k` was at most 5, now it is another value"),
        ("2 <= L['k']", "`k` was at least 2, now it is another value"),
        ("L['k']", "`k` no longer held"),
        ("something that nobody knows", "`something that nobody knows` no longer held"),
    ],
)
def test_what_cannot_be_made_here_is_read_as_torch_writes_it(code: str, text: str) -> None:
    assert changes.read(code).sentence(asked=False).startswith(text)


def test_a_number_for_which_there_is_one_version_is_not_called_variable() -> None:
    torch._dynamo.reset()
    context = optimize("eager")
    first = context(lambda x, k: x[:k] * k)
    for k in (3, 4, 1, 0):
        first(torch.ones(10), k)
    variable, small, none = context.explain_output().report.recompiles
    assert "variable" in variable.advice
    assert (small.failed.expected, small.failed.actual) == ("between 2 and 10", "1")  # type: ignore[union-attr]
    assert small.advice.startswith("Expected. The numbers 0 and 1 are compiled for themselves")
    assert "variable" not in none.advice


def test_advice_names_no_cell_of_a_closure() -> None:
    _, answer = again(lambda x, f: f(x), (x(), closing_over(1)), (x(), closing_over(2)))
    assert answer.advice.startswith("It is compiled in as a constant")


def test_articles_go_by_the_sound() -> None:
    assert [with_article(name) for name in ("int", "list", "LSTM", "Linear", "GRU", "NoneType")] == [
        "an int",
        "a list",
        "an LSTM",
        "a Linear",
        "a GRU",
        "None",
    ]
