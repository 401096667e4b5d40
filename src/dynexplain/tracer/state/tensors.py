"""A tensor of the user's around an explained call: whether it was written to, and putting it back."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(slots=True)
class KeptTensor:
    """A tensor as it was before the call."""

    kind: Literal["argument", "parameter", "buffer"]
    name: str
    tensor: Any
    version: int
    grad: Any
    grad_version: int
    data: Any = None
    """The tensor as it was: its sizes and its memory, which a call may exchange for others."""
    value: Any = None
    """A copy: of every tensor if it is to be restored, else of small buffers only."""
    grad_value: Any = None

    def differs(self) -> bool:
        """Whether the tensor was written to."""
        if version(self.tensor) != self.version or (self.data is not None and not _same_memory(self.tensor, self.data)):
            return True
        return self.value is not None and not _equal(self.tensor, self.value)


def put_back(item: KeptTensor) -> None:
    """Give a tensor back its sizes, its memory and what it held."""
    import torch

    if not _same_memory(item.tensor, item.data):
        item.tensor.data = item.data
    # Outside of that mode torch lets nobody write to the tensors that were made in it.
    with torch.inference_mode() if item.tensor.is_inference() else contextlib.nullcontext():
        item.tensor.copy_(item.value)


def _same_memory(tensor: Any, data: Any) -> bool:
    """Whether a tensor is of the same sizes, type and memory as it was."""
    if (tensor.shape, tensor.dtype, tensor.device, tensor.layout) != (data.shape, data.dtype, data.device, data.layout):
        return False
    try:
        return bool(tensor.data_ptr() == data.data_ptr())
    except RuntimeError:  # some layouts have no memory of one piece
        return True


def copy_of(tensor: Any) -> Any:
    """A copy of the same class, made without that class' own code."""
    import torch

    copy, kind = tensor.detach().clone(), type(tensor)
    if type(copy) is kind or kind is torch.nn.Parameter:
        return copy
    copy = copy.as_subclass(kind)
    vars(copy).update(vars(tensor))
    return copy


def _equal(one: Any, other: Any) -> bool:
    """Whether two tensors hold the same, NaN being the same as NaN."""
    import torch

    with torch.no_grad(), torch._C.DisableTorchFunction():
        if one.shape != other.shape or one.is_sparse or one.is_quantized or one.is_meta:
            return bool(one.shape == other.shape)
        return bool(((one == other) | ((one != one) & (other != other))).all())


def version(tensor: Any) -> int:
    """The version counter; inference tensors have none."""
    import torch

    if tensor is None:
        return -1
    with torch._C.DisableTorchFunction():
        return -1 if tensor.is_inference() else int(tensor._version)


def grad_of(tensor: Any) -> Any:
    """The gradient of a leaf."""
    import torch

    with torch._C.DisableTorchFunction():
        return tensor.grad if tensor.is_leaf else None
