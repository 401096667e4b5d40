"""optimize(): Dynamo's chain with a recorder in it, for code that is called many times.

The chain is ``optimize → OptimizeContext → compile_wrapper → frame hook``, in the shape of
torch/_dynamo/eval_frame.py. Each step composes Dynamo's own: what is observed is the user's torch, never a copy of it.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .hook import around
from .model.run import RunSubject
from .output import ExplainOutput
from .recording import Recording
from .subject import check_callable, subject_of
from .tracer import engine
from .tracer.reading.nodes import call_text
from .tracer.recorder import Recorder
from .tracer.state import compiled_modules as modules


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
    """Compile as ``torch._dynamo.optimize`` does, and record what Dynamo does, over many calls.

    ::

        step = dynexplain.optimize("eager")(model)
        for batch in batches:
            step(batch)
        print(step.explain_output())  # also the recompiles, and why

    An exception of a call goes on unchanged; what was seen until then is on it, as ``error.explain_output``.

    Args:
        backend: What compiles the graphs: a name from ``torch._dynamo.list_backends(None)`` or a callable. As with
            ``torch.compile``, ``"inductor"`` if none is given.
        nopython: Raise at the first graph break (``fullgraph=True`` of ``torch.compile``).
        error_on_graph_break: See ``torch._dynamo.error_on_graph_break``.
        guard_export_fn: Called with the guards of each compilation.
        guard_fail_fn: Called when guards failed.
        guard_filter_fn: Decides which guards to keep.
        disable: Compile nothing; the report says so.
        dynamic: Dynamic shapes always (True), never (False), or where sizes were seen to vary (None).
        others: Further keywords of this torch's ``torch._dynamo.optimize``.

    Returns:
        A context to call with a function, module or class; what that returns is used in its place. Both give the
        report of all calls so far: ``.explain_output()``. A :class:`NullContext`, under which everything runs as
        plain Python, where nothing is to be compiled: with ``disable``, or with Dynamo switched off.

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

    if disable:
        return NullContext("disable=True was given")
    if (reason := engine.disabled_reason()) and not reason.startswith("the stance"):
        return NullContext(reason)
    return OptimizeContext(backend, given)


class _Context:
    """What both contexts share: a recording, and ``compile_wrapper``, which listens to calls."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    @property
    def recorder(self) -> Recorder:
        """Who listens."""
        return self._recording.recorder

    def explain_output(self) -> ExplainOutput:
        """The report of every call so far, which later calls do not change."""
        return self._recording.output()

    def _wrap(self, compiled: Any, function: Any, subject: RunSubject) -> Any:
        recording = self._recording

        def before(*args: Any, **kwargs: Any) -> Any:
            return recording.call(lambda: replace(subject, call=call_text(subject.name, args, kwargs)))

        # What Dynamo has not wrapped runs as the code around it does.
        quiet = None if compiled is function else engine.set_callback()
        compile_wrapper = around(compiled, before, fault=recording.fault, quiet=quiet)
        functools.update_wrapper(compile_wrapper, function, updated=())
        for name in ("get_compiler_config", "_torchdynamo_orig_callable", "_torchdynamo_inline"):
            if hasattr(compiled, name):
                setattr(compile_wrapper, name, getattr(compiled, name))
        # Dynamo looks through a wrapper that names itself here: a function wrapped twice is compiled once.
        compile_wrapper._torchdynamo_wrapper_id = id(compile_wrapper)
        compile_wrapper.explain_output = self.explain_output
        return compile_wrapper


class NullContext(_Context):
    """Stands in where nothing is to be compiled; its report says why. The shape of Dynamo's ``_NullDecorator``."""

    def __init__(self, reason: str) -> None:
        super().__init__(Recording(backend="no", disabled=reason))

    def __call__(self, function: Any) -> Any:
        """Wrap a function; everything runs as it would without. Modules and classes are returned as they are."""
        check_callable(function)
        self._recording.subject = subject = subject_of(function)
        if subject.kind in ("module", "class"):
            return function
        return self._wrap(function, function, subject)

    region = -1

    def to_call(self, function: Any) -> Any:
        """Wrap what is called in place of a function; see :meth:`OptimizeContext.to_call`."""
        return self(_making(function))

    def __reduce__(self) -> Any:
        """A recorder is of one process."""
        return NullContext, (self._recording.disabled,)


class OptimizeContext(_Context):
    """Holds Dynamo's context, the recorder and the hook, and wraps what is given to it.

    Args:
        backend: As for :func:`optimize`.
        settings: Keywords of ``torch._dynamo.optimize``.
    """

    def __init__(self, backend: str | Callable[..., Any], settings: dict[str, Any]) -> None:
        self._backend_given = backend
        self._settings = dict(settings)
        options = {name: _shown(value) for name, value in settings.items() if value not in (None, False)}
        super().__init__(Recording(backend=backend_name(backend), options=options))
        collect = _GuardCollector(self.recorder.out_guards, settings.get("guard_export_fn"))
        self.inner = engine.make_context(backend, {**settings, "guard_export_fn": collect})

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
        return self._around(function, function)

    def to_call(self, function: Any) -> Any:
        """Wrap what is called in place of a function, which stays as it is.

        That of a class makes an instance, and that of a module that was compiled in place is its own call.
        """
        function = _making(function)
        return self._around(modules.own_call(function) or function, function)

    def _around(self, called: Any, function: Any) -> Any:
        """Wrap what is called in place of ``function``, which the report is of."""
        import torch

        check_callable(function)
        self._recording.subject = subject = subject_of(function)
        self._recording.function = function
        compiled = modules.compile_with(self.inner, called)
        if isinstance(compiled, torch.nn.Module):
            # An OptimizedModule calls its own `forward`, which is Dynamo's compile_wrapper; hooks and state stay.
            compiled.__dict__["forward"] = self._wrap(compiled.forward, compiled.forward, subject)
            compiled.__dict__["explain_output"] = self.explain_output
            return compiled
        if inspect.isclass(compiled):
            # Dynamo has put its wrapper on the class' `__call__`; ours goes round it.
            of_class: Any = compiled
            of_class.__call__ = self._wrap(of_class.__call__, of_class.__call__, subject)
            return compiled
        return self._wrap(compiled, called, subject)

    def __enter__(self) -> OptimizeContext:
        """As Dynamo's context; torch allows this use only if ``config.raise_on_ctx_manager_usage`` is off."""
        self._recording.subject = RunSubject("this block", "session", None)
        self._entered = self._recording.call()
        with contextlib.ExitStack() as opened:
            opened.enter_context(self._entered)
            opened.enter_context(self.inner)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        """Put back what was there before."""
        self._opened.__exit__(kind, error, trace)

    def __reduce__(self) -> Any:
        """Pickle by rebuilding: a recorder is of one process."""
        return OptimizeContext, (self._backend_given, self._settings)


def _making(function: Any) -> Any:
    """For a class, a function that makes an instance: Dynamo would put its wrapper on the class, for good."""
    if not inspect.isclass(function):
        return function

    @functools.wraps(function, updated=())
    def construct(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return construct


class _GuardCollector:
    """Keeps the guards that Dynamo exports, and passes them on. A class, so that Dynamo's context can be pickled."""

    def __init__(self, found: list[Any], then: Callable[[Any], None] | None) -> None:
        self._found = found
        self._then = then

    def __call__(self, guards: Any) -> None:
        self._found.extend(guards)
        if self._then is not None:
            self._then(guards)

    def __reduce__(self) -> Any:
        return _GuardCollector, ([], self._then)


def backend_name(backend: Any) -> str:
    """What a report calls a backend."""
    if isinstance(backend, str):
        return backend
    names = (getattr(backend, attribute, None) for attribute in ("compiler_name", "__name__"))
    return next((name for name in names if isinstance(name, str)), type(backend).__name__)


def _shown(value: Any) -> str:
    plain = isinstance(value, bool | int | float | str)
    return repr(value) if plain else getattr(value, "__name__", type(value).__name__)
