"""The user's state around an explained call: what the call changed, and putting it back.

Looks at tensors and modules in the arguments, in the module that is explained (or that a method is bound to), in what
a function closes over, and in the global variables that it reads itself; and at the random number generators.
"""

from __future__ import annotations

import dis
import functools
import inspect
import random
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import CodeType
from typing import Any, Literal, ParamSpec, TypeVar

from ...errors import NotExplainableError
from .contents import CONTAINERS, Contents
from .tensors import KeptTensor, copy_of, grad_of, put_back, version

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _unseen(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Hide what is done here from the user's modes, which are told of every call to torch, and may count or print."""

    @functools.wraps(function)
    def quiet(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        import torch
        from torch.utils._python_dispatch import _disable_current_modes

        with torch._C.DisableTorchFunction(), _disable_current_modes():
            return function(*args, **kwargs)

    return quiet


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that a call changed."""

    kind: Literal["argument", "parameter", "buffer", "gradient", "random"]
    name: str


class State:
    """The state before a call.

    Args:
        function: What is called.
        args, kwargs: Its arguments.
        keep_values: Keep copies, so that ``restore`` can put everything back. Without it version counters are kept,
            which cost nothing; and copies of buffers, since some operations (batch norm) write to those uncounted.
    """

    @_unseen
    def __init__(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, keep_values: bool = False
    ) -> None:
        import torch

        self._tensors: list[KeptTensor] = []
        self._seen: set[int] = set()
        self._contents: Contents | None = None
        roots = list(_roots(function, args, kwargs))
        for name, value in roots:
            self._add(name, value)
        if keep_values:
            self._refuse_lazy()
            read = _globals_read(function, (*CONTAINERS, torch.optim.Optimizer))
            self._contents = Contents(value for _, value in (*roots, *read))
            for tensor in self._contents.tensors:
                self._add_tensor("argument", "", tensor)
        self._random = _random_states()
        for item in self._tensors:
            if keep_values:
                item.data = item.tensor.detach()
            if keep_values or (item.kind == "buffer" and item.tensor.numel() <= _LARGEST_BUFFER):
                item.value = copy_of(item.tensor)
            if keep_values and item.grad is not None:
                item.grad_value = copy_of(item.grad)

    def _refuse_lazy(self) -> None:
        """What has no sizes yet gets them by the call, and torch has no way back.

        Raises:
            NotExplainableError: There is such a parameter or buffer.
        """
        from torch.nn import parameter

        lazy: Any = parameter
        for item in self._tensors:
            if issubclass(type(item.tensor), lazy.UninitializedTensorMixin):
                raise NotExplainableError(
                    f"clone_inputs cannot put back `{item.name}`: it has no sizes before the module is called for the "
                    "first time, and the call gives it some for good. Call the module once before, "
                    "or explain it without clone_inputs."
                )

    def _add(self, name: str, value: Any) -> None:
        import torch

        # By type and not by `isinstance`, which asks the object for its `__class__`.
        if issubclass(type(value), torch.nn.Module):
            for path, module in value.named_modules():
                if id(module) in self._seen:
                    continue
                self._seen.add(id(module))
                prefix = ".".join(part for part in (name, path) if part)
                for own, tensor in module.named_parameters(prefix, recurse=False):
                    self._add_tensor("parameter", own, tensor)
                for own, tensor in module.named_buffers(prefix, recurse=False):
                    self._add_tensor("buffer", own, tensor)
            return
        for path, leaf in _leaves(name, value):
            if issubclass(type(leaf), torch.nn.Module):
                self._add(path, leaf)
            elif issubclass(type(leaf), torch.Tensor):
                self._add_tensor("argument", path, leaf)

    def _add_tensor(self, kind: Literal["argument", "parameter", "buffer"], name: str, tensor: Any) -> None:
        if id(tensor) in self._seen:
            return
        self._seen.add(id(tensor))
        grad = grad_of(tensor)
        self._tensors.append(KeptTensor(kind, name, tensor, version(tensor), grad, version(grad)))

    @_unseen
    def changes(self) -> list[Changed]:
        """What is different now. A change in place shows in a tensor's version counter, whatever the values are."""
        found = []
        for item in self._tensors:
            if item.differs():
                found.append(Changed(item.kind, item.name))
            grad = grad_of(item.tensor)
            if grad is not item.grad or version(grad) != item.grad_version:
                found.append(Changed("gradient", item.name))
        now = _random_states()
        found += [
            Changed("random", name) for name, (state, _) in self._random.items() if not _same(state, now[name][0])
        ]
        return found

    @_unseen
    def restore(self) -> None:
        """Put back values, gradients, attributes, contents of containers, and the random number generators."""
        import torch

        if self._contents is not None:
            self._contents.put_back()
        with torch.no_grad():
            for item in self._tensors:
                if item.differs():
                    put_back(item)
                if not item.tensor.is_leaf:
                    continue
                if item.grad is not None and version(item.grad) != item.grad_version:
                    item.grad.copy_(item.grad_value)
                if item.tensor.grad is not item.grad:
                    item.tensor.grad = item.grad
        for state, set_state in self._random.values():
            set_state(state)


_LARGEST_BUFFER = 1_000_000


@_unseen
def cloned(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments with every tensor in them cloned, once if it occurs twice. Modules stay as they are."""
    import torch
    from torch.utils import _pytree

    clones: dict[int, Any] = {}

    def clone(value: Any) -> Any:
        if not issubclass(type(value), torch.Tensor):
            return value
        if id(value) not in clones:
            clones[id(value)] = copy_of(value).requires_grad_(value.requires_grad)
        return clones[id(value)]

    def clones_in(value: Any) -> Any:
        if not _is_named_tuple(value):
            return clone(value)
        # Made as they were, and not by calling the class, which may be the user's.
        made = tuple.__new__(type(value), [copied(part) for part in tuple.__iter__(value)])
        if names := getattr(value, "__dict__", None):
            object.__getattribute__(made, "__dict__").update(names)
        return made

    def copied(value: Any) -> Any:
        return _pytree.tree_map(clones_in, value, is_leaf=_is_named_tuple)

    return copied(args), copied(kwargs)


def _is_named_tuple(value: Any) -> bool:
    kind = type(value)
    return issubclass(kind, tuple) and kind is not tuple and hasattr(kind, "_fields")


def _roots(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    import torch

    from ..engine import innermost

    function = innermost(function)
    owner = getattr(function, "__self__", None)
    if isinstance(function, torch.nn.Module):
        yield "", function
    elif isinstance(owner, torch.nn.Module):
        yield "", owner
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None)
    if code is not None and cells:
        for name, cell in zip(code.co_freevars, cells, strict=True):
            try:
                yield name, cell.cell_contents
            except ValueError:
                # Not assigned yet.
                continue
    is_bound = owner is not None
    if code is None and isinstance(function, torch.nn.Module):
        code, is_bound = getattr(type(function).forward, "__code__", None), True
    names = code.co_varnames[int(is_bound) : code.co_argcount] if code is not None else ()
    for position, value in enumerate(args):
        yield names[position] if position < len(names) else f"args[{position}]", value
    yield from kwargs.items()
    yield from _globals_read(function, (torch.nn.Module, torch.Tensor))


def _globals_read(function: Any, kinds: tuple[type, ...]) -> list[tuple[str, Any]]:
    """Global variables of some types that a function names itself: in a notebook, its model as a rule."""
    import torch

    if isinstance(function, torch.nn.Module):
        function = type(function).forward
    function = inspect.unwrap(getattr(function, "__func__", function))
    code, scope = getattr(function, "__code__", None), getattr(function, "__globals__", None)
    if type(code) is not CodeType or type(scope) is not dict:
        return []
    names = dict.fromkeys(step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    return [(name, scope[name]) for name in names if name in scope and issubclass(type(scope[name]), kinds)]


def _leaves(name: str, value: Any) -> Iterable[tuple[str, Any]]:
    from torch.utils import _pytree

    for path, leaf in _pytree.tree_flatten_with_path(value, is_leaf=_is_named_tuple)[0]:
        where = f"{name}{_pytree.keystr(path)}"
        if not _is_named_tuple(leaf):
            yield where, leaf
            continue
        for field, part in zip(type(leaf)._fields, tuple.__iter__(leaf), strict=False):
            yield from _leaves(f"{where}.{field}", part)


def _random_states() -> dict[str, tuple[Any, Callable[[Any], Any]]]:
    import torch

    states: dict[str, tuple[Any, Callable[[Any], Any]]] = {
        "torch": (torch.get_rng_state(), torch.set_rng_state),
        "random": (random.getstate(), random.setstate),
    }
    cuda: Any = torch.cuda
    if cuda.is_available() and cuda.is_initialized():
        states["torch.cuda"] = (torch.cuda.get_rng_state_all(), torch.cuda.set_rng_state_all)
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None:
        states["numpy"] = (numpy.random.get_state(), numpy.random.set_state)
    return states


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(_same(*pair) for pair in zip(one, other, strict=True))
    equal = one == other
    return bool(equal.all()) if hasattr(equal, "all") else bool(equal)
