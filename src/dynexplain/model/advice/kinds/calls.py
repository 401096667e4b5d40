"""Kinds of breaks about calls that cannot be traced: builtins, code on the skip list, logging, imports."""

from __future__ import annotations

from ...report import Example
from .. import conditions
from ..kind import About, Instead, Kind
from ..phrases import PYTHON_TOO, TRAINING

_TRAINING_STEP = Instead(conditions.steps_an_optimizer, (TRAINING,))
_ASKED_FOR = (
    _TRAINING_STEP,
    Instead(
        conditions.in_a_library,
        (
            "A library that you call asks for this break. Call it outside the compiled function, or "
            "take the break as it is.",
        ),
    ),
)
_TRAIN = Example(
    "optimizer.zero_grad()\nreturn (x * x).sum()",
    "return (x * x).sum()  # zero_grad(), backward() and step() outside",
)
_BAR = "Leave the progress bar and its loop outside, and compile what the loop repeats."
_BARE = Example(
    "for _ in tqdm.tqdm(range(2)):\n    x = x * 2\nreturn x",
    "return x * 2  # the loop with the bar calls the compiled function",
)
_CLASS = r"(?:UserDefined|Unspecialized)\w*\((?:<class ')?(?:[\w<>]+\.)*(\w+)"

KINDS = (
    Kind(
        "assume_constant_result argument conversion failed",
        title="A function marked as constant is given something that is not",
    ),
    Kind(
        "Attempted to call function marked as skipped",
        title="`{0}` is code that Dynamo does not trace",
        subject=r"qualname: ([\w.<>]+)",
        instead=(_TRAINING_STEP, Instead(conditions.shows_progress, (_BAR,))),
        hint="Call `{0}` before or after the compiled function, and pass what it returns.",
        about={
            "warn": About(
                example=Example(
                    'y = x.relu()\nwarnings.warn("check the scale")\nreturn y * 2',
                    "y = x.relu()\nreturn y * 2  # warn before or after the call",
                )
            ),
            "sleep": About(
                example=Example(
                    "y = x.relu()\ntime.sleep(0)\nreturn y * 2",
                    "y = x.relu()\nreturn y * 2  # wait outside",
                )
            ),
            "getcwd": About(
                example=Example(
                    "folder = os.getcwd()\nreturn x * len(folder)",
                    "return x * len(folder)  # ask for the folder before the call",
                )
            ),
            "sparse_coo_tensor": About(
                example=Example(
                    "y = x.relu()\ns = torch.sparse_coo_tensor([[0, 1]], y[:2], (3,))\nreturn s.to_dense()",
                    "y = x.relu()\ns = torch.zeros(3)\ns[[0, 1]] = y[:2]\nreturn s",
                )
            ),
        },
    ),
    Kind(
        "Attempted to inline function marked as skipped",
        title="`{0}` is on Dynamo's skip list",
        subject=r"qualname: ([\w.<>]+)",
        hint="Call it before or after the compiled function.",
        instead=(
            Instead(conditions.steps_an_optimizer, (TRAINING,), _TRAIN),
            Instead(conditions.shows_progress, (_BAR,), _BARE),
        ),
    ),
    Kind(
        "attempted to reorder a debugging function that can't actually be reordered",
        title="`{0}` cannot be moved behind the graph",
        subject=r"<built-in function (\w+)",
    ),
    Kind(
        "Bad import result",
        title="An import gives something that is no module",
        hint="Import it at the top of the module.",
        example=Example(
            "import settings\nreturn x * settings.scale",
            "return x * settings.scale  # `import settings` at the top of the module",
        ),
    ),
    Kind(
        "Call to `torch._dynamo.graph_break()`",
        title="`graph_break()` is called",
        instead=_ASKED_FOR,
    ),
    Kind(
        "Call to `torch._dynamo.skip_frame()`",
        title="`skip_frame()` is called",
        instead=_ASKED_FOR,
    ),
    Kind(
        "Call to `torch._dynamo.step_unsupported()`",
        instead=_ASKED_FOR,
    ),
    Kind(
        "cannot resume from torch._dynamo.step_unsupported()",
        title="`step_unsupported()` is called",
    ),
    Kind(
        "ComptimeContext graph break",
        title="`comptime.graph_break()` is called",
        hint="Remove the call: it asks for this break.",
        example=Example(
            "y = x.relu()\ncomptime.graph_break()\nreturn y * 2",
            "y = x.relu()\nreturn y * 2",
        ),
    ),
    Kind(
        "constant-like method call with non-constant args",
        title="`{0}` is given something that depends on a tensor",
        subject=r"([\w.]+)\(",
    ),
    Kind(
        "constant-like method call with unsupported return type",
        title="`{0}` returns something that Dynamo does not know",
        subject=r"([\w.]+)\(",
    ),
    Kind(
        "Dynamo recompile limit exceeded",
        title="The recompile limit was hit",
    ),
    Kind(
        "failed to bind arguments when attempting to inline",
        title="`{0}` is called with arguments that it does not take",
        subject=r"func='([\w.<>]+)'",
        hint=PYTHON_TOO,
    ),
    Kind(
        "Failed to trace builtin operator",
        rewrites=True,
        title="`{0}` cannot be traced",
        subject=r"^builtin (\w+)",
        about={
            "str": About(
                hint="Return the tensor, and make its text where the function is called.",
                example=Example(
                    "y = x.relu()\nreturn y * 2, str(y)",
                    "y = x.relu()\nreturn y * 2, y  # make its text outside",
                ),
            ),
            "print": About(
                hint="Return the value, and print it where the function is called.",
                example=Example(
                    'y = x.relu()\nprint("mean", y.mean())\nreturn y * 2',
                    "y = x.relu()\nreturn y * 2, y.mean()  # print it outside",
                ),
            ),
            "open": About(
                hint="Read the file before the function is called, and pass its content.",
                example=Example(
                    'scale = len(open("scale.txt").read())\nreturn x * scale',
                    "return x * scale  # read the file before the call",
                ),
            ),
        },
    ),
    Kind(
        "Failed to trace unittest method",
        title="`{0}` of a test case cannot be traced",
        subject=r"TestCase\.(\w+)",
    ),
    Kind(
        "Import failure",
        title="`{0}` cannot be imported",
        subject=r"module_name: ([\w.]+)",
        hint="Try the import once, at the top of the module, and test its outcome here.",
        example=Example(
            "try:\n    import fast_kernels\nexcept ImportError:\n    fast_kernels = None\nreturn x * 2",
            "return x * 2  # try the import at the top of the module",
        ),
    ),
    Kind(
        "invalid call to builtin op handler",
        title="A built-in function is called with arguments that Dynamo does not take",
        hint=PYTHON_TOO,
    ),
    Kind(
        "logging.Logger method not supported for non-export cases",
        rewrites=True,
        title="A logger is called",
        subject=r"(?:method|name)[^\w]+(\w+)",
        hint="Log where the function is called.",
        example=Example(
            'y = x.relu()\nlog.info("shape %s", y.shape)\nreturn y * 2',
            "y = x.relu()\nreturn y * 2  # log it outside",
        ),
    ),
    Kind(
        "missing args to functools.partial",
        title="`functools.partial` without a function",
    ),
    Kind(
        "random.Random() with improper arguments",
        title="`random.Random` with more than one plain seed",
    ),
    Kind(
        "Skip calling `torch.compiler.disable()`d function",
        title="`{0}` is disabled for `torch.compile`",
        subject=r"<function ([\w.<>]+)",
    ),
    Kind(
        "Skip inlining `torch.compiler.disable()`d function",
        title="`{0}` is disabled for `torch.compile`",
        subject=r"<function ([\w.<>]+)",
    ),
    Kind(
        "torch._dynamo.step_unsupported() with empty checkpoint",
        title="`step_unsupported()` is called",
    ),
    Kind(
        "Unhandled args for method",
        title="`{0}` of a tensor cannot be traced",
        subject=r"call_method \S+ (\w+)",
        hint="Call `{0}` outside the compiled function.",
        example=Example(
            "y = x.relu()\ny.share_memory_()\nreturn y",
            "y = x.relu()\nreturn y  # call y.share_memory_() outside",
        ),
    ),
    Kind(
        "Unsupported function call",
        title="A call of `{0}`, which Dynamo does not support",
        untold="A call that Dynamo does not support",
        subject=_CLASS,
        hint="Make the object before the compiled function is called, and pass it.",
    ),
    Kind(
        "Unsupported function call (delayed)",
        title="A call that Dynamo cannot carry out on an argument",
        hint=(
            "If it is a method with an underscore, such as `unsqueeze_`, use the one without, which "
            "leaves the argument as it is. If not, call it outside the compiled function."
        ),
        example=Example(
            "x.unsqueeze_(0)\nreturn x * 2",
            "x = x.unsqueeze(0)\nreturn x * 2",
        ),
    ),
    Kind(
        "Unsupported method call",
        title="The method `{0}` of an object that Dynamo cannot look into",
        untold="A method that Dynamo does not know",
        subject=r"call_method .*? (\w+) [\[(]",
        hint="Call `{0}` before the compiled function, and pass what it returns.",
        example=Example(
            "now = clock.timestamp()\nreturn x * now",
            "return x * now  # call clock.timestamp() before",
        ),
    ),
    Kind(
        "User-defined object with non-function __getattr__",
        title="An object whose `__getattr__` is no plain function",
    ),
)
