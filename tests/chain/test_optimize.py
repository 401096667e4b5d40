"""optimize(): a context over many calls, in the shape of Dynamo's own."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import pytest
import torch

import dynexplain
from dynexplain import NullContext, OptimizeContext, optimize


def scaled(x: Any, factor: float) -> Any:
    return x * factor


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x: Any) -> Any:
        return self.linear(x)


def test_the_report_grows_with_the_calls() -> None:
    context = optimize("eager")
    assert "Nothing has been called yet" in context.explain_output().report.summary.verdict
    g = context(scaled)
    g(torch.ones(3), 2.0)
    assert context.explain_output().graph_count == 1
    g(torch.ones(3), 3.0)
    report = g.explain_output().report
    assert (len(report.graphs), len(report.recompiles), report.calls) == (2, 1, 2)


def test_a_recompile_names_the_value_before_and_after_and_what_would_avoid_it() -> None:
    context = optimize("eager")
    g = context(scaled)
    g(torch.ones(3), 2.0)
    g(torch.ones(3), 3.0)
    (again,) = context.explain_output().report.recompiles
    assert again.compiled
    assert (again.failed.expected, again.failed.actual) == ("2.0", "3.0")
    assert again.text == "`scaled` was compiled again: `factor` was 2.0, now it is 3.0"
    assert "tensor" in again.advice


def test_the_nearest_entry_is_the_one_that_failed_last() -> None:
    context = optimize("eager", dynamic=False)
    g = context(lambda x, y: x + y)
    g(torch.ones(2), torch.ones(2))
    g(torch.ones(2, dtype=torch.float64), torch.ones(2))
    g(torch.ones(2), torch.ones(2, dtype=torch.float64))
    last = context.explain_output().report.recompiles[-1]
    assert last.failed.compile_id == "0/0"
    assert "'y'" in last.failed.source


def test_a_failure_that_has_been_answered_is_not_told_again() -> None:
    seen: dict[int, int] = {}

    def remembering(x: torch.Tensor) -> torch.Tensor:
        size = x.shape[0]
        if size not in seen:
            seen[size] = size
        return x + size

    g = (context := optimize("eager"))(remembering)
    for size in (3, 3, 4, 5):
        g(torch.ones(size))
    there, *sizes = context.explain_output().report.recompiles
    assert "`seen[3]` was missing, now it is there" in there.text
    assert [one.failed.name for one in sizes] == ["x.size(0)", "x.size(0)"]
    assert [one.text.rpartition(": ")[2] for one in sizes] == [
        "`x.size(0)` was 3, now it is 4",
        # The version for 4 was made where `seen[4]` was missing: it differs in that as well.
        "`x.size(0)` was 3, now it is 5",
    ]
    answer = context.explain_output().would_recompile(torch.ones(6))
    assert "`x.size(0)` was 3, and would be 6" in answer.text


@pytest.mark.parametrize("dynamic", [None, True, False])
def test_a_size_that_the_code_needs_as_a_number_is_not_said_to_become_variable(dynamic: bool | None) -> None:
    table = {3: 1.0, 4: 2.0, 5: 3.0}
    g = (context := optimize("eager", dynamic=dynamic))(lambda x: x * table[x.shape[0]])
    for size in (3, 4, 5):
        g(torch.ones(size))
    recompiles = context.explain_output().report.recompiles
    assert len(recompiles) == 2
    for one in recompiles:
        assert ("pass `dynamic=True`" in one.advice) == (dynamic is False)
        assert "`torch._dynamo.mark_dynamic(x, 0)`" in one.advice


def test_marking_that_size_names_the_line_as_the_advice_says() -> None:
    table = {3: 1.0, 4: 2.0}
    marked = torch.ones(4)
    torch._dynamo.mark_dynamic(marked, 0)
    with pytest.raises(Exception, match=r"(?s)specialized it to be a constant.*table\[x.shape\[0\]\]"):
        torch.compile(lambda x: x * table[x.shape[0]], backend="eager")(marked)


@pytest.mark.parametrize(
    ("calls", "dynamic", "variable"),
    [
        ([(3, 0.5), (3, 0.25)], None, [True]),
        ([(3, 2), (3, 5)], None, [True]),
        ([(3, True), (3, False)], None, [False]),
        ([(3, 1), (4, 1)], None, [True]),
        ([(3, 1), (4, 1), (5, 1)], False, [False, False]),
    ],
)
def test_a_recompile_that_was_the_last_of_its_kind_is_told_as_such(
    calls: list[tuple[int, Any]], dynamic: bool | None, variable: list[bool]
) -> None:
    def scaled(x: torch.Tensor, by: Any) -> torch.Tensor:
        return x.relu() * by

    context = optimize("eager", dynamic=dynamic)
    compiled = context(scaled)
    for size, by in calls:
        compiled(torch.ones(size, 2), by)
    found = context.explain_output().report.recompiles
    assert ["other values are served from now on" in recompile.advice for recompile in found] == variable


def test_a_recompile_of_what_comes_after_a_break_says_where_it_begins() -> None:
    def broken(x: torch.Tensor) -> torch.Tensor:
        y = x * x.sum().item()
        return y + 1

    context = optimize("eager")
    compiled = context(broken)
    compiled(torch.ones(3))
    compiled(torch.ones(3) * 2)
    (again,) = context.explain_output().report.recompiles
    line = broken.__code__.co_firstlineno + 1
    assert again.text.startswith(f"The rest of `{again.function}` from line {line} was compiled again: a value that it")
    assert "`" not in again.advice


def test_hitting_the_recompile_limit_is_said_loudly() -> None:
    context = optimize("eager")
    g = context(scaled)
    with torch._dynamo.config.patch(recompile_limit=2):
        for factor in (1.5, 2.5, 3.5):
            g(torch.ones(3), torch.tensor(factor).item() if factor < 0 else float(factor))
        for size in (2, 3):
            g(torch.ones(size, size, dtype=torch.float64), 1.5)
    report = context.explain_output().report
    assert [again.compiled for again in report.recompiles].count(False) == 1
    assert "recompile limit was hit" in report.summary.verdict
    assert report.breaks == ()


def test_a_module_stays_a_module() -> None:
    net = Net()
    net.register_forward_hook(lambda module, args, output: output + 1)
    context = optimize("eager")
    wrapped = context(net)
    x = torch.ones(3)
    assert isinstance(wrapped, torch.nn.Module)
    assert torch.equal(wrapped(x), net(x))
    assert [p.data_ptr() for p in wrapped.parameters()] == [p.data_ptr() for p in net.parameters()]
    wrapped.eval()
    assert not net.training
    assert wrapped.linear is net.linear
    # Dynamo compiles the hook of the outermost module as a function of its own.
    assert wrapped.explain_output().graph_count == 2


def test_a_decorated_class_compiles_its_instances() -> None:
    @optimize("eager")
    class Doubler:
        def __call__(self, x: Any) -> Any:
            return x * 2

    assert torch.equal(Doubler()(torch.ones(3)), torch.full((3,), 2.0))
    assert Doubler.__call__.explain_output().graph_count == 1


def test_disable_gives_a_null_context_whose_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    context = optimize("eager", disable=True)
    assert isinstance(context, NullContext)
    assert torch.equal(context(scaled)(torch.ones(3), 2.0), torch.full((3,), 2.0))
    assert "disable=True" in context.explain_output().report.summary.verdict
    monkeypatch.setenv("TORCHDYNAMO_DISABLE", "1")
    by_environment = optimize("eager")
    by_environment(scaled)(torch.ones(3), 2.0)
    assert "TORCHDYNAMO_DISABLE=1" in by_environment.explain_output().report.summary.verdict


def test_guard_functions_of_the_caller_are_called() -> None:
    exported: list[Any] = []
    failed: list[Any] = []
    context = optimize(
        "eager", guard_export_fn=lambda guards: exported.append(list(guards)), guard_fail_fn=failed.append
    )
    g = context(scaled)
    g(torch.ones(3), 2.0)
    g(torch.ones(3), 3.0)
    assert len(exported) == 2
    assert failed
    assert len(context.explain_output().out_guards) == sum(len(guards) for guards in exported)


def test_a_context_is_pickled_by_rebuilding_it() -> None:
    context = pickle.loads(pickle.dumps(optimize("eager", dynamic=True)))
    assert isinstance(context, OptimizeContext)
    context(scaled)(torch.ones(3), 2.0)
    assert context.explain_output().report.environment.options == {"dynamic": "True"}


def test_threads_share_a_context() -> None:
    context = optimize("eager")
    g = context(scaled)
    results: dict[int, Any] = {}

    def call(i: int) -> None:
        results[i] = g(torch.full((3,), float(i)), 2.0)

    threads = [threading.Thread(target=call, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(torch.equal(results[i], torch.full((3,), 2.0 * i)) for i in range(4))
    report = context.explain_output().report
    assert report.calls == 4
    assert report.notes == ()


def test_wrapping_twice_compiles_once() -> None:
    context = optimize("eager")
    g = context(torch.compile(scaled, backend="eager"))
    g(torch.ones(3), 2.0)
    assert context.explain_output().graph_count == 1


def test_a_torch_that_is_too_old_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch, "__version__", "2.1.0")
    with pytest.raises(dynexplain.UnsupportedTorchError, match=r"needs torch 2\.13 or newer.*pip install -U torch"):
        optimize("eager")


def test_a_call_with_nothing_to_compile_is_not_said_to_have_hit_the_limit() -> None:
    seen: dict[str, torch.Tensor] = {}

    def lookup(x: torch.Tensor, key: str) -> torch.Tensor:
        if key not in seen:
            seen[key] = x.sin()
        return seen[key]

    g = (context := optimize("eager"))(lookup)
    for key in "aab":
        g(torch.ones(3), key)
    report = context.explain_output().report
    (again,) = report.recompiles
    assert "`lookup` had nothing to compile this time, and is left to Python from now on" in again.text
    # As it says: the third call has something to compile, and Dynamo does not look.
    assert [one.status for one in report.compilations] == ["compiled", "empty"]
