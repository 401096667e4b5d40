"""Torch's global state that guards ask for: as it was in a call, and put in place again for a question about it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple


class GlobalState(NamedTuple):
    """What is on, and which defaults there are."""

    grad: bool
    inference: bool
    autocast: tuple[tuple[str, bool, Any], ...]
    """(device type, whether it is on, dtype) of each."""
    autocast_cache: bool
    dtype: Any
    device: tuple[Any, tuple[Any, ...]]
    """What ``torch.set_default_device`` has set, and the devices of that and of ``with torch.device(…)``."""
    deterministic: bool
    warn_only: bool


def current() -> GlobalState:
    """The state now, on this thread."""
    import torch
    from torch.overrides import _get_current_function_mode_stack
    from torch.utils import _device

    stack = _get_current_function_mode_stack()  # type: ignore[no-untyped-call]
    modes = [mode for mode in stack if isinstance(mode, _device.DeviceContext)]
    devices = ("cpu", *([torch._C._get_accelerator().type] if torch.accelerator.is_available() else ()))
    return GlobalState(
        grad=torch.is_grad_enabled(),
        inference=torch.is_inference_mode_enabled(),
        autocast=tuple((one, torch.is_autocast_enabled(one), torch.get_autocast_dtype(one)) for one in devices),
        autocast_cache=torch.is_autocast_cache_enabled(),
        dtype=torch.get_default_dtype(),
        device=(_device.CURRENT_DEVICE, tuple(mode.device for mode in modes)),
        deterministic=torch.are_deterministic_algorithms_enabled(),
        warn_only=torch.is_deterministic_algorithms_warn_only_enabled(),
    )


@contextlib.contextmanager
def within(state: GlobalState) -> Iterator[None]:
    """Have this state for the time of the block."""
    import torch

    before = current()
    with contextlib.ExitStack() as undo:
        if before.inference != state.inference:
            undo.enter_context(torch.inference_mode(state.inference))
        if torch.is_grad_enabled() != state.grad:
            undo.enter_context(torch.set_grad_enabled(state.grad))
        if before.device != state.device:
            undo.enter_context(_default_device(*state.device))
        undo.callback(_set, before)
        _set(state)
        yield


@contextlib.contextmanager
def _default_device(device: Any, modes: tuple[Any, ...]) -> Iterator[None]:
    """The modes that stand for a default device, below the other modes that there are, or without them."""
    from torch.overrides import _get_current_function_mode_stack, _pop_mode, _push_mode
    from torch.utils import _device

    before = _get_current_function_mode_stack()  # type: ignore[no-untyped-call]
    others = [mode for mode in before if not isinstance(mode, _device.DeviceContext)]
    now = [*(_device.DeviceContext(one) for one in modes), *others]
    for _ in before:
        _pop_mode()  # type: ignore[no-untyped-call]
    kept, _device.CURRENT_DEVICE = _device.CURRENT_DEVICE, device
    for mode in now:
        _push_mode(mode)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        for _ in now:
            _pop_mode()  # type: ignore[no-untyped-call]
        _device.CURRENT_DEVICE = kept
        for mode in before:
            _push_mode(mode)  # type: ignore[no-untyped-call]


def _set(state: GlobalState) -> None:
    import torch

    for device, enabled, dtype in state.autocast:
        torch.set_autocast_enabled(device, enabled)
        torch.set_autocast_dtype(device, dtype)
    torch.set_autocast_cache_enabled(state.autocast_cache)
    torch.set_default_dtype(state.dtype)
    torch.use_deterministic_algorithms(state.deterministic, warn_only=state.warn_only)
