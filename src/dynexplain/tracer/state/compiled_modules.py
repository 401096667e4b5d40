"""Modules that are compiled already, wrapped or in place: what is explained is the module itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def compile_with(context: Any, function: Any) -> Any:
    """What Dynamo's context makes of a function, module, class or other callable.

    Dynamo looks through a compiled function. Of a compiled module it would take the ``forward`` (``innermost_fn`` in
    torch/_dynamo/eval_frame.py), and the module's hooks would not run.
    """
    from torch._dynamo.eval_frame import OptimizedModule

    if not isinstance(function, OptimizedModule):
        return context(function)
    compiled = compile_with(context, function._orig_mod)
    # Hooks may have been registered on the wrapper as well.
    compiled.__dict__.update({name: value for name, value in vars(function).items() if "_hook" in name})
    return compiled


def own_call(function: Any) -> Callable[..., Any] | None:
    """What a module that ``Module.compile`` has compiled in place would run without that; None for anything else."""
    import torch

    if isinstance(function, torch.nn.Module) and getattr(function, "_compiled_call_impl", None) is not None:
        call: Callable[..., Any] = function._call_impl
        return call
    return None
