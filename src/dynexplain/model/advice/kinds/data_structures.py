"""Kinds of breaks about containers: dicts, sets, named tuples, views of them, what is in them."""

from __future__ import annotations

from ...report import Example
from ..kind import Kind
from ..phrases import CONTENTS

KINDS = (
    Kind(
        "Attempted to wrap a set with tensors",
        title="A set with tensors in it",
    ),
    Kind(
        "Cannot trace user-defined __len__",
        title="`len` of `{0}`, which Dynamo cannot look into",
        subject=r"^([\w.]+)\.__len__",
        hint=CONTENTS,
    ),
    Kind(
        "collections.deque() with bad arguments",
        title="`deque` is called with arguments that it does not take",
    ),
    Kind(
        "mapping proxy affected by dictionary mutation",
        title="A mapping proxy is read after a dict was changed",
    ),
    Kind(
        "missing sq_contains",
        title="`in` on `{0}`, which Dynamo cannot look into",
        subject=r"for ([\w.]+)",
        hint=CONTENTS,
    ),
    Kind(
        "missing tp_iter",
        title="A loop over `{0}`, which Dynamo cannot look into",
        subject=r"for ([\w.]+)",
        hint=CONTENTS,
        example=Example(
            "for a, b in pairs:\n    x = x * a + b\nreturn x",
            "for a, b in list_of_pairs:  # list(pairs), made outside\n    x = x * a + b\nreturn x",
        ),
    ),
    Kind(
        "missing_mp_ass_subscript",
        title="An item of `{0}` is set, which Dynamo cannot look into",
        subject=r"for ([\w.]+)",
        hint=CONTENTS,
    ),
    Kind(
        "missing_mp_subscript",
        title="An item of an object that Dynamo cannot look into",
        hint=CONTENTS,
        example=Example(
            "return x * numbers[0]",
            "return x * list_of_numbers[0]  # list(numbers), made outside",
        ),
    ),
    Kind(
        "namedtuple construction",
        title="A namedtuple class is made from something that depends on a tensor",
        hint="Define the namedtuple class outside the function.",
    ),
    Kind(
        "non-const keys in dict_keys",
        title="A view of keys that are objects",
    ),
    Kind(
        "non-string key in object __dict__",
        title="The `__dict__` of an object has a key that is no string",
    ),
    Kind(
        "sq_repeat_impl not implemented",
        title="`*` on a sequence that Dynamo cannot look into",
        hint=CONTENTS,
    ),
    Kind(
        "TypedDict with optional keys",
        title="A `TypedDict` with optional keys",
    ),
)
