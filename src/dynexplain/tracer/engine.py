"""The Dynamo that is explained: making its context, and asking about its state. Private names of torch stay in here."""

from __future__ import annotations

import functools
import inspect
import os
import platform
from collections.abc import Iterable
from types import CodeType, FunctionType
from typing import Any

from .. import hook
from ..errors import BadOptionsError, UnsupportedTorchError
from ..version import VERSION

OLDEST_TORCH = (2, 13)


def check_supported() -> None:
    """Make sure that Dynamo can run here.

    Raises:
        UnsupportedTorchError: torch is missing or too old, or Dynamo does not support this Python.
    """
    try:
        import torch
    except ImportError as error:
        raise UnsupportedTorchError(
            f"dynexplain explains what PyTorch's compiler does, and PyTorch cannot be imported here ({error}). "
            "Install it with `pip install torch`."
        ) from error
    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2] if part.isdigit())
    if version < OLDEST_TORCH:
        raise UnsupportedTorchError(
            f"dynexplain needs torch {'.'.join(map(str, OLDEST_TORCH))} or newer, and this is {torch.__version__}. "
            "Upgrade it with `pip install -U torch`."
        )
    from torch._dynamo.eval_frame import check_if_dynamo_supported

    _leave_ourselves_alone()
    try:
        check_if_dynamo_supported()
    except RuntimeError as error:
        raise UnsupportedTorchError(
            f"Dynamo does not run in this Python ({platform.python_version()}): {error}"
        ) from error


@functools.cache
def _leave_ourselves_alone() -> None:
    """Keep Dynamo from compiling dynexplain itself, where an explain is called within compiled code."""
    from torch._dynamo import trace_rules

    trace_rules.add("dynexplain")


def stance() -> str:
    """The stance that is set (``torch.compiler.set_stance``)."""
    from torch._dynamo import eval_frame

    return str(getattr(getattr(eval_frame, "_stance", None), "stance", "default"))


def dynamo_codes(codes: Iterable[CodeType]) -> dict[int, CodeType]:
    """Of these code objects, by id, those that Dynamo made, with the code that each was made from."""
    from torch._dynamo import convert_frame

    made_from: Any = getattr(convert_frame, "orig_code_map", {})
    return {
        id(code): made_from.get(real, real)
        for code in codes
        if (real := hook.original(code)) in convert_frame.output_codes
    }


def disabled_reason() -> str:
    """Why Dynamo compiles nothing right now, empty if it does."""
    from torch._dynamo import config

    if os.environ.get("TORCHDYNAMO_DISABLE", "") == "1":
        return "TORCHDYNAMO_DISABLE=1 is set"
    if config.disable:
        return "torch._dynamo.config.disable is set"
    if stance() == "force_eager":
        return 'the stance is "force_eager"'
    return ""


@functools.cache
def dynamo_evaluator() -> int:
    """The address of Dynamo's frame evaluator.

    After an exception in a conversion torch leaves it installed, and installs it again on top of ours for the next
    compiled call: the hook has to know it, so that the two do not call each other in a circle. 0 without a hook.
    """
    if not hook.available():
        return 0
    from torch._dynamo import eval_frame

    module: Any = eval_frame
    # False is Dynamo's "run only": its evaluator is installed and compiles nothing, whatever runs in between, such as
    # a debugger's trace function.
    prior = module.set_eval_frame(False)
    try:
        return hook.current_evaluator()
    finally:
        module.set_eval_frame(prior)


def set_callback() -> Any:
    """Dynamo's function in C that sets what compiles on this thread, and returns what did; None: nothing is compiled.

    Dynamo's own ``compile_wrapper`` does so around a call, since our own code may be running inside somebody's compiled
    function, where Dynamo looks at every frame.
    """
    from torch._dynamo import eval_frame

    module: Any = eval_frame
    return module.set_eval_frame


def make_context(backend: Any, settings: dict[str, Any]) -> Any:
    """Dynamo's own context for these settings, in a cache region of its own where this torch has regions.

    Args:
        backend: Name or callable.
        settings: Keywords of ``torch._dynamo.optimize``; those it does not know in this version raise TypeError there.
    """
    import torch._dynamo
    from torch._dynamo.eval_frame import _optimize

    if "isolate_recompiles" in inspect.signature(_optimize).parameters:
        settings = {"isolate_recompiles": True, **settings}
    return torch._dynamo.optimize(backend, **settings)


def region(context: Any) -> int:
    """The cache region of a context, -1 if it shares the common one."""
    return int(getattr(context, "_isolate_recompiles_id", -1))


def backend_for(backend: Any, mode: str | None, options: dict[str, Any] | None, dynamic: bool | None) -> Any:
    """The backend as ``torch.compile(backend=, mode=, options=)`` makes it (torch/__init__.py, ``compile``)."""
    if mode is not None and options is not None:
        raise BadOptionsError("Either mode or options can be specified, but both can't be specified at the same time.")
    if mode is None and options is None and backend != "inductor":
        return backend
    import torch

    private: Any = torch
    if backend == "inductor":
        return private._TorchCompileInductorWrapper(
            "default" if mode is None and options is None else mode, options, dynamic
        )
    return private._TorchCompileWrapper(backend, mode, options, dynamic)


def innermost(function: Any) -> Any:
    """The function below ``torch.compile`` wrappers."""
    from torch._dynamo.eval_frame import OptimizedModule, innermost_fn

    if isinstance(function, OptimizedModule):
        return function._orig_mod
    return innermost_fn(function)


def codes_of(function: Any) -> list[CodeType]:
    """The code that Dynamo is offered first when a callable is called, as far as that can be told without a call."""
    import torch
    from torch._dynamo import external_utils

    function = innermost(function)
    while isinstance(function, functools.partial):
        function = function.func
    found: list[Any] = []
    if not inspect.isroutine(function):
        # Modules and other objects are called through this one.
        found += external_utils.wrap_inline.__code__.co_consts
        kind = function if inspect.isclass(function) else type(function)
        function = inspect.getattr_static(
            kind,
            "__init__" if kind is function else "forward" if issubclass(kind, torch.nn.Module) else "__call__",
            None,
        )
    function = getattr(function, "__func__", function)
    seen = 0
    while type(function) is FunctionType and seen < 100:
        found.append(function.__code__)
        function, seen = vars(function).get("__wrapped__"), seen + 1
    return [code for code in found if type(code) is CodeType]


def versions() -> dict[str, str]:
    """Versions for the report's environment."""
    import torch

    return {
        "dynexplain": VERSION,
        "torch": str(torch.__version__),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
    }


def changed_config() -> dict[str, str]:
    """Settings of ``torch._dynamo.config`` that are not at their defaults."""
    from torch._dynamo import config

    changed = {}
    for line in config.codegen_config().splitlines():
        name, equals, value = line.partition(" = ")
        if equals and name.startswith("torch._dynamo.config."):
            changed[name.removeprefix("torch._dynamo.config.")] = value
    return changed


def compile_times() -> str:
    """Torch's own table of where compile time went, as ``torch._dynamo.explain`` gives it."""
    from torch._dynamo.utils import compile_times as table

    return str(table(repr="str"))
