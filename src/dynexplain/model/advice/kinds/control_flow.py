"""Kinds of breaks about the way that Python takes: loops, generators, exceptions, assertions, coroutines."""

from __future__ import annotations

from ...report import Example
from .. import conditions
from ..kind import About, Instead, Kind
from ..phrases import COROUTINE, PYTHON_TOO

_LIBRARYS_GENERATOR = "It is in a library that runs as plain Python here. There is nothing to do about it."

KINDS = (
    Kind(
        "assert with non-string message",
        title="An `assert` whose message is no string",
        hint="Make the message a string.",
    ),
    Kind(
        "Attempt to trace generator",
        title="A generator function cannot be compiled by itself",
        hint="Compile the function that the loop body calls, not the generator.",
        example=Example(
            "for row in x:\n    yield row * 2",
            "return [row * 2 for row in x]",
        ),
        instead=(Instead(conditions.in_a_library, (_LIBRARYS_GENERATOR,), follows=True),),
    ),
    Kind(
        "Attempted to read undefined local variable",
        title="`{0}` has no value here",
        subject=r"LOAD_FAST (\w+)",
        hint="Give the variable a value on every way to this line.",
    ),
    Kind(
        "call_method on generator",
        title="A method of a generator that was made outside",
        hint="Read the generator before the call, and pass the values.",
    ),
    Kind(
        "Exception with bad expected type",
        title="`except` names something that is no exception class",
    ),
    Kind(
        "Exception with non-type expectation",
        title="`except` names something that is no exception class",
    ),
    Kind(
        "failed to find name in frame builtins",
        title="A name that is defined nowhere",
        hint=PYTHON_TOO,
    ),
    Kind(
        "Generator reconstruction with mutations",
        title="A generator that has been read in part cannot be rebuilt in Python",
    ),
    Kind(
        "graph break in loop",
        title="A break inside a loop",
    ),
    Kind(
        "infinite generator detected",
        title="A generator seems to have no end",
        hint="Read only as many values as are needed, for example with `itertools.islice`.",
    ),
    Kind(
        "Keyword args passed to exception constructor",
        title="An exception is made with a keyword argument",
        hint="Pass them by position, or set them where it is caught.",
    ),
    Kind(
        "Missing bytecode handler",
        title="A Python construct that Dynamo does not support",
        subject=r"^(\w+) with args",
        hint="Write it another way, or move it to where the function is called.",
        about={
            "BEFORE_ASYNC_WITH": About(title="An `async with` in compiled code", hint=COROUTINE),
            "GET_AITER": About(title="An `async for` in compiled code", hint=COROUTINE),
            "GET_AWAITABLE": About(title="An `await` in compiled code", hint=COROUTINE),
        },
    ),
    Kind(
        "Observed exception",
        title="An exception leaves the function",
        hint=(
            "If it is meant to be raised, there is nothing to fix. If not, Python without "
            "`torch.compile` raises it too."
        ),
    ),
    Kind(
        "Read uninitialized cell",
        title="A variable of the enclosing function has no value yet",
    ),
    Kind(
        "traceback.tb_lasti not supported",
        title="`tb_lasti` of a traceback is read",
    ),
    Kind(
        "Unexpected failure during itertools.groupby() iteration",
        title="`itertools.groupby` failed",
    ),
    Kind(
        "Unreachable sub-generator code",
        title="A value is sent into a generator through `yield from`",
        hint="Send values to the inner generator itself, not through `yield from`.",
        example=Example(
            "def outer():\n    yield from inner(x)\nsteps = outer()\nnext(steps)\nreturn steps.send(2)",
            "steps = inner(x)\nnext(steps)\nreturn steps.send(2)",
        ),
    ),
    Kind(
        "Unsupported attribute assignment on Exception object",
        title="An attribute of an exception is set",
        hint="Give the exception its values when it is made.",
    ),
    Kind(
        "Unsupported key type for itertools.groupby",
        title="`itertools.groupby` with a key that depends on a tensor",
        hint="Group by Python values; a tensor is not looked into.",
    ),
    Kind(
        "Unsupported kwargs for itertools.groupby",
        title="`itertools.groupby` with a keyword that it does not take",
    ),
)
