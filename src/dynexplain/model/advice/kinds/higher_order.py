"""Kinds of breaks about functions that are given to operators: `cond`, `while_loop`, `vmap`, `checkpoint`."""

from __future__ import annotations

from ...report import Example
from ..kind import About, Kind
from ..phrases import PURE

_OPERATOR = r"^Higher Order Operator: ([\w.]+)"
_GROW = "    return x * 2\nreturn torch.cond(x.sum() > 0, grow, torch.neg, (x,))"

KINDS = (
    Kind(
        "Attempted to wrap torch._higher_order_ops.invoke_subgraph",
        title="`invoke_subgraph` is called directly",
        hint="Make the function with `torch.compiler.nested_compile_region`, and call it.",
        example=Example(
            'def f(x):\n    return invoke_subgraph(double, "double", x)',
            "layer = torch.compiler.nested_compile_region(double)\ndef f(x):\n    return layer(x)",
        ),
    ),
    Kind(
        "Encountered aliasing during higher order op tracing",
        title="A function given to `{0}` returns its own input",
        untold="A function given to an operator returns its own input",
        subject=_OPERATOR,
        hint="Return a `clone()` of the input.",
        about={
            "torch.cond": About(
                example=Example(
                    "same = lambda x: x\nreturn torch.cond(x.sum() > 0, same, torch.neg, (x,))",
                    "same = lambda x: x.clone()\nreturn torch.cond(x.sum() > 0, same, torch.neg, (x,))",
                )
            ),
        },
    ),
    Kind(
        "Encountered input mutation during higher order op tracing",
        title="A function given to `{0}` changes its input",
        untold="A function given to an operator changes its input",
        subject=_OPERATOR,
        hint=PURE,
        about={
            "torch.cond": About(
                example=Example(
                    f"def grow(x):\n    x.add_(1)\n{_GROW}",
                    f"def grow(x):\n    x = x + 1\n{_GROW}",
                )
            ),
        },
    ),
    Kind(
        "HOP body output unsupported",
        title="A function given to `{0}` returns something else than tensors and ints",
        subject=_OPERATOR,
        hint="Return tensors, for example `torch.tensor(1.5)`.",
    ),
    Kind(
        "HOP: non torch.Tensor leaf",
        title="A function given to an operator takes or returns something that is no tensor",
        hint="Take and return only tensors in the function, and add other values outside.",
        example=Example(
            "return torch._higher_order_ops.map(lambda row: (row * 2, 3), x)",
            "return torch._higher_order_ops.map(lambda row: row * 2, x), 3",
        ),
    ),
    Kind(
        "HOP: non-callable variable",
        title="`{0}` is given something else than a function",
        subject=_OPERATOR,
        hint="Pass a function there, for example `torch.neg` or a `lambda`.",
        about={
            "torch.cond": About(
                example=Example(
                    "return torch.cond(x.sum() > 0, torch.abs, -x, (x,))",
                    "return torch.cond(x.sum() > 0, torch.abs, torch.neg, (x,))",
                )
            ),
        },
    ),
    Kind(
        "HOP: Unsafe side effect",
        title="A function given to `{0}` changes something outside of it",
        untold="A function given to an operator changes something outside of it",
        subject=_OPERATOR,
        hint=PURE,
        about={
            "torch.cond": About(
                example=Example(
                    f"seen = []\ndef grow(x):\n    seen.append(1)\n{_GROW}",
                    f"def grow(x):\n{_GROW}",
                )
            ),
        },
    ),
    Kind(
        "Input marked with `pytree.register_constant` constructed in the `torch.compile` region",
        title="A constant object is made in compiled code",
    ),
    Kind(
        "Invalid input type for nonstrict_trace-ed function",
        title="A `nonstrict_trace` function is given an object",
    ),
    Kind(
        "Limitation of `nonstrict_trace",
        title="`nonstrict_trace` is applied to a local function",
    ),
    Kind(
        "torch.cond: improper operands",
        title="The operands of `torch.cond` are no tuple or list",
        hint="Pass the operands as a tuple: `(x,)`.",
        example=Example(
            "return torch.cond(x.sum() > 0, torch.abs, torch.neg, x)",
            "return torch.cond(x.sum() > 0, torch.abs, torch.neg, (x,))",
        ),
    ),
    Kind(
        "torch.while_loop: infinite loop detected",
        title="`while_loop` whose condition never changes",
    ),
    Kind(
        "torch.while_loop: unsupported cond_fn return type",
        title="The condition of `while_loop` is no boolean scalar",
    ),
    Kind(
        "Unsupported custom jvp",
        title="An autograd function with its own `jvp`",
    ),
    Kind(
        "Unsupported custom vjp",
        title="An autograd function with its own `vjp`",
    ),
    Kind(
        "Unsupported functorch tracing attempt",
        title="A compiled function is called inside `vmap`, `grad` or another transform",
        hint=(
            "Compile from the outside, `torch.compile(torch.vmap(f))`, and not "
            "`torch.vmap(torch.compile(f))`; a break inside of `f` has to go first."
        ),
        example=Example(
            "def f(x):\n    row = torch.compile(double)\n    return torch.vmap(row)(x)",
            "def f(x):\n    rows = torch.compile(torch.vmap(double))\n    return rows(x)",
        ),
    ),
    Kind(
        "Unsupported output type for nonstrict_trace-ed function",
        title="A `nonstrict_trace` function returns an object",
    ),
)
