"""Kinds of breaks about gradients, hooks, autograd functions and optimizers."""

from __future__ import annotations

from ...report import Example
from ..kind import Kind
from ..phrases import TRAINING

_DOUBLE = "class Kept(Double):\n    @staticmethod\n    def forward(ctx, x):\n"
_APPLY = "        return x * 2\ndef f(x):\n    return Kept.apply(x)"
_F_SCALE = "def f(x):\n    return Scale.apply(x)"

KINDS = (
    Kind(
        "Attempted to represent unregistered RemovableHandle",
        title="The handle of a hook that was registered elsewhere",
        hint="Remove the hook outside the compiled function.",
        example=Example(
            "y = x.relu()\nhandle.remove()\nreturn y * 2",
            "y = x.relu()\nreturn y * 2  # remove the hook outside",
        ),
    ),
    Kind(
        "Attempted to use tensor creation function with requires_grad=True",
        title="A tensor is made with `requires_grad=True`",
        example=Example(
            "w = torch.ones(3, requires_grad=True)\nreturn x * w",
            "return x * w  # w is made outside, and passed",
        ),
    ),
    Kind(
        "autograd.Function.apply: duplicate tensor input",
        title="An autograd function is given the same tensor twice",
        hint="Pass a `clone()` the second time.",
    ),
    Kind(
        "autograd.Function.apply: mark_dirty input not returned",
        title="`mark_dirty` for a tensor that is not returned",
    ),
    Kind(
        "autograd.Function.apply: non-function or method forward",
        title="An autograd function whose `forward` is no plain function",
        hint="Write `forward` and `backward` as functions of their own, with `def` or `lambda`.",
        example=Example(
            f"class Scale(Double):\n    forward = functools.partial(multiply, factor=2)\n{_F_SCALE}",
            f"class Scale(Double):\n    forward = lambda ctx, x: multiply(ctx, x, factor=2)\n{_F_SCALE}",
        ),
    ),
    Kind(
        "autograd.grad consumed returned tensor's grad_fn",
        title="`autograd.grad` of a tensor that is also returned",
    ),
    Kind(
        "autograd.grad with already consumed grad_fn",
        title="`autograd.grad` goes through the same graph twice",
    ),
    Kind(
        "autograd.grad with external grad_fn",
        title="`autograd.grad` through a tensor that was computed outside",
    ),
    Kind(
        "autograd.grad with unsupported argument type",
        title="`autograd.grad` of something that is no tensor",
    ),
    Kind(
        "autograd_function_kwonly_args",
        title="An autograd function with a keyword-only argument",
        hint="Make it a positional argument of `forward`.",
    ),
    Kind(
        "AutogradFunctionContextVariable escaped Dynamo-traced region",
        title="The `ctx` of an autograd function is kept outside of it",
        hint=("Keep the tensors with `ctx.save_for_backward`, and let `ctx` itself stay in the two methods."),
        example=Example(
            f"{_DOUBLE}        kept.append(ctx)\n{_APPLY}",
            f"{_DOUBLE}        ctx.save_for_backward(x)\n{_APPLY}",
        ),
    ),
    Kind(
        "backward() with empty inputs",
        title="`backward()` with an empty list of inputs",
    ),
    Kind(
        "backward() with in-graph created tensor",
        title="`backward()` for a tensor that is made in compiled code",
    ),
    Kind(
        "Non-function or method in subclass of torch.autograd.Function",
        title="`forward` of an autograd function is no plain function",
    ),
    Kind(
        "optimizer: pending mutation on parameter",
        title="An optimizer steps on parameters that were changed before in the same function",
        hint="Call `step(closure)` outside the compiled function: compile what the closure computes.",
        example=Example(
            ("def closure():\n    weight.grad = x * 2\n    return x.sum()\noptimizer.step(closure)\nreturn x * 2"),
            "return x * 2, x.sum()  # optimizer.step(closure) outside",
        ),
    ),
    Kind(
        "register_hook with stride-dependent code",
        title="A hook looks at the strides of the gradient",
        hint="Let the hook make the gradient contiguous in any case.",
        example=Example(
            ("y = x * 2\ny.register_hook(lambda g: g if g.is_contiguous() else g.contiguous())\nreturn y.sum()"),
            "y = x * 2\ny.register_hook(lambda g: g.contiguous())\nreturn y.sum()",
        ),
    ),
    Kind(
        "requires_grad_() intermediate leaked as output",
        title="A tensor made to require grad in compiled code is returned",
        hint="Make the tensor outside, and pass it.",
    ),
    Kind(
        "setattr() on Tensor.requires_grad",
        title="`requires_grad` of a tensor is set",
        hint="Set `requires_grad` before the compiled function is called.",
        example=Example(
            "x.requires_grad = True\nreturn x * 2",
            "return x * 2  # set x.requires_grad before the call",
        ),
    ),
    Kind(
        "Storing Tensor hook handle in globals",
        title="The handle of a hook is kept in a global variable",
        hint="Register the hook outside, and keep its handle there.",
        example=Example(
            "global handle\ny = x * 2\nhandle = y.register_hook(torch.neg)\nreturn y.sum()",
            ("y = x * 2\ny.register_hook(torch.neg)\nreturn y.sum()  # or outside, where the handle is kept"),
        ),
    ),
    Kind(
        "Storing Tensor hook handle in globals (inline call)",
        title="The handle of a hook is kept in a global variable",
        hint="Register the hook outside, and keep its handle there.",
        example=Example(
            "y = x * 2\nhooks.keep(y.register_hook(torch.neg))\nreturn y.sum()",
            ("y = x * 2\ny.register_hook(torch.neg)\nreturn y.sum()  # or outside, where the handle is kept"),
        ),
    ),
    Kind(
        "Tensor with grad_fn()",
        title="`grad_fn` of a tensor is read",
        hint="Ask for `requires_grad`, which says whether there is a graph behind a tensor.",
        example=Example(
            "y = x * 2\nif y.grad_fn is not None:\n    y = y + 1\nreturn y",
            "y = x * 2\nif y.requires_grad:\n    y = y + 1\nreturn y",
        ),
    ),
    Kind(
        "Tensor.retain_grad() with AOTDispatcher",
        title="`retain_grad()` on a computed tensor",
        hint="Return the tensor, and call `retain_grad()` on it outside.",
        example=Example(
            "y = x * 2\ny.retain_grad()\nreturn y.sum()",
            "y = x * 2\nreturn y.sum(), y  # call y.retain_grad() outside",
        ),
    ),
    Kind(
        "torch.autograd._unsafe_preserve_version_counter escaped from compiled region",
        title="A context manager leaves the function",
    ),
    Kind(
        "Unsupported autograd.Function context `mark_dirty`",
        title="`mark_dirty` outside of `apply`",
    ),
    Kind(
        "Unsupported Tensor.backward() call",
        title="`backward()` is called in compiled code",
        hint=TRAINING,
        example=Example(
            "loss = (x * x).sum()\nloss.backward()\nreturn loss",
            "return (x * x).sum()  # call backward() on it outside",
        ),
    ),
    Kind(
        "Unsupported Tensor.requires_grad_() call",
        title="`requires_grad_()` on a tensor from outside",
        hint="Call `requires_grad_()` before the compiled function.",
        example=Example(
            "x.requires_grad_()\nreturn x * 2",
            "return x * 2  # call x.requires_grad_() before",
        ),
    ),
    Kind(
        "Unsupported torch._C._ImperativeEngine.queue_callback()",
        title="A callback is queued in the autograd engine",
        hint="Register the hook outside the compiled function, where it runs as plain Python.",
        example=Example(
            "y = x * 2\ny.register_hook(lambda g: engine.queue_callback(report))\nreturn y.sum()",
            "y = x * 2\nreturn y.sum(), y  # register the hook on y outside",
        ),
    ),
    Kind(
        "using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`",
        title="`torch.autograd.grad` is called in compiled code",
        hint="Write it with `torch.func.grad`, which can be captured.",
        example=Example(
            "y = (x * x).sum()\nreturn torch.autograd.grad(y, x)[0]",
            "return torch.func.grad(lambda x: (x * x).sum())(x)",
        ),
    ),
)
