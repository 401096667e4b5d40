"""Kinds of breaks about modules and their parameters."""

from __future__ import annotations

from ...report import Example
from ..kind import Kind

KINDS = (
    Kind(
        "`torch.nn.Parameter()` with unsupported data type",
        title="`nn.Parameter` of something that is no tensor",
    ),
    Kind(
        "Attempted to use `torch.nn.Parameter()` constructor with Dynamo",
        title="An `nn.Parameter` is made in compiled code",
    ),
    Kind(
        "Attempted to wrap RNN, GRU, or LSTM",
        title="An RNN, GRU or LSTM",
    ),
    Kind(
        "FSDP with use_orig_params=False",
        title="FSDP wraps the model with `use_orig_params=False`",
        hint="Wrap the model with `use_orig_params=True`.",
        example=Example(
            "model = FSDP(torch.compile(layer), device_id=device)\ndef f(x):\n    return model(x)",
            (
                "model = FSDP(torch.compile(layer), device_id=device, use_orig_params=True)\ndef f(x):\n"
                "    return model(x)"
            ),
        ),
    ),
    Kind(
        "getattr() on nn.Module with pending mutation",
        title="A module is changed, and asked for its parameters, in the same function",
        hint="Ask for the parameters or buffers before an attribute of the module is set.",
        example=Example(
            (
                "model.mean = model.mean + x\nmodel.steps += 1\nweights = list(model.parameters())\n"
                "return x * len(weights)"
            ),
            (
                "weights = list(model.parameters())\nmodel.mean = model.mean + x\nmodel.steps += 1\n"
                "return x * len(weights)"
            ),
        ),
    ),
    Kind(
        "Module-level backwards hooks require compiled autograd.",
        explanation="A backward hook of a module cannot be traced.",
    ),
    Kind(
        "non-constant `requires_grad` argument to `torch.nn.Parameter`",
        title="`nn.Parameter` whose `requires_grad` depends on a tensor",
    ),
    Kind(
        "torch.jit.script/freeze modules unsupported",
        title="A module compiled with `torch.jit`",
        hint="Use the module as it was before `torch.jit.script`: `torch.compile` takes its place.",
    ),
    Kind(
        "Uninitialized nn.Module",
        title="A module whose `__init__` did not run",
    ),
)
