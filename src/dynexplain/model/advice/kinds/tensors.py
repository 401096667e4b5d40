"""Kinds of breaks about tensors themselves: their methods, `out=`, subclasses, layouts, random numbers."""

from __future__ import annotations

from ...report import Example
from ..kind import Kind
from ..phrases import OWN_OUT, PYTHON_TOO

_INDEX_ADD = (
    "Write the product with the indices of the sparse tensor, on plain tensors: "
    "`torch.zeros(n, d).index_add(0, rows, h[columns] * values[:, None])` is `adj @ h`. "
    "If not, make and use the sparse tensor in a function that is called outside, and pass on what it returns."
)

KINDS = (
    Kind(
        "Argument of `as_subclass` must be a non-dispatcher-style tensor subclass",
        title="`as_subclass` with a class that Dynamo does not support",
    ),
    Kind(
        "Attempted to call op with non-contiguous `out=` tensor",
        title="`out=` is not contiguous",
        hint=OWN_OUT,
    ),
    Kind(
        "Attempted to copy.deepcopy a tensor",
        title="A tensor is copied with `copy.deepcopy`",
        hint="Copy a tensor with `clone()`.",
        example=Example(
            "y = copy.deepcopy(x)\nreturn y * 2",
            "y = x.clone()\nreturn y * 2",
        ),
    ),
    Kind(
        "Attempted to wrap sparse Tensor",
        title="A sparse tensor",
        hint=_INDEX_ADD,
    ),
    Kind(
        "Attempted to wrap sparse Tensor with VariableTracker",
        title="A sparse tensor",
        hint=_INDEX_ADD,
    ),
    Kind(
        "Sparse tensor creation not supported",
        title="A sparse tensor is made",
        hint=_INDEX_ADD,
    ),
    Kind(
        "Attempted to wrap strided NestedTensor",
        title="A nested tensor of the old, strided layout",
        hint="Make it with `layout=torch.jagged`, which can be compiled.",
        example=Example(
            "rows = torch.nested.nested_tensor(ragged)\ndef f(x):\n    return rows * 2",
            ("rows = torch.nested.nested_tensor(ragged, layout=torch.jagged)\ndef f(x):\n    return rows * 2"),
        ),
    ),
    Kind(
        "Calling subclass default constructor with more than tensor argument",
        title="A tensor subclass is constructed from more than a tensor",
    ),
    Kind(
        "Encountered tensor.is_inference() during tracing",
        title="`is_inference()` is called",
    ),
    Kind(
        "Encountered torch.is_inference_mode_enabled during tracing",
        title="`torch.is_inference_mode_enabled()` is called",
    ),
    Kind(
        "Failed to mutate tensor data attribute",
        title="`.data` of a computed tensor is replaced",
        example=Example(
            "y = x.relu()\ny.data = torch.zeros(3)\nreturn y",
            "y = x.relu()\ny = torch.zeros(3)\nreturn y",
        ),
    ),
    Kind(
        "Failed to mutate tensor data attribute to different dtype",
        title="`.data` is replaced by a tensor of another dtype",
    ),
    Kind(
        "Failed to set tensor attribute",
        title="An attribute of a tensor is set",
    ),
    Kind(
        "Inplace op on input tensor",
        title="The sizes of an argument are changed in place",
        hint="Use the operation that returns a new view, without the underscore.",
    ),
    Kind(
        "repr() on tensor",
        title="`repr` of a tensor needs its values",
        hint="Return the tensor, and make its text where the function is called.",
        example=Example(
            "y = x.relu()\nreturn y, repr(y)",
            "y = x.relu()\nreturn y  # call repr() on it outside",
        ),
    ),
    Kind(
        "Shape mismatch with out= list of tensor variants",
        title="`out=` has another shape than the result",
        hint=OWN_OUT,
    ),
    Kind(
        "Shape mismatch with out= tensor variant",
        title="`out=` has another shape than the result",
        hint=OWN_OUT,
        example=Example(
            "torch.add(x, 1, out=empty)\nreturn empty * 2",
            "y = torch.add(x, 1)\nreturn y * 2",
        ),
    ),
    Kind(
        "Tensor device mismatch",
        title="Tensors on different devices meet",
    ),
    Kind(
        "Tensor.random_ op",
        title="`{0}` of a tensor",
        subject=r"Tensor\.(\w+)",
        example=Example(
            "y = torch.empty(3)\ny.random_(0, 10)\nreturn x + y",
            "y = torch.randint(0, 10, (3,))\nreturn x + y",
        ),
    ),
    Kind(
        "Tensor.uniform_ op called with `from` keyword",
        title="`uniform_` with the keyword `from`",
    ),
    Kind(
        "torch.Generator method",
        title="`{0}` of a random generator",
        subject=r"Generator\.(\w+)",
        hint="Seed the generator before the compiled function is called.",
        example=Example(
            "generator.manual_seed(3)\nreturn x * 2",
            "return x * 2  # seed the generator before the call",
        ),
    ),
    Kind(
        "Unhandled tensor method",
        title="Tensors have no method `{0}`",
        subject=r"call_method \S+ (\w+)",
        hint=PYTHON_TOO,
    ),
    Kind(
        "Unsupported tensor subclass attribute access",
        title="`{0}` of a tensor subclass",
        subject=r"(\w+)",
    ),
    Kind(
        "Unsupported Tensor.resize_() call",
        title="`resize_()` of a tensor",
        hint="Slice the tensor, or make a new one of the size that you need.",
        example=Example(
            "y = x.relu()\ny.resize_(2)\nreturn y",
            "y = x.relu()\nreturn y[:2]",
        ),
    ),
    Kind(
        "Unsupported Tensor.resize_as_() call",
        title="`resize_as_()` of a tensor",
        hint="Slice the tensor, or make a new one of the size that you need.",
        example=Example(
            "y = x.relu()\ny.resize_as_(x[:2])\nreturn y",
            "y = x.relu()\nreturn y[:2]",
        ),
    ),
    Kind(
        "Unsupported Tensor.set_() call",
        title="`set_()` of a tensor, with sizes or an offset",
        hint="Take a view with `as_strided`.",
        example=Example(
            "y = torch.empty(0)\ny.set_(x.untyped_storage(), 0, (2,))\nreturn y * 2",
            "y = x.as_strided((2,), (1,))\nreturn y * 2",
        ),
    ),
)
