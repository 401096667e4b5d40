"""explain(): what it accepts, what it counts, and that it leaves everything as it was."""

from __future__ import annotations

import functools
import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

import dynexplain
from dynexplain import explain


def plain(x: Any) -> Any:
    return x.sin().cos().sum()


def chatty(x: Any) -> Any:
    y = x + 1
    print("between")
    return y * 2


class Layer(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x: Any) -> Any:
        return self.linear(x).relu()

    def inverse(self, x: Any) -> Any:
        y = x - 1
        print("inverse")
        return y * 2

    @staticmethod
    def double(x: Any) -> Any:
        return x * 2

    @classmethod
    def named(cls, x: Any) -> Any:
        return x + len(cls.__name__)


class Scaler:
    def __init__(self, factor: float = 2.0) -> None:
        self.factor = factor

    def __call__(self, x: Any) -> Any:
        return x * self.factor


@pytest.mark.parametrize(
    ("thing", "graphs", "breaks"),
    [
        (plain, 1, 0),
        (chatty, 2, 1),
        (Layer(), 1, 0),
        (Layer().inverse, 2, 1),
        (Layer.double, 1, 0),
        (Layer.named, 1, 0),
        (Scaler(), 1, 0),
        (lambda x: x + 1, 1, 0),
        (functools.partial(torch.add, torch.ones(3)), 1, 0),
        # Dynamo compiles a function of its own around it, so the break is seen there and in `chatty`.
        (functools.partial(chatty), 2, 2),
        (torch.sin, 1, 0),
        (torch.nn.ReLU(), 1, 0),
        (torch.compile(chatty, backend="eager"), 2, 1),
        (torch.compile(Layer(), backend="eager"), 1, 0),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__) if callable(value) else str(value),
)
def test_everything_that_can_be_called_is_explained(thing: Any, graphs: int, breaks: int) -> None:
    out = explain(thing)(torch.ones(3))
    assert (out.graph_count, out.graph_break_count) == (graphs, breaks)
    assert out.report.notes == ()


def test_a_class_is_explained_by_making_an_instance_and_stays_as_it_was() -> None:
    before = (Scaler.__init__, Scaler.__call__)
    out = explain(Scaler)(3.0)
    assert out.result.factor == 3.0
    assert (Scaler.__init__, Scaler.__call__) == before


def test_the_result_of_the_call_is_the_functions_own() -> None:
    x = torch.randn(3)
    assert torch.equal(explain(chatty)(x).result, (x + 1) * 2)


def test_methods_and_modules_count_as_ops_too() -> None:
    out = explain(plain)(torch.ones(3))
    assert out.op_count == 3
    assert out.ops_per_graph == [["sin", "cos", "sum"]]
    assert torch._dynamo.explain(plain)(torch.ones(3)).op_count == 0


def test_guards_are_those_that_dynamo_gives_to_its_own_explain() -> None:
    layer = Layer()
    theirs = torch._dynamo.explain(layer)(torch.ones(3))
    ours = explain(layer)(torch.ones(3))
    assert len(ours.out_guards) == len(theirs.out_guards) == ours.report.guards[0].count


def test_the_attributes_of_dynamos_own_output_are_there() -> None:
    out = explain(chatty)(torch.ones(3))
    assert [type(graph).__name__ for graph in out.graphs] == ["GraphModule", "GraphModule"]
    (reason,) = out.break_reasons
    assert reason.reason.startswith("Failed to trace builtin operator")
    assert reason.user_stack[-1].name == "chatty"
    assert reason.graph_break
    assert "compile" in out.compile_times


def test_a_break_in_a_callee_is_seen_twice_and_has_one_cause() -> None:
    def callee(x: Any) -> Any:
        return x * x.sum().item()

    def caller(x: Any) -> Any:
        return callee(x + 1) - 1

    report = explain(caller)(torch.ones(3)).report
    assert len(report.breaks) == 2
    assert [cause.breaks for cause in report.causes] == [(0, 1)]
    assert {event.location.line for event in report.breaks} == {callee.__code__.co_firstlineno + 1}


def test_fullgraph_raises_what_torch_raises_and_the_exception_carries_the_report() -> None:
    with pytest.raises(torch._dynamo.exc.Unsupported) as plain_error:
        torch.compile(chatty, backend="eager", fullgraph=True)(torch.ones(3))
    torch._dynamo.reset()
    with pytest.raises(torch._dynamo.exc.Unsupported) as error:
        explain(chatty, fullgraph=True)(torch.ones(3))
    assert str(error.value).split("from user code")[0] == str(plain_error.value).split("from user code")[0]
    report = error.value.explain_output.report
    assert [event.outcome for event in report.breaks] == ["error"]
    assert report.outcome.status == "raised"
    assert report.outcome.error.origin == "dynamo"


def test_an_error_that_dynamo_is_told_to_suppress_leaves_the_function_to_python() -> None:
    def mismatched(x: Any) -> Any:
        try:
            return x + torch.ones(4)
        except RuntimeError:
            return x

    with torch._dynamo.config.patch(suppress_errors=True):
        report = explain(mismatched)(torch.ones(3)).report
    assert [(event.gb_id, event.outcome) for event in report.breaks] == [("GB4315", "frame_skipped")]
    assert report.notes == ()


def test_an_exception_of_the_user_reaches_the_caller_with_what_was_seen_before() -> None:
    def fails(x: Any) -> Any:
        print("so far", x + 1)
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError) as error:
        explain(fails)(torch.ones(3))
    assert str(error.value) == "mine"
    assert error.value.args == ("mine",)
    report = error.value.explain_output.report
    assert report.outcome.error.origin == "user"
    assert report.outcome.error.location.function.endswith("fails")
    assert any(event.gb_type == "Failed to trace builtin operator" for event in report.breaks)
    assert "ZeroDivisionError" in str(error.value.explain_output)


def test_a_backend_that_fails_is_named_as_the_origin() -> None:
    def broken(gm: Any, inputs: Any) -> Any:
        raise RuntimeError("no luck")

    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed, match="no luck") as error:
        explain(plain, backend=broken)(torch.ones(3))
    assert error.value.explain_output.report.outcome.error.origin == "backend"
    assert explain(plain)(torch.ones(3)).graph_count == 1


@pytest.mark.parametrize("stopped_by", [ValueError, KeyboardInterrupt])
def test_a_break_is_not_blamed_for_what_a_backend_or_an_interrupt_ended(stopped_by: type[BaseException]) -> None:
    def ends(gm: Any, inputs: Any) -> Any:
        raise stopped_by("no luck")

    def broken(x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        torch._dynamo.graph_break()
        return y * 2

    with pytest.raises(BaseException, match="no luck") as error:
        explain(broken, backend=ends)(torch.ones(3))
    report = error.value.explain_output.report
    assert [event.outcome for event in report.breaks] == ["resumed"]
    verdict = report.summary.verdict
    assert verdict.endswith("Until then: 1 graph break, and the call ended before the one graph could run.")
    assert not report.notes


def test_an_interrupt_goes_through_and_the_next_explain_works() -> None:
    def interrupted(gm: Any, inputs: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as error:
        explain(plain, backend=interrupted)(torch.ones(3))
    assert error.value.explain_output.report.outcome.error.origin == "interrupt"
    assert explain(plain)(torch.ones(3)).graph_count == 1


def test_other_compiled_functions_keep_their_caches() -> None:
    compiled: list[int] = []

    def backend(gm: Any, inputs: Any) -> Any:
        compiled.append(1)
        return gm.forward

    bystander = torch.compile(plain, backend=backend)
    skipped = torch.compile(in_loop, backend=backend)
    bystander(torch.ones(3))
    skipped(torch.ones(3))
    n = len(compiled)
    explain(plain)(torch.ones(3))
    explain(in_loop)(torch.ones(3))
    bystander(torch.ones(3))
    skipped(torch.ones(3))
    assert len(compiled) == n


def in_loop(x: Any) -> Any:
    for i in range(2):
        print(i)
        x = x + i
    return x


def test_a_function_that_was_given_up_before_is_still_explained_in_full() -> None:
    torch.compile(in_loop, backend="eager")(torch.ones(3))
    first = explain(in_loop)(torch.ones(3))
    second = explain(in_loop)(torch.ones(3))
    assert first.graph_break_count == second.graph_break_count == 1
    assert "made all of `in_loop` run eagerly" in first.report.summary.verdict


def test_no_reference_to_the_users_tensors_is_kept() -> None:
    layer, x = Layer(), torch.randn(3)
    out = explain(layer)(x)
    weights, given, result = weakref.ref(layer.linear.weight), weakref.ref(x), weakref.ref(out.result)
    del layer, x, out
    gc.collect()
    assert weights() is None
    assert given() is None
    assert result() is None


def test_random_state_and_grad_are_what_the_call_itself_makes_of_them() -> None:
    torch.manual_seed(1)
    expected = torch.rand(3)
    torch.manual_seed(1)
    assert torch.equal(explain(lambda x: torch.rand(3) + x * 0)(torch.ones(3)).result, expected)


def test_the_deprecated_form_still_works_and_warns() -> None:
    with pytest.warns(FutureWarning, match=r"explain\(f\)\(\*args"):
        assert explain(plain, torch.ones(3)).graph_count == 1


def test_explaining_a_number_says_what_to_do() -> None:
    with pytest.raises(dynexplain.NotExplainableError, match=r"this is an int.*explain\(f\)\(x\)"):
        explain(3)  # type: ignore[arg-type]


def test_forgetting_the_call_says_so_where_the_result_is_used() -> None:
    explained = explain(plain)
    assert "call it with the arguments of plain" in repr(explained)
    with pytest.raises(AttributeError, match=r"has not run anything yet.*explain\(plain\)\(…\)\.graph_count"):
        _ = explained.graph_count


def test_dynamic_and_backend_are_passed_on_and_reported() -> None:
    out = explain(plain, backend="aot_eager", dynamic=True)(torch.ones(3))
    assert out.report.environment.backend == "aot_eager"
    assert out.report.environment.options == {"dynamic": "True"}
    assert any("s" in size for size in out.report.graphs[0].nodes.strings if size.startswith("["))


def test_a_mode_reaches_inductor() -> None:
    out = explain(plain, backend="inductor", options={"max_autotune": False})(torch.ones(3))
    assert out.report.environment.backend == "inductor"
    assert out.graph_count == 1


def test_a_stance_that_forces_eager_is_told() -> None:
    with torch.compiler.set_stance("force_eager"):
        report = explain(chatty)(torch.ones(3)).report
    assert report.outcome.status == "disabled"
    assert "force_eager" in report.summary.verdict
    assert report.breaks == ()


def test_what_keeps_dynamo_from_looking_into_a_function_is_told() -> None:
    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func(*args, **(kwargs or {}))

    with Mode():
        summary = explain(plain)(torch.ones(3)).report.summary
    assert summary.verdict == (
        "Nothing was compiled: `plain` was left to Python, since a torch dispatch mode is active, and Dynamo does not "
        "compile under one."
    )
    assert not summary.good


def test_explains_nest_and_each_hears_its_own_call() -> None:
    inner: list[Any] = []

    @torch.compiler.disable
    def look(x: Any) -> Any:
        inner.append(explain(plain)(x))
        return x

    def outer(x: Any) -> Any:
        return look(x + 1) * 2

    out = explain(outer)(torch.ones(3))
    assert inner[0].graph_count == 1
    assert inner[0].op_count == 3
    assert out.graph_count == 2


def test_two_graphs_are_linked_by_the_tensor_that_went_between_them() -> None:
    report = explain(chatty)(torch.ones(3)).report
    (link,) = report.links
    assert (link.from_graph, link.to_graph) == (0, 1)
    names = [graph.nodes.name for graph in report.graphs]
    assert names[1][link.to_node] == "l_y_"


def test_the_verdict_names_the_backend_that_failed_and_tells_nothing_twice() -> None:
    def broken(gm: Any, inputs: Any) -> Any:
        raise ValueError("no luck")

    with pytest.raises(torch._dynamo.exc.BackendCompilerFailed) as error:
        explain(plain, backend=broken)(torch.ones(3))
    assert error.value.explain_output.report.summary.verdict == "The `broken` backend failed with ValueError: no luck."


def test_a_call_that_never_got_in_is_told_by_its_error_alone() -> None:
    with pytest.raises(TypeError) as error:
        explain(plain)(torch.ones(3), 1, 2, 3)
    verdict = error.value.explain_output.report.summary.verdict
    assert verdict.startswith("`plain` raised `TypeError`: plain() takes")
    assert "Until then" not in verdict


def test_what_writes_a_file_gives_the_file_and_not_its_content(tmp_path: Path) -> None:
    out = explain(plain)(torch.ones(3))
    for write, name in ((out.to_json, "a.json"), (out.to_html, "a.html"), (out.to_svg, "a.svg")):
        assert write(str(tmp_path / name)) == tmp_path / name
        assert (tmp_path / name).read_text(encoding="utf-8") == write()
