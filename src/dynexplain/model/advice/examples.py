"""Code before and after the fix, for the kinds where one fix suits nearly everyone.

Each is the body of a function of one tensor ``x``, or a module with such a function ``f``; tests/test_remedies.py runs
them all: "before" breaks with that kind, "after" does not break. This file has what any Python code does;
torch_examples.py has gradients, hooks, operators and the functions that are given to them.
"""

from __future__ import annotations

from ..report import Example
from .torch_examples import TORCH_EXAMPLES

_SKIPPED = "Attempted to call function marked as skipped"
_BUILTIN = "Failed to trace builtin operator"

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
    ("Data dependent operator", "_local_scalar_dense"): Example(
        "return x * np.random.rand()",
        "return x * torch.rand(())",
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
    ("Import failure", ""): Example(
        "try:\n    import fast_kernels\nexcept ImportError:\n    fast_kernels = None\nreturn x * 2",
        "return x * 2  # try the import at the top of the module",
    ),
    ("Bad import result", ""): Example(
        "import settings\nreturn x * settings.scale",
        "return x * settings.scale  # `import settings` at the top of the module",
    ),
    ("Unsupported method call", ""): Example(
        "now = clock.timestamp()\nreturn x * now",
        "return x * now  # call clock.timestamp() before",
    ),
    ("dataclass fields failure", ""): Example(
        "names = [f.name for f in dataclasses.fields(Settings)]\nreturn x * len(names)",
        "names = [f.name for f in dataclasses.fields(settings)]\nreturn x * len(names)",
    ),
    ("Custom metaclass with __getattribute__", ""): Example(
        "return Registry.double(x)",
        "return double(x)  # double = Registry.double, read outside",
    ),
    ("Unreachable sub-generator code", ""): Example(
        "def outer():\n    yield from inner(x)\nsteps = outer()\nnext(steps)\nreturn steps.send(2)",
        "steps = inner(x)\nnext(steps)\nreturn steps.send(2)",
    ),
    ("ComptimeContext graph break", ""): Example(
        "y = x.relu()\ncomptime.graph_break()\nreturn y * 2",
        "y = x.relu()\nreturn y * 2",
    ),
    ("Unsupported ndarray attribute access", ""): Example(
        "a = x.numpy()\nif a.dtype == np.float32:\n    return x * 2\nreturn x",
        "if x.dtype == torch.float32:\n    return x * 2\nreturn x",
    ),
    ("failed to convert numpy.ndarray to Tensor", ""): Example(
        'names = np.array(["mean", "std"])\ndef f(x):\n    return x * len(names)',
        'names = ["mean", "std"]\ndef f(x):\n    return x * len(names)',
    ),
    **TORCH_EXAMPLES,
}
