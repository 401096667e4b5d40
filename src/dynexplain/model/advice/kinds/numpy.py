"""Kinds of breaks about NumPy in compiled code."""

from __future__ import annotations

from ...report import Example
from ..kind import Kind

KINDS = (
    Kind(
        "attempted to trace numpy function unsupported by PyTorch",
        title="NumPy's `{0}` has no counterpart in torch",
        subject=r"<(?:function|ufunc|class) '?([\w.]+)",
        hint="Use torch's function of the same purpose, or call it outside the compiled function.",
        example=Example(
            "mean = np.nanmean(x.numpy())\nreturn x - mean",
            "mean = x.nanmean()\nreturn x - mean",
        ),
    ),
    Kind(
        "attempted to trace numpy function with config.trace_numpy=False",
        title="NumPy's `{0}`, and tracing NumPy is switched off",
        subject=r"<(?:function|ufunc|class) '?([\w.]+)",
    ),
    Kind(
        "attempted to trace numpy.* function as a method",
        title="A method of a NumPy function",
    ),
    Kind(
        "attempted to trace torch._numpy.random function with config.use_numpy_random_stream=True",
        title="Random numbers from NumPy's own stream",
    ),
    Kind(
        "call `torch.from_numpy` with `torch._dynamo.config.trace_numpy=False`",
        title="`torch.from_numpy`, and tracing NumPy is switched off",
    ),
    Kind(
        "failed to convert numpy.ndarray to Tensor",
        title="A NumPy array that cannot become a tensor",
        hint="Arrays of objects or strings are better passed as lists.",
        example=Example(
            'names = np.array(["mean", "std"])\ndef f(x):\n    return x * len(names)',
            'names = ["mean", "std"]\ndef f(x):\n    return x * len(names)',
        ),
    ),
    Kind(
        "ndarray.astype(object)",
        title="A NumPy array is turned into an array of objects",
        hint="Keep arrays of objects outside the compiled function.",
        example=Example(
            "column = x.numpy().astype(object)\nreturn x * 2, column",
            "return x * 2, x.numpy()  # call .astype(object) outside",
        ),
    ),
    Kind(
        "numpy function that produces a const collection type encountered non-const arguments",
        title="A dtype of NumPy is asked for with an array",
    ),
    Kind(
        "Tensor.numpy() with trace_numpy=False",
        title="`.numpy()`, and tracing NumPy is switched off",
    ),
    Kind(
        "Unsupported ndarray attribute access",
        title="`{0}` of a NumPy array cannot be traced",
        subject=r"var_getattr \S+ (\w+)",
        hint="Use an attribute of tensors in its place, or read it outside.",
        example=Example(
            "a = x.numpy()\nif a.dtype == np.float32:\n    return x * 2\nreturn x",
            "if x.dtype == torch.float32:\n    return x * 2\nreturn x",
        ),
    ),
    Kind(
        "Unsupported ndarray method call",
        title="`{0}()` of a NumPy array cannot be traced",
        subject=r"call_method \S+ (\w+)",
        hint="Use a method of tensors in its place, or call it outside.",
        example=Example(
            "raw = x.numpy().tobytes()\nreturn x * len(raw)",
            "return x * x.nbytes",
        ),
    ),
)
