"""Kinds of breaks where an operator, a fake tensor or the backend says no."""

from __future__ import annotations

from ...report import Example
from ..kind import Kind
from ..phrases import OUTSIDE, PYTHON_TOO

_OPERATOR = 'library.impl("double", double)\ndef f(x):\n    return torch.ops.demo.double(x)'

KINDS = (
    Kind(
        "async_op=True for distributed collectives",
        hint=("Leave `async_op=True` away: in a graph, a collective is waited for where its result is used."),
    ),
    Kind(
        "Backend compiler exception",
        title="The backend failed on the graph",
    ),
    Kind(
        "Encountered non-PT2-compliant op",
        title="A custom operator is not marked as safe to compile",
        hint=(
            "If its author is sure that the operator can be compiled, define it with "
            "`tags=torch.Tag.pt2_compliant_tag`."
        ),
        example=Example(
            f'library.define("double(Tensor x) -> Tensor")\n{_OPERATOR}',
            f'library.define("double(Tensor x) -> Tensor", tags=torch.Tag.pt2_compliant_tag)\n{_OPERATOR}',
        ),
    ),
    Kind(
        "Error when attempting to resolve op packet",
        title="No variant of the operator takes these arguments",
        hint=PYTHON_TOO,
        example=Example(
            'return torch.ops.aten.add(x, "1")',
            "return torch.ops.aten.add(x, 1)",
        ),
    ),
    Kind(
        "Failed to convert args/kwargs to proxy",
        title="An operation of torch is given an object that cannot be in a graph",
        hint="Pass tensors, numbers, or lists, tuples and dicts of them.",
        example=Example(
            "noise = torch.randn(3, generator=generator)\nreturn x + noise",
            "return x + noise  # noise is made outside, and passed",
        ),
    ),
    Kind(
        "Fake tensor propagation exception",
        title="A tensor of a kind that Dynamo cannot trace",
        hint=("Turn a quantized tensor into a plain one with `dequantize()` before the call, and pass that."),
        example=Example(
            "def f(x):\n    return x * quantized.dequantize()",
            "weight = quantized.dequantize()\ndef f(x):\n    return x * weight",
        ),
    ),
    Kind(
        "non-const keys in mappingproxy",
        title="A mapping proxy whose keys are objects",
    ),
    Kind(
        "NotImplementedError/UnsupportedFakeTensorException when running FX node",
        title="An operation has no version for tracing",
        hint="Write it with operations on plain tensors, or call it outside the compiled function.",
        example=Example(
            "y = x.to_mkldnn().relu()\nreturn y.to_dense()",
            "return x.relu()  # on a plain tensor",
        ),
    ),
    Kind(
        "Operator does not support running with fake tensors",
        title="An operator has no fake kernel",
        explanation="Dynamo cannot find out the shape of its result.",
        hint="Tell the shape of its result with `torch.library.register_fake`.",
    ),
    Kind(
        "RuntimeError when making fake tensor call",
        title="An operation fails for these arguments",
        hint=(
            "If the call fails without `torch.compile` too, put its arguments right. If it is a custom "
            "operator, tell its result's shape with `register_fake`."
        ),
    ),
    Kind(
        "RuntimeError when trying to get real value from fx.Node",
        explanation="Dynamo ran the operation, and it raised an error.",
    ),
    Kind(
        "torch.* op returned non-Tensor",
        title="An operation of torch returns something that is no tensor",
        hint=OUTSIDE,
        example=Example(
            "dtype = torch.result_type(x, 1.5)\nreturn x.to(dtype)",
            "dtype = torch.promote_types(x.dtype, torch.float32)\nreturn x.to(dtype)",
        ),
    ),
    Kind(
        "TorchRuntimeError",
        title="An operation fails for these arguments",
    ),
    Kind(
        "TypeError when making fake tensor call",
        title="An operation is given an argument of the wrong type",
        explanation="Dynamo tried the operation, and it raised a TypeError.",
        hint=PYTHON_TOO,
    ),
    Kind(
        "UserError",
        title="Code that `torch.compile` does not support",
    ),
)
