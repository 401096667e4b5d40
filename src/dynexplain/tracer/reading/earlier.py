"""Code that Dynamo gave up before a session: it is not offered again, and only Dynamo's own records say why."""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType
from typing import NamedTuple


class GivenUp(NamedTuple):
    """What is known of it: torch's message and the user's line, empty and 0 where its records have no failure."""

    message: str
    file: str
    line: int


def given_up(codes: Iterable[CodeType]) -> dict[int, GivenUp]:
    """Of code that ran as it is while Dynamo was on, and was not offered: what had been offered before, by id.

    What Dynamo looked at before and found nothing to compile in is left out: there was nothing to give up.
    """
    from torch._dynamo import convert_frame
    from torch._dynamo.utils import get_compilation_metrics

    attempts = get_compilation_metrics()
    found = {}
    for code in codes:
        if code not in convert_frame.input_codes:
            continue
        place = code.co_filename, code.co_firstlineno, code.co_name
        mine = [one for one in attempts if (one.co_filename, one.co_firstlineno, one.co_name) == place]
        last = mine[-1] if mine else None
        if last is None:
            found[id(code)] = GivenUp("", "", 0)
        elif last.fail_reason:
            found[id(code)] = GivenUp(
                str(last.fail_reason), last.fail_user_frame_filename or "", last.fail_user_frame_lineno or 0
            )
    return found
