"""Kinds of breaks about classes, attributes and objects that are made in compiled code."""

from __future__ import annotations

from ...report import Example
from ..kind import Kind
from ..phrases import OUTSIDE

KINDS = (
    Kind(
        "__class__ assignment on user-defined object",
        title="The class of an object is replaced",
    ),
    Kind(
        "Attempted to a str() method implemented in C/C++",
        title="`str` of an object whose `__str__` is written in C",
        hint="Make the text before the call, and pass it.",
    ),
    Kind(
        "Custom metaclass with __getattribute__",
        title="An attribute of a class whose metaclass has its own `__getattribute__`",
        hint="Read the attribute outside, and pass or use what it is.",
        example=Example(
            "return Registry.double(x)",
            "return double(x)  # double = Registry.double, read outside",
        ),
    ),
    Kind(
        "dataclass fields failure",
        title="The fields of a dataclass are asked for in a way that Dynamo cannot trace",
        hint="Ask for the fields of an object, not of its class.",
        example=Example(
            "names = [f.name for f in dataclasses.fields(Settings)]\nreturn x * len(names)",
            "names = [f.name for f in dataclasses.fields(settings)]\nreturn x * len(names)",
        ),
    ),
    Kind(
        "getattr() with non-constant name argument",
        title="`getattr` with a name that depends on a tensor",
        hint=OUTSIDE,
    ),
    Kind(
        "Invalid call to __build_class__",
        title="A class is defined in compiled code",
        hint="Define the class outside the function, at the top of the module.",
        example=Example(
            "class Scale(torch.nn.Module):\n    factor = 2\nreturn x * Scale.factor",
            "return x * Scale.factor  # the class is defined outside",
        ),
    ),
    Kind(
        "non-const setattr name on user-defined object",
        title="`setattr` with a name that depends on a tensor",
    ),
    Kind(
        "Not a Python constant",
        title="An object that has to be the same in every call is made in the function",
        hint=("Make the object before the compiled function is called, so that it is the same one in every call."),
        example=Example(
            (
                "contexts = functools.partial(contexts_for, Policy())\n"
                "return checkpoint(block, x, use_reentrant=False, context_fn=contexts)"
            ),
            (
                "contexts = functools.partial(contexts_for, policy)  # policy = Policy(), made outside\n"
                "return checkpoint(block, x, use_reentrant=False, context_fn=contexts)"
            ),
        ),
    ),
    Kind(
        "Pydantic dataclass constructor",
        title="A Pydantic dataclass is made in the function",
        hint="Make the object before the compiled function is called, and pass it.",
    ),
    Kind(
        "Reconstruction failure",
        title="A value cannot be rebuilt after the break",
    ),
    Kind(
        "repr() on nested function with non-constructible closure",
        title="`repr` of a local function that uses a tensor",
    ),
    Kind(
        "repr_impl not implemented",
        title="`repr` of an object that Dynamo cannot look into",
    ),
    Kind(
        "setattr() on unsupported type",
        title="An attribute is set on an object of a kind where Dynamo does not support that",
        hint=(
            "Return the value, and set it where the function is called; or keep it in an object of a class of your own."
        ),
    ),
    Kind(
        "Unable to resolve super getattr",
        title="`super()` has no attribute of that name",
    ),
    Kind(
        "unsupported function.__get__ call",
        title="`__get__` of something that is no Python function",
    ),
    Kind(
        "Unsupported hasattr call",
        title="`hasattr` on something that Dynamo cannot look into",
    ),
    Kind(
        "Unsupported super().__init__() call",
        title="`super().__init__()` on a module that exists already",
        hint="Call `super().__init__()` in `__init__` only.",
    ),
    Kind(
        "Unsupported user-defined object construction during side-effect tracking",
        title="An object that cannot be made with `__new__`",
    ),
)
