"""Code before and after the fix, for the kinds where one fix suits nearly everyone.

Each is the body of a function of one tensor ``x``; tests/test_remedies.py runs them all: "before" breaks with that
kind, "after" does not break.
"""

from __future__ import annotations

from .report import Example

_SKIPPED = "Attempted to call function marked as skipped"
_BUILTIN = "Failed to trace builtin operator"
_GROW = "    return x * 2\nreturn torch.cond(x.sum() > 0, grow, torch.neg, (x,))"

EXAMPLES: dict[tuple[str, str], Example] = {
    (_BUILTIN, "print"): Example(
        'y = x.relu()\nprint("mean", y.mean())\nreturn y * 2',
        "y = x.relu()\nreturn y * 2, y.mean()  # print it outside",
    ),
    (_BUILTIN, "open"): Example(
        'scale = len(open("scale.txt").read())\nreturn x * scale',
        "return x * scale  # read the file before the call",
    ),
    (_SKIPPED, "warn"): Example(
        'y = x.relu()\nwarnings.warn("check the scale")\nreturn y * 2',
        "y = x.relu()\nreturn y * 2  # warn before or after the call",
    ),
    (_SKIPPED, "sleep"): Example(
        "y = x.relu()\ntime.sleep(0)\nreturn y * 2",
        "y = x.relu()\nreturn y * 2  # wait outside",
    ),
    (_SKIPPED, "getcwd"): Example(
        "folder = os.getcwd()\nreturn x * len(folder)",
        "return x * len(folder)  # ask for the folder before the call",
    ),
    (_SKIPPED, "sparse_coo_tensor"): Example(
        "y = x.relu()\ns = torch.sparse_coo_tensor([[0, 1]], y[:2], (3,))\nreturn s.to_dense()",
        "y = x.relu()\ns = torch.zeros(3)\ns[[0, 1]] = y[:2]\nreturn s",
    ),
    ("logging.Logger method not supported for non-export cases", ""): Example(
        'y = x.relu()\nlog.info("shape %s", y.shape)\nreturn y * 2',
        "y = x.relu()\nreturn y * 2  # log it outside",
    ),
    ("Data-dependent branching", ""): Example(
        "if x.sum() > 0:\n    x = x * 2\nreturn x",
        "return torch.where(x.sum() > 0, x * 2, x)",
    ),
    ("Unsupported Tensor.item() call with capture_scalar_outputs=False", ""): Example(
        "scale = x.max().item()\nreturn x / scale",
        "scale = x.max()\nreturn x / scale",
    ),
    ("Tensor.tolist() with non-integer tensor", ""): Example(
        "total = 0\nfor value in x.tolist():\n    total = total + value\nreturn x / total",
        "return x / x.sum()",
    ),
    ("Data dependent operator", ""): Example(
        "if torch.equal(x, x.abs()):\n    return x\nreturn -x",
        "same = (x == x.abs()).all()\nreturn torch.where(same, x, -x)",
    ),
    ("Dynamic shape operator", ""): Example(
        "kept = x[x > 0]\nreturn kept.sum()",
        "kept = torch.where(x > 0, x, 0)\nreturn kept.sum()",
    ),
    ("Attempted to use `torch.nn.functional.one_hot` with data-dependent output shape", ""): Example(
        "i = x.argsort()\nreturn torch.nn.functional.one_hot(i)",
        "i = x.argsort()\nreturn torch.nn.functional.one_hot(i, num_classes=3)",
    ),
    ("Attempt to trace generator", ""): Example(
        "for row in x:\n    yield row * 2",
        "return [row * 2 for row in x]",
    ),
    ("Invalid call to __build_class__", ""): Example(
        "class Scale(torch.nn.Module):\n    factor = 2\nreturn x * Scale.factor",
        "return x * Scale.factor  # the class is defined outside",
    ),
    ("Unsupported context manager", ""): Example(
        "with lock:\n    y = x.relu()\nreturn y * 2",
        "y = x.relu()\nreturn y * 2  # put `with lock:` around the call",
    ),
    ("unsupported contextlib.* API", ""): Example(
        "with contextlib.redirect_stdout(sink):\n    y = x.relu()\nreturn y * 2",
        "y = x.relu()\nreturn y * 2  # redirect around the call",
    ),
    ("reconstructing @contextmanager object", ""): Example(
        "y = x.relu()\nreturn y, scope()",
        "with scope():\n    y = x.relu()\nreturn y",
    ),
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
    ("Tensor.random_ op", ""): Example(
        "y = torch.empty(3)\ny.random_(0, 10)\nreturn x + y",
        "y = torch.randint(0, 10, (3,))\nreturn x + y",
    ),
    ("Attempted to copy.deepcopy a tensor", ""): Example(
        "y = copy.deepcopy(x)\nreturn y * 2",
        "y = x.clone()\nreturn y * 2",
    ),
    ("repr() on tensor", ""): Example(
        "y = x.relu()\nreturn y, repr(y)",
        "y = x.relu()\nreturn y  # call repr() on it outside",
    ),
    ("Data pointer comparison", ""): Example(
        "y = x.relu()\nif x.data_ptr() == y.data_ptr():\n    return x\nreturn y * 2",
        "y = x.relu()\nif x is y:\n    return x\nreturn y * 2",
    ),
    ("sort with non-constant keys", ""): Example(
        "rows = sorted([x[0], x[1], x[2]])\nreturn rows[0]",
        "rows = x.sort().values\nreturn rows[0]",
    ),
    ("list_richcompare_nonconst", ""): Example(
        "same = [x[0]] == [x[1]]\nreturn x * 2 if same else x",
        "same = x[0] == x[1]\nreturn torch.where(same, x * 2, x)",
    ),
    ("missing tp_iter", ""): Example(
        "for a, b in pairs:\n    x = x * a + b\nreturn x",
        "for a, b in list_of_pairs:  # list(pairs), made outside\n    x = x * a + b\nreturn x",
    ),
    ("missing_mp_subscript", ""): Example(
        "return x * numbers[0]",
        "return x * list_of_numbers[0]  # list(numbers), made outside",
    ),
    ("attempted to trace numpy function unsupported by PyTorch", ""): Example(
        "mean = np.nanmean(x.numpy())\nreturn x - mean",
        "mean = x.nanmean()\nreturn x - mean",
    ),
    ("Unsupported ndarray method call", ""): Example(
        "raw = x.numpy().tobytes()\nreturn x * len(raw)",
        "return x * x.nbytes",
    ),
    ("ndarray.astype(object)", ""): Example(
        "column = x.numpy().astype(object)\nreturn x * 2, column",
        "return x * 2, x.numpy()  # call .astype(object) outside",
    ),
    ("torch.Generator method", ""): Example(
        "generator.manual_seed(3)\nreturn x * 2",
        "return x * 2  # seed the generator before the call",
    ),
    ("torch.* op returned non-Tensor", ""): Example(
        "dtype = torch.result_type(x, 1.5)\nreturn x.to(dtype)",
        "dtype = torch.promote_types(x.dtype, torch.float32)\nreturn x.to(dtype)",
    ),
    ("Import failure", ""): Example(
        "try:\n    import fast_kernels\nexcept ImportError:\n    fast_kernels = None\nreturn x * 2",
        "return x * 2  # try the import at the top of the module",
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
}
