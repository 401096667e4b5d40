"""optimize(): Dynamo's chain with a recorder in it, for code that is called many times.

The chain is ``optimize → OptimizeContext → compile_wrapper → frame hook``, in the shape of
torch/_dynamo/eval_frame.py. Each step composes Dynamo's own: what is observed is the user's torch, never a copy of it.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .assemble import assemble
from .model.run import RunSubject
from .output import ExplainOutput
from .subject import check_callable, subject_of
from .tracer import engine
from .tracer.nodes import call_text
from .tracer.recorder import Recorder
from .tracer.session import listen


def optimize(
    backend: str | Callable[..., Any] = "inductor",
    *,
    nopython: bool = False,
    error_on_graph_break: bool | None = None,
    guard_export_fn: Callable[[Any], None] | None = None,
    guard_fail_fn: Callable[[Any], None] | None = None,
    guard_filter_fn: Callable[[Any], Any] | None = None,
    disable: bool = False,
    dynamic: bool | None = None,
    **others: Any,
) -> OptimizeContext | NullContext:
    """Compile as ``torch._dynamo.optimize`` does, and record what Dynamo does.

    Args:
        backend: What compiles the graphs: a name from ``torch._dynamo.list_backends()`` or a callable.
        nopython: Raise at the first graph break (``fullgraph=True`` of ``torch.compile``).
        error_on_graph_break: See ``torch._dynamo.error_on_graph_break``.
        guard_export_fn: Called with the guards of each compilation.
        guard_fail_fn: Called when guards failed.
        guard_filter_fn: Decides which guards to keep.
        disable: Compile nothing.
        dynamic: Dynamic shapes always (True), never (False), or where sizes were seen to vary (None).
        others: Further keywords of this torch's ``torch._dynamo.optimize``.

    Returns:
        A context to call with a function, module or class. It gives the report of all calls so far:
        ``context.explain_output()``.

    Raises:
        UnsupportedTorchError: Dynamo cannot run here.
    """
    engine.check_supported()
    given = {
        "nopython": nopython,
        "error_on_graph_break": error_on_graph_break,
        "guard_export_fn": guard_export_fn,
        "guard_fail_fn": guard_fail_fn,
        "guard_filter_fn": guard_filter_fn,
        "dynamic": dynamic,
        **others,
    }

    def rebuild_ctx() -> OptimizeContext | NullContext:
        return optimize(backend, disable=disable, **given)

    if disable:
        return NullContext("disable=True was given")
    if (reason := engine.disabled_reason()) and not reason.startswith("the stance"):
        return NullContext(reason)
    return OptimizeContext(backend, given, rebuild_ctx)


class _Context:
    """What both contexts share: a recorder that listens to calls, and the report of them."""

    def __init__(self, backend: str, options: dict[str, str], disabled: str) -> None:
        self.recorder = Recorder()
        self._backend = backend
        self._options = options
        self._disabled = disabled
        self._subject = RunSubject("nothing", "callable", None)
        self._error: BaseException | None = None

    def explain_output(self) -> ExplainOutput:
        """The report of every call so far."""
        return self._assemble(self._error)

    def _assemble(self, error: BaseException | None, result: Any = None) -> ExplainOutput:
        return assemble(
            self.recorder,
            self._subject,
            backend=self._backend,
            options=self._options,
            disabled=self._disabled,
            error=error,
            result=result,
        )

    @contextlib.contextmanager
    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[None]:
        """Listen to one call. An exception reaches the caller unchanged and carries the report so far."""
        if not self._subject.call:
            with self.recorder.shielded("call"):
                self._subject = replace(self._subject, call=call_text(self._subject.name, args, kwargs))
        self._disabled = self._disabled or engine.disabled_reason()
        self._error = None
        try:
            with listen(self.recorder):
                yield
        except BaseException as error:
            # Only its text is kept: the traceback would keep the user's tensors alive.
            self._attach(error)
            raise

    def _attach(self, error: BaseException) -> None:
        if hasattr(error, "explain_output"):
            return
        with self.recorder.shielded("errors"):
            error.explain_output = self._assemble(error)  # type: ignore[attr-defined]


class NullContext(_Context):
    """Stands in where nothing is to be compiled; its report says why. The shape of Dynamo's ``_NullDecorator``."""

    def __init__(self, reason: str) -> None:
        super().__init__("no", {}, reason)

    def __call__(self, function: Any) -> Any:
        """Wrap a function so that its calls are counted; everything runs as it would without."""
        check_callable(function)
        self._subject = subject_of(function)
        if inspect.isclass(function):
            return function

        @functools.wraps(function)
        def compile_wrapper(*args: Any, **kwargs: Any) -> Any:
            with self._call(args, kwargs):
                return function(*args, **kwargs)

        compile_wrapper.explain_output = self.explain_output  # type: ignore[attr-defined]
        return compile_wrapper


class OptimizeContext(_Context):
    """Holds Dynamo's context, the recorder and the hook, and wraps what is given to it.

    Args:
        backend: As for :func:`optimize`.
        settings: Keywords of ``torch._dynamo.optimize``.
        rebuild_ctx: Makes the same context again; used to pickle it.
    """

    def __init__(
        self,
        backend: str | Callable[..., Any],
        settings: dict[str, Any],
        rebuild_ctx: Callable[[], OptimizeContext | NullContext] | None = None,
    ) -> None:
        self._settings = dict(settings)
        self._backend_given = backend
        self._rebuild_ctx = rebuild_ctx
        super().__init__(
            _name_of(backend),
            {name: _shown(value) for name, value in settings.items() if value not in (None, False)},
            "",
        )
        export = settings.get("guard_export_fn")

        def guard_export_fn(guards: Any) -> None:
            self.recorder.out_guards.extend(guards)
            if export is not None:
                export(guards)

        self.inner = engine.make_context(backend, {**settings, "guard_export_fn": guard_export_fn})

    @property
    def callback(self) -> Any:
        """Dynamo's callback, as on its own context."""
        return self.inner.callback

    @property
    def region(self) -> int:
        """The cache region of this context, -1 if it shares the common one."""
        return engine.region(self.inner)

    def __call__(self, function: Any) -> Any:
        """Wrap a function, method, module, class or other callable; the result is used in its place.

        Raises:
            NotExplainableError: It cannot be called.
        """
        import torch

        check_callable(function)
        self._subject = subject_of(function)
        compiled = self.inner(function)
        if isinstance(compiled, torch.nn.Module):
            return self._wrap_module(compiled)
        if inspect.isclass(compiled):
            return self._wrap_class(compiled)
        return self._wrap(compiled, function)

    def _wrap(self, compiled: Any, function: Any) -> Any:
        @functools.wraps(function, updated=())
        def compile_wrapper(*args: Any, **kwargs: Any) -> Any:
            with self._call(args, kwargs):
                return compiled(*args, **kwargs)

        for name in ("get_compiler_config", "_torchdynamo_orig_callable", "_torchdynamo_inline"):
            if hasattr(compiled, name):
                setattr(compile_wrapper, name, getattr(compiled, name))
        # Dynamo looks through a wrapper that names itself here: a function wrapped twice is compiled once.
        compile_wrapper._torchdynamo_wrapper_id = id(compile_wrapper)  # type: ignore[attr-defined]
        compile_wrapper.explain_output = self.explain_output  # type: ignore[attr-defined]
        return compile_wrapper

    def _wrap_module(self, compiled: Any) -> Any:
        # An OptimizedModule calls its own `forward`, which is Dynamo's compile_wrapper; hooks and state stay with it.
        compiled.__dict__["forward"] = self._wrap(compiled.forward, compiled.forward)
        compiled.__dict__["explain_output"] = self.explain_output
        return compiled

    def _wrap_class(self, compiled: Any) -> Any:
        # Dynamo has put its wrapper on the class' `__call__`; ours goes round it.
        compiled.__call__ = self._wrap(compiled.__call__, compiled.__call__)
        return compiled

    def __enter__(self) -> OptimizeContext:
        """As Dynamo's context; torch allows this use only if ``config.raise_on_ctx_manager_usage`` is off."""
        self._stack = contextlib.ExitStack()
        self._stack.enter_context(self._call((), {}))
        try:
            self._stack.enter_context(self.inner)
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *error: Any) -> bool | None:
        """Put back what was there before."""
        return self._stack.__exit__(*error)

    def __reduce__(self) -> Any:
        """Pickle by rebuilding: a recorder is of one process."""
        return _rebuild, (self._backend_given, self._settings)


def _name_of(backend: Any) -> str:
    if isinstance(backend, str):
        return backend
    names = (getattr(backend, attribute, None) for attribute in ("compiler_name", "__name__"))
    return next((name for name in names if isinstance(name, str)), type(backend).__name__)


def _rebuild(backend: Any, settings: dict[str, Any]) -> OptimizeContext:
    return OptimizeContext(backend, settings)


def _shown(value: Any) -> str:
    return (
        repr(value) if isinstance(value, bool | int | float | str) else getattr(value, "__name__", type(value).__name__)
    )
