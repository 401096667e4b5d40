"""Code before and after the fix: gradients, hooks, operators and the functions that are given to them."""

from __future__ import annotations

from ..report import Example

_GROW = "    return x * 2\nreturn torch.cond(x.sum() > 0, grow, torch.neg, (x,))"
_DOUBLE = "class Kept(Double):\n    @staticmethod\n    def forward(ctx, x):\n"
_APPLY = "        return x * 2\ndef f(x):\n    return Kept.apply(x)"
_OPERATOR = 'library.impl("double", double)\ndef f(x):\n    return torch.ops.demo.double(x)'
_F_SCALE = "def f(x):\n    return Scale.apply(x)"

TORCH_EXAMPLES: dict[tuple[str, str], Example] = {
    ("Unsupported Tensor.backward() call", ""): Example(
        "loss = (x * x).sum()\nloss.backward()\nreturn loss",
        "return (x * x).sum()  # call backward() on it outside",
    ),
    ("using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`", ""): Example(
        "y = (x * x).sum()\nreturn torch.autograd.grad(y, x)[0]",
        "return torch.func.grad(lambda x: (x * x).sum())(x)",
    ),
    ("Attempted to inline function marked as skipped", "Optimizer.zero_grad"): Example(
        "optimizer.zero_grad()\nreturn (x * x).sum()",
        "return (x * x).sum()  # zero_grad(), backward() and step() outside",
    ),
    ("Tensor with grad_fn()", ""): Example(
        "y = x * 2\nif y.grad_fn is not None:\n    y = y + 1\nreturn y",
        "y = x * 2\nif y.requires_grad:\n    y = y + 1\nreturn y",
    ),
    ("Unsupported Tensor.requires_grad_() call", ""): Example(
        "x.requires_grad_()\nreturn x * 2",
        "return x * 2  # call x.requires_grad_() before",
    ),
    ("setattr() on Tensor.requires_grad", ""): Example(
        "x.requires_grad = True\nreturn x * 2",
        "return x * 2  # set x.requires_grad before the call",
    ),
    ("Attempted to use tensor creation function with requires_grad=True", ""): Example(
        "w = torch.ones(3, requires_grad=True)\nreturn x * w",
        "return x * w  # w is made outside, and passed",
    ),
    ("Tensor.retain_grad() with AOTDispatcher", ""): Example(
        "y = x * 2\ny.retain_grad()\nreturn y.sum()",
        "y = x * 2\nreturn y.sum(), y  # call y.retain_grad() outside",
    ),
    ("Unsupported Tensor.resize_() call", ""): Example(
        "y = x.relu()\ny.resize_(2)\nreturn y",
        "y = x.relu()\nreturn y[:2]",
    ),
    ("Unsupported Tensor.resize_as_() call", ""): Example(
        "y = x.relu()\ny.resize_as_(x[:2])\nreturn y",
        "y = x.relu()\nreturn y[:2]",
    ),
    ("Unsupported Tensor.set_() call", ""): Example(
        "y = torch.empty(0)\ny.set_(x.untyped_storage(), 0, (2,))\nreturn y * 2",
        "y = x.as_strided((2,), (1,))\nreturn y * 2",
    ),
    ("Failed to mutate tensor data attribute", ""): Example(
        "y = x.relu()\ny.data = torch.zeros(3)\nreturn y",
        "y = x.relu()\ny = torch.zeros(3)\nreturn y",
    ),
    ("Shape mismatch with out= tensor variant", ""): Example(
        "torch.add(x, 1, out=empty)\nreturn empty * 2",
        "y = torch.add(x, 1)\nreturn y * 2",
    ),
    ("torch.* op returned non-Tensor", ""): Example(
        "dtype = torch.result_type(x, 1.5)\nreturn x.to(dtype)",
        "dtype = torch.promote_types(x.dtype, torch.float32)\nreturn x.to(dtype)",
    ),
    ("Encountered input mutation during higher order op tracing", "torch.cond"): Example(
        f"def grow(x):\n    x.add_(1)\n{_GROW}",
        f"def grow(x):\n    x = x + 1\n{_GROW}",
    ),
    ("Encountered aliasing during higher order op tracing", "torch.cond"): Example(
        "same = lambda x: x\nreturn torch.cond(x.sum() > 0, same, torch.neg, (x,))",
        "same = lambda x: x.clone()\nreturn torch.cond(x.sum() > 0, same, torch.neg, (x,))",
    ),
    ("HOP: Unsafe side effect", "torch.cond"): Example(
        f"seen = []\ndef grow(x):\n    seen.append(1)\n{_GROW}",
        f"def grow(x):\n{_GROW}",
    ),
    ("torch.cond: improper operands", ""): Example(
        "return torch.cond(x.sum() > 0, torch.abs, torch.neg, x)",
        "return torch.cond(x.sum() > 0, torch.abs, torch.neg, (x,))",
    ),
    ("Unsupported function call (delayed)", ""): Example(
        "x.unsqueeze_(0)\nreturn x * 2",
        "x = x.unsqueeze(0)\nreturn x * 2",
    ),
    ("Unhandled args for method", ""): Example(
        "y = x.relu()\ny.share_memory_()\nreturn y",
        "y = x.relu()\nreturn y  # call y.share_memory_() outside",
    ),
    ("Failed to convert args/kwargs to proxy", ""): Example(
        "noise = torch.randn(3, generator=generator)\nreturn x + noise",
        "return x + noise  # noise is made outside, and passed",
    ),
    ("Attempted to wrap strided NestedTensor", ""): Example(
        "rows = torch.nested.nested_tensor(ragged)\ndef f(x):\n    return rows * 2",
        "rows = torch.nested.nested_tensor(ragged, layout=torch.jagged)\ndef f(x):\n    return rows * 2",
    ),
    ("Fake tensor propagation exception", ""): Example(
        "def f(x):\n    return x * quantized.dequantize()",
        "weight = quantized.dequantize()\ndef f(x):\n    return x * weight",
    ),
    ("NotImplementedError/UnsupportedFakeTensorException when running FX node", ""): Example(
        "y = x.to_mkldnn().relu()\nreturn y.to_dense()",
        "return x.relu()  # on a plain tensor",
    ),
    ("Encountered non-PT2-compliant op", ""): Example(
        f'library.define("double(Tensor x) -> Tensor")\n{_OPERATOR}',
        f'library.define("double(Tensor x) -> Tensor", tags=torch.Tag.pt2_compliant_tag)\n{_OPERATOR}',
    ),
    ("Error when attempting to resolve op packet", ""): Example(
        'return torch.ops.aten.add(x, "1")',
        "return torch.ops.aten.add(x, 1)",
    ),
    ("Attempted to represent unregistered RemovableHandle", ""): Example(
        "y = x.relu()\nhandle.remove()\nreturn y * 2",
        "y = x.relu()\nreturn y * 2  # remove the hook outside",
    ),
    ("Storing Tensor hook handle in globals", ""): Example(
        "global handle\ny = x * 2\nhandle = y.register_hook(torch.neg)\nreturn y.sum()",
        "y = x * 2\ny.register_hook(torch.neg)\nreturn y.sum()  # or outside, where the handle is kept",
    ),
    ("Storing Tensor hook handle in globals (inline call)", ""): Example(
        "y = x * 2\nhooks.keep(y.register_hook(torch.neg))\nreturn y.sum()",
        "y = x * 2\ny.register_hook(torch.neg)\nreturn y.sum()  # or outside, where the handle is kept",
    ),
    ("register_hook with stride-dependent code", ""): Example(
        "y = x * 2\ny.register_hook(lambda g: g if g.is_contiguous() else g.contiguous())\nreturn y.sum()",
        "y = x * 2\ny.register_hook(lambda g: g.contiguous())\nreturn y.sum()",
    ),
    ("Unsupported torch._C._ImperativeEngine.queue_callback()", ""): Example(
        "y = x * 2\ny.register_hook(lambda g: engine.queue_callback(report))\nreturn y.sum()",
        "y = x * 2\nreturn y.sum(), y  # register the hook on y outside",
    ),
    ("optimizer: pending mutation on parameter", ""): Example(
        "def closure():\n    weight.grad = x * 2\n    return x.sum()\noptimizer.step(closure)\nreturn x * 2",
        "return x * 2, x.sum()  # optimizer.step(closure) outside",
    ),
    ("AutogradFunctionContextVariable escaped Dynamo-traced region", ""): Example(
        f"{_DOUBLE}        kept.append(ctx)\n{_APPLY}",
        f"{_DOUBLE}        ctx.save_for_backward(x)\n{_APPLY}",
    ),
    ("autograd.Function.apply: non-function or method forward", ""): Example(
        f"class Scale(Double):\n    forward = functools.partial(multiply, factor=2)\n{_F_SCALE}",
        f"class Scale(Double):\n    forward = lambda ctx, x: multiply(ctx, x, factor=2)\n{_F_SCALE}",
    ),
    ("Unsupported functorch tracing attempt", ""): Example(
        "def f(x):\n    row = torch.compile(double)\n    return torch.vmap(row)(x)",
        "def f(x):\n    rows = torch.compile(torch.vmap(double))\n    return rows(x)",
    ),
    ("Attempted to wrap torch._higher_order_ops.invoke_subgraph", ""): Example(
        'def f(x):\n    return invoke_subgraph(double, "double", x)',
        "layer = torch.compiler.nested_compile_region(double)\ndef f(x):\n    return layer(x)",
    ),
    ("Not a Python constant", ""): Example(
        "contexts = functools.partial(contexts_for, Policy())\n"
        "return checkpoint(block, x, use_reentrant=False, context_fn=contexts)",
        "contexts = functools.partial(contexts_for, policy)  # policy = Policy(), made outside\n"
        "return checkpoint(block, x, use_reentrant=False, context_fn=contexts)",
    ),
    ("HOP: non torch.Tensor leaf", ""): Example(
        "return torch._higher_order_ops.map(lambda row: (row * 2, 3), x)",
        "return torch._higher_order_ops.map(lambda row: row * 2, x), 3",
    ),
    ("HOP: non-callable variable", "torch.cond"): Example(
        "return torch.cond(x.sum() > 0, torch.abs, -x, (x,))",
        "return torch.cond(x.sum() > 0, torch.abs, torch.neg, (x,))",
    ),
    ("getattr() on nn.Module with pending mutation", ""): Example(
        "model.mean = model.mean + x\nmodel.steps += 1\nweights = list(model.parameters())\nreturn x * len(weights)",
        "weights = list(model.parameters())\nmodel.mean = model.mean + x\nmodel.steps += 1\nreturn x * len(weights)",
    ),
    ("FSDP with use_orig_params=False", ""): Example(
        "model = FSDP(torch.compile(layer), device_id=device)\ndef f(x):\n    return model(x)",
        "model = FSDP(torch.compile(layer), device_id=device, use_orig_params=True)\ndef f(x):\n    return model(x)",
    ),
}
