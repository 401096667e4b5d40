"""``%%dynexplain``: runs a cell once, for real, and explains the calls that the cell itself makes."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
from collections.abc import Iterator
from typing import Any

from ..errors import DynexplainError
from ..model.run import RunSubject
from ..optimize import backend_name
from ..output import ExplainOutput
from ..recording import Recording, shown_options
from ..tracer import engine
from ..tracer.state.around import DynamosState
from ..tracer.state.history import Memory
from .options import Options

_HELPER = "__dynexplain_call__"


class _Rewriter(ast.NodeTransformer):
    """``f(x)`` becomes ``__dynexplain_call__(f)(x)``: the call itself stays in the cell's own frame."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        helper = ast.Call(ast.Name(_HELPER, ast.Load()), [node.func], [])
        node.func = ast.copy_location(ast.fix_missing_locations(ast.copy_location(helper, node.func)), node.func)
        return node

    def _leave(self, node: Any) -> Any:
        return node

    # What a function does when it is called is not a call of the cell itself.
    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = _leave


class _Calls:
    """Decides for each call of the cell whether it is compiled, and compiles each callable once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._compiled: dict[tuple[int, int], tuple[Any, Any]] = {}
        self.regions: list[int] = []

    def __call__(self, function: Any) -> Any:
        import torch

        if _is_compiled(function) or _is_shell(function) or inspect.iscoroutinefunction(function):
            return function
        if isinstance(function, torch.nn.Module):
            return self._compile(function)
        if not isinstance(getattr(function, "__self__", None), torch.Tensor) and hasattr(function, "__code__"):
            if getattr(function, "__module__", "") == "__main__":
                return self._compile(function)
            return self._if_given_a_tensor(function)
        if _has_python_call(function):
            own = type(function).__module__ == "__main__"
            return self._compile(function) if own else self._if_given_a_tensor(function)
        return function

    def _compile(self, function: Any) -> Any:
        # A bound method is a new object each time: its function and its instance are what it is.
        key = (id(getattr(function, "__func__", function)), id(getattr(function, "__self__", None)))
        if key not in self._compiled:
            context = engine.make_context(
                self._options.compiler(), {"nopython": self._options.fullgraph, "dynamic": self._options.dynamic}
            )
            self.regions.append(engine.region(context))
            self._compiled[key] = (function, context(function))
        return self._compiled[key][1]

    def _if_given_a_tensor(self, function: Any) -> Any:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            import torch

            given = any(isinstance(value, torch.Tensor) for value in (*args, *kwargs.values()))
            return (self._compile(function) if given else function)(*args, **kwargs)

        return call


def _is_compiled(function: Any) -> bool:
    return (
        hasattr(function, "_torchdynamo_orig_callable")
        or getattr(function, "_compiled_call_impl", None) is not None
        or getattr(function, "_torchdynamo_disable", False)
    )


def _has_python_call(function: Any) -> bool:
    """Whether it is an object, and no function or class, whose class has a ``__call__`` written in Python."""
    return not isinstance(function, type) and inspect.isfunction(
        inspect.getattr_static(type(function), "__call__", None)
    )


def _is_shell(function: Any) -> bool:
    # Magics look at the frame that called them.
    module = getattr(function, "__module__", "") or ""
    return module.partition(".")[0] in ("IPython", "ipykernel", "dynexplain")


@contextlib.contextmanager
def _unshown(shell: Any) -> Iterator[None]:
    """Let the shell not show what a cell raises: it goes on to whoever ran the magic, and is shown there."""
    before = shell.custom_exceptions, shell.CustomTB
    shell.set_custom_exc((Exception, KeyboardInterrupt), lambda *_, **__: None)
    try:
        yield
    finally:
        shell.custom_exceptions, shell.CustomTB = before


def run_cell(shell: Any, cell: str, options: Options) -> tuple[ExplainOutput, BaseException | None]:
    """Run a cell in the shell.

    Returns:
        The explanation, and what the cell raised.
    """
    engine.check_supported()
    if _HELPER in shell.user_ns:
        raise DynexplainError("%%dynexplain cannot run inside %%dynexplain.")
    recording = Recording(
        RunSubject("this cell", "session", None),
        backend=backend_name(options.backend),
        options=shown_options(
            dynamic=options.dynamic, fullgraph=options.fullgraph, mode=options.mode, options=options.options
        ),
    )
    calls = _Calls(options)
    rewriter = _Rewriter()
    # Makes torch import what a first compilation needs: that is no part of the cell's own time.
    engine.make_context(options.compiler(), {})
    recording.remember(Memory.COPY if options.history else Memory.FRESH)
    recorder = recording.recorder
    dynamos = DynamosState(recorder.touched, calls.regions, recorder.history, lift=not options.history)
    dynamos.__enter__()
    shell.user_ns[_HELPER] = calls
    shell.ast_transformers.append(rewriter)
    try:
        with recording.call(), _unshown(shell):
            result = shell.run_cell(cell, store_history=False)
    finally:
        shell.user_ns.pop(_HELPER, None)
        if rewriter in shell.ast_transformers:
            shell.ast_transformers.remove(rewriter)
        dynamos.__exit__()
    error: BaseException | None = result.error_in_exec or result.error_before_exec
    if error is not None:
        recording.failed(error)
    return recording.output(), error
