"""explain(): what Dynamo does with one call. The spine of the package."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from . import hook
from .errors import is_about_arguments
from .optimize import NullContext, OptimizeContext, optimize
from .output import ExplainOutput
from .recording import Recording, shown_options
from .subject import check_callable
from .tracer import engine
from .tracer.state.around import Around, DynamosState
from .tracer.state.history import Memory


class Explainer:
    """What ``explain(f)`` gives: call it with the arguments of ``f``."""

    def __init__(self, function: Any, run: Callable[..., ExplainOutput]) -> None:
        self._run = run
        self._name = getattr(function, "__name__", type(function).__name__)
        self.__name__ = f"explain({self._name})"

    def __call__(self, /, *args: Any, **kwargs: Any) -> ExplainOutput:
        """Run the function once with these arguments, and explain."""
        return self._run(*args, **kwargs)

    def __repr__(self) -> str:
        """What is still to do."""
        return f"<explain({self._name}): call it with the arguments of {self._name} to get the explanation>"

    def __getattr__(self, name: str) -> Any:
        """Whoever reads a result here forgot the call."""
        if hasattr(ExplainOutput, name) or name in ("report", "graphs", "out_guards", "compile_times", "result"):
            raise AttributeError(
                f"explain({self._name}) has not run anything yet, so it has no `{name}`. "
                f"Call it with the arguments of {self._name}: `explain({self._name})(…).{name}`."
            )
        raise AttributeError(name)


def explain(
    f: Callable[..., Any],
    *extra_args: Any,
    backend: str | Callable[..., Any] = "eager",
    dynamic: bool | None = None,
    fullgraph: bool = False,
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    clone_inputs: bool = False,
    history: bool = False,
    **extra_kwargs: Any,
) -> Any:
    """Explain what ``torch.compile`` does with a call.

    ``explain(f)(*args, **kwargs)`` runs ``f`` once, compiled, and returns an :class:`ExplainOutput`. Functions that
    were compiled before keep their caches, and ``f`` itself is as it was::

        out = explain(model)(x)
        print(out)  # in a notebook, the value of the cell displays itself

    An exception of the call goes on unchanged; what was seen until then is on it, as ``error.explain_output``.

    Args:
        f: A function, method, module, class or other callable, compiled or not. It is compiled anew, with the options
            given here.
        backend: What compiles the graphs: a name from ``torch._dynamo.list_backends(None)`` or a callable.
            ``"eager"`` runs them as they are, which is all that a question about graph breaks needs.
        dynamic: Dynamic shapes always (True), never (False), or where sizes were seen to vary (None).
        fullgraph: Raise at the first graph break.
        mode, options: For the backend, as ``torch.compile`` takes them; one of them at most.
        clone_inputs: Run on clones of the tensors in the arguments, and put back afterwards what the call changed:
            tensors and their gradients, attributes of modules and optimizers, what lists, dicts, sets and deques hold,
            and random number generators. It looks at the arguments, at the module that is explained, at what ``f``
            closes over and at the global variables that ``f`` names itself, and into no objects of other classes.
            Without it the call is made for real, and the report says which tensors, gradients and random number
            generators there it changed.
        history: Ask with what Dynamo remembers of earlier calls in this process: sizes and numbers that varied, and
            functions that it gave up. Without it the same question always gets the same answer, that of a fresh
            process. Neither adds to that memory.
        extra_args, extra_kwargs: The deprecated form ``explain(f, *args, **kwargs)``, with a FutureWarning.

    Returns:
        A callable that takes the arguments of ``f`` and returns an :class:`ExplainOutput`. In the deprecated form
        the output itself.

    Raises:
        NotExplainableError: ``f`` cannot be called, or ``clone_inputs`` cannot copy an argument that contains itself.
        UnsupportedTorchError: Dynamo cannot run here.
        RuntimeError: From the call: both ``mode`` and ``options``, or one that the backend does not know.
    """
    check_callable(f)
    engine.check_supported()

    def planned(*args: Any, **kwargs: Any) -> _Explained:
        def prepare() -> tuple[OptimizeContext | NullContext, Callable[..., Any]]:
            context = optimize(engine.backend_for(backend, mode, options, dynamic), nopython=fullgraph, dynamic=dynamic)
            recording = context._recording
            recording.options = shown_options(dynamic=dynamic, fullgraph=fullgraph, mode=mode, options=options)
            recording.is_the_answer = True
            recording.remember(Memory.COPY if history else Memory.FRESH)
            return context, context.to_call(f)

        return _Explained(f, args, kwargs, prepare, clone=clone_inputs, lift=not history)

    # Where nothing can be prepared, by a fault of ours, `f` itself is called.
    inner = hook.around(f, planned, _Explained.output, quiet=engine.set_callback())
    if extra_args or extra_kwargs:
        warnings.warn(
            "explain(f, *args, **kwargs) is deprecated, use explain(f)(*args, **kwargs) instead.",
            FutureWarning,
            stacklevel=2,
        )
        output: ExplainOutput = inner(*extra_args, **extra_kwargs)
        return output
    return Explainer(f, inner)


class _Explained(hook.Block):  # type: ignore[misc]  # a class of the compiled part, or of what stands for it
    """One explained call: what is prepared before it, and what is put back and told after it."""

    def __init__(
        self,
        f: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        prepare: Callable[[], tuple[OptimizeContext | NullContext, Callable[..., Any]]],
        *,
        clone: bool,
        lift: bool,
    ) -> None:
        self._call = f, args, kwargs
        self._prepare = prepare
        self._clone = clone
        self._lift = lift
        self._recording = Recording()
        self._around: Around | None = None

    def _enter(self) -> None:
        try:
            self._begin()
        except Exception as error:
            if is_about_arguments(error):
                raise
            # Memory may be short for a moment only.
            self._leave(error)
            self._begin()

    def _begin(self) -> None:
        f, args, kwargs = self._call
        context, call = self._prepare()
        self._recording = context._recording
        recorder = context.recorder
        apart = engine.codes_of(f)
        dynamos = DynamosState(recorder.touched, [context.region], recorder.history, lift=self._lift, apart=apart)
        around = Around(f, args, kwargs, dynamos, clone=self._clone, shielded=recorder.shielded)
        self._around = around
        around.__enter__()
        self.target = call, around.args, around.kwargs

    def _leave(self, error: BaseException | None) -> None:
        if self._around is not None and not self._clone and error is None:
            self._recording.changes = self._around.changes()
        if self._around is not None:
            self._around.__exit__()
            self._around = None

    def _fault(self, error: Exception) -> bool:
        # Who asked for clones does not want the call to be made with the arguments themselves.
        is_refused = self._clone and self.entered and self.target is None
        return not is_refused and not is_about_arguments(error) and self._recording.fault(error)

    def output(self, result: Any, error: BaseException | None) -> ExplainOutput | None:
        """What the call has given."""
        return self._recording.output(result) if error is None else None
