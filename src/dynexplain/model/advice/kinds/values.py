"""Kinds of breaks where Python needs a value, or a shape that depends on values, while there are only symbols."""

from __future__ import annotations

from ...report import Example
from .. import conditions
from ..kind import About, Instead, Kind

_LOOP = (
    "How often the loop runs depends on a tensor: leave the loop outside, and compile what it "
    "repeats. Or write it with `torch._higher_order_ops.while_loop`, which goes into the graph."
)
_ASSERT = "Make the message a string that is written out, or leave it away: such an `assert` goes into the graph."
_NUMBERS = "Keep the numbers in the tensor, and compute with it."
_LENGTH = (
    "It says how long something is, and a tensor cannot say that: make the number before the compiled function is "
    "called, and pass it."
)
_CUT = Example(
    "n = int(x.abs().argmax())\nreturn x[:n] * 2",
    "n = 2  # made before the call, and passed\nreturn x[:n] * 2",
)
_WHERE = (
    "Where both sides are cheap, compute both and choose with `torch.where`. Or return the "
    "value, and branch where the function is called."
)
_COND = "Use `torch.cond`: both sides are captured, and the value decides while the graph runs."
_NO_SETTING = (
    "`torch._dynamo.config.capture_scalar_outputs` does not help: the branch on the value breaks the graph as well."
)
_BRANCH = Example(
    "if x.sum() > 0:\n    x = x * 2\nreturn x",
    "return torch.where(x.sum() > 0, x * 2, x)",
)
_CHECK = (
    "Write the check as an `assert` with a message that is written out: it goes into the graph, and raises a "
    "RuntimeError there. Or check before the compiled function is called."
)
_CHECKED = Example(
    'if (x == 0).any():\n    raise ValueError("zero")\nreturn 1 / x',
    'assert (x != 0).all(), "zero"\nreturn 1 / x',
)
_CHECKED_NUMBER = Example(
    'if x.min().item() < -5:\n    raise ValueError("too small")\nreturn 1 / x',
    'assert x.min() >= -5, "too small"\nreturn 1 / x',
)
_IN_BACKWARD = (
    "Compute both sides and choose with `torch.where`. It runs when gradients are computed, so it cannot be moved to "
    "where `apply(...)` is called: if it has to branch, call `apply` in a function with `@torch.compiler.disable`."
)
_NUMBER_IN_BACKWARD = (
    "Keep the value a tensor. It runs when gradients are computed, so it cannot be moved to where `apply(...)` "
    "is called."
)
_SIZE = (
    "How long the result is depends on the values, so nothing of a fixed length can take its place: call it before the "
    "compiled function and pass what it returns, or leave the break, and compile what comes before and after it."
)
_COUNTED = (
    "Where the number of classes `n` is known, count with `torch.zeros(n, dtype=torch.long)"
    ".scatter_add_(0, i, torch.ones_like(i))`: its length does not depend on the values."
)
_REPEATED = "Say how long the result is, where that is known: `torch.repeat_interleave(x, repeats, output_size=n)`."
_REPEAT = Example(
    "repeats = torch.tensor([1, 2, 1])\nreturn torch.repeat_interleave(x, repeats)",
    "repeats = torch.tensor([1, 2, 1])\nreturn torch.repeat_interleave(x, repeats, output_size=4)",
)
_COUNT = Example(
    "return torch.bincount(x.argsort(), minlength=3)",
    "i = x.argsort()\nreturn torch.zeros(3, dtype=torch.long).scatter_add_(0, i, torch.ones_like(i))",
)
_BRANCH_ON_NUMBER = Example(
    "if x.sum().item() > 0:\n    x = x * 2\nreturn x",
    "return torch.where(x.sum() > 0, x * 2, x)",
)
_TEXT = "Return the tensor, and call `.item()` on it and make the text where the function is called."
_WRITTEN = Example(
    'text = f"max {x.max().item():.2f}"\nreturn x * 2, text',
    "return x * 2, x.max()  # make its text outside",
)
_DRAWN = (
    "Draw it with torch, for example `torch.rand(())` in place of `np.random.rand()`, and keep "
    "it a tensor. `torch._dynamo.config.capture_scalar_outputs` does not help here."
)
_DRAW = Example(
    "return x * np.random.rand()",
    "return x * torch.rand(())",
)

KINDS = (
    Kind(
        "Assertion failed on symbolic shapes",
        title="An `assert` on a size fails",
        explanation="The condition is false for the sizes of this call.",
    ),
    Kind(
        "Attempted to use `torch.nn.functional.one_hot` with data-dependent output shape",
        title="`one_hot` has to find the number of classes in the data",
        example=Example(
            "i = x.argsort()\nreturn torch.nn.functional.one_hot(i)",
            "i = x.argsort()\nreturn torch.nn.functional.one_hot(i, num_classes=3)",
        ),
    ),
    Kind(
        "Can't convert torch._check*() message closure",
        title="The message of `torch._check` uses a tensor",
    ),
    Kind(
        "Can't extract message from torch._check*()",
        title="The message of `torch._check` is not a plain function",
    ),
    Kind(
        "Comparison on compile-time-only id or hash value",
        title="The `id` or hash of an object is compared",
        hint="Ask with `is` whether two objects are the same.",
    ),
    Kind(
        "Data dependent operator",
        rewrites=True,
        title="The result of `{0}` is a Python value that depends on the data",
        subject=r"aten\.(\w+)",
        hint="Keep the answer a tensor, for example `(a == b).all()`, and use `torch.where`.",
        example=Example(
            "if torch.equal(x, x.abs()):\n    return x\nreturn -x",
            "same = (x == x.abs()).all()\nreturn torch.where(same, x, -x)",
        ),
        instead=(
            Instead(conditions.draws_a_python_number, (_DRAWN,), _DRAW),
            Instead(conditions.makes_a_length, (_LENGTH,), torchs=True),
            Instead(conditions.makes_a_python_number, (_NUMBERS,), torchs=True),
        ),
        about={
            "_local_scalar_dense": About(
                title="A Python number is made of a tensor's value", hint=_DRAWN, example=_DRAW
            ),
        },
    ),
    Kind(
        "Data pointer comparison",
        rewrites=True,
        title="The memory addresses of tensors are compared",
        hint="Ask with `is` whether two tensors are the same.",
        example=Example(
            "y = x.relu()\nif x.data_ptr() == y.data_ptr():\n    return x\nreturn y * 2",
            "y = x.relu()\nif x is y:\n    return x\nreturn y * 2",
        ),
    ),
    Kind(
        "Data-dependent assertion failed (cannot compile partial graph)",
        title="An `assert` fails where Dynamo cannot break",
    ),
    Kind(
        "Data-dependent branching",
        rewrites=True,
        title="A branch on the value of a tensor",
        hint=_WHERE,
        example=_BRANCH,
        instead=(
            Instead(conditions.in_a_backward, (_IN_BACKWARD,)),
            Instead(conditions.only_raises, (_CHECK,), _CHECKED),
            Instead(conditions.is_a_while, (_LOOP,)),
            Instead(conditions.is_an_assert_with_a_made_message, (_ASSERT,)),
        ),
    ),
    Kind(
        "Dynamic shape operator",
        rewrites=True,
        title="The shape of a result depends on the data",
        subject=r"(aten\.[\w.]+)",
        hint="Keep the shape: set what is not wanted to zero with `torch.where`.",
        example=Example(
            "kept = x[x > 0]\nreturn kept.sum()",
            "kept = torch.where(x > 0, x, 0)\nreturn kept.sum()",
        ),
        instead=(
            Instead(conditions.is_about("aten.bincount"), (_COUNTED, _SIZE), _COUNT),
            Instead(conditions.is_about("aten.repeat_interleave"), (_REPEATED,), _REPEAT, torchs=True),
            Instead(conditions.has_another_size, (_SIZE,), torchs=True),
        ),
    ),
    Kind(
        "list_richcompare_nonconst",
        title="Lists with tensors in them are compared",
        hint="Compare the tensors, and choose with `torch.where`.",
        example=Example(
            "same = [x[0]] == [x[1]]\nreturn x * 2 if same else x",
            "same = x[0] == x[1]\nreturn torch.where(same, x * 2, x)",
        ),
    ),
    Kind(
        "Reconstruction of FakeIdVariable",
        title="The `id` of an object made in compiled code cannot be rebuilt",
        hint="Take the `id` of an object that is made outside.",
    ),
    Kind(
        "sort with non-constant keys",
        title="A list is sorted by the values of tensors",
        hint="Sort the tensor itself: `x.sort()` or `x.argsort()`.",
        example=Example(
            "rows = sorted([x[0], x[1], x[2]])\nreturn rows[0]",
            "rows = x.sort().values\nreturn rows[0]",
        ),
    ),
    Kind(
        "Tensor.tolist() with non-integer tensor",
        rewrites=True,
        title="`tolist()` of a tensor that is not of integers",
        hint="Keep the values in the tensor, and compute with it.",
        example=Example(
            "total = 0\nfor value in x.tolist():\n    total = total + value\nreturn x / total",
            "return x / x.sum()",
        ),
    ),
    Kind(
        "Unsupported Tensor.item() call with capture_scalar_outputs=False",
        rewrites=True,
        title="`.item()` turns a tensor into a Python number",
        hint=("Keep the value a tensor: most operations take a 0-dimensional tensor where they take a number."),
        example=Example(
            "scale = x.max().item()\nreturn x / scale",
            "scale = x.max()\nreturn x / scale",
        ),
        instead=(
            Instead(conditions.in_a_backward_that_branches, (_IN_BACKWARD,)),
            Instead(conditions.in_a_backward, (_NUMBER_IN_BACKWARD,), torchs=True),
            Instead(conditions.only_raises, (_CHECK,), _CHECKED_NUMBER),
            Instead(conditions.branches_on_the_number, (_WHERE, _COND, _NO_SETTING), _BRANCH_ON_NUMBER),
            Instead(conditions.goes_into_text, (_TEXT,), _WRITTEN),
            Instead(conditions.is_a_length, (_LENGTH,), _CUT, torchs=True),
        ),
    ),
)
