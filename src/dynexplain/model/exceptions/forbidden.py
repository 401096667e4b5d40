"""Recompiles that are not allowed: the stance, ``error_on_recompile``, and the limit where Python may not take over."""

from __future__ import annotations

from ...tracer.reading.stacks import plain_name
from ..guards.value_names import users_terms
from ..recompiles import build as recompiles
from ..recompiles.nearest import answered_by, nearest
from ..report import FailedGuard, Location
from .case import Case, Told

_STANCE = '`torch.compiler.set_stance("fail_on_recompile")`'


def of_stance(case: Case) -> Told | None:
    """The stance forbids to compile anew."""
    if case.error is None or not case.error.stance or not case.recorder.forbidden:
        return _first_call(case)
    code, record = case.recorder.forbidden[-1]
    place = case.places.of_code(code)
    name = plain_name(place.function).rpartition(".")[2]
    made = next((one for one in case.compiles if one.code is code), None)
    terms = users_terms(made) if made is not None else str
    failure = nearest(record.failures, answered_by(case.compiles))
    failed = recompiles.failed_guards(failure, case.places, terms) if failure is not None else ()
    if not failed:
        return None
    sentence, advice = recompiles.told(name, failed, compiled=False, dynamic=record.dynamic, terms=terms)
    return Told(
        f"{sentence.partition(': ')[2]}: `{name}` would have to be compiled again, which {_STANCE} forbids",
        "What was compiled before serves other values only.",
        (_warm_up(name), advice),
        None,
        failed[0].origin or place,
    )


def _warm_up(name: str) -> str:
    return f"Call `{name}` with each kind of input that is expected, before the stance is set."


def _first_call(case: Case) -> Told | None:
    """The stance was set before there was anything that could serve."""
    if case.error is None or not case.error.stance:
        return None
    name = case.context.subject.name
    return Told(
        f"nothing was compiled yet that could serve this call, and {_STANCE} forbids to compile",
        "",
        (f"Call {f'`{name}`' if case.context.subject.kind != 'session' else 'it'} once before the stance is set.",),
    )


def by_setting(case: Case) -> Told | None:
    """``torch._dynamo.config.error_on_recompile``."""
    if case.error is None or case.error.type != "RecompileError" or not case.recompiles:
        return None
    last = case.recompiles[-1]
    what = last.text.partition(": ")[2]
    return Told(
        f"{what}, and `torch._dynamo.config.error_on_recompile` forbids to compile `{last.function}` again",
        "What was compiled before serves other values only.",
        (last.advice, "Or let it be compiled again: leave the setting away."),
        None,
        _origin(last.failed) or last.location,
    )


def by_limit(case: Case) -> Told | None:
    """As many versions as are allowed, and plain Python is not allowed either."""
    if case.error is None or case.error.type != "FailOnRecompileLimitHit" or not case.recompiles:
        return None
    last = case.recompiles[-1]
    limit = sum(
        record.new_code is not None and case.places.of_compile(record) == last.location for record in case.compiles
    )
    why = (
        "`torch._dynamo.config.fail_on_recompile_limit_hit` forbids"
        if "fail_on_recompile_limit_hit" in case.error.message
        else "`fullgraph=True` forbids"
    )
    changed = last.text.partition(": ")[2].removeprefix("the recompile limit was hit: ")
    return Told(
        f"`{last.function}` has {limit:,} versions, the most that are allowed, and {why} to run it as plain Python",
        f"The call that was one too many: {changed}.",
        (
            last.advice,
            "If the number of versions has an end, allow as many: `torch._dynamo.config.recompile_limit = 32`, "
            "before the first call.",
        ),
        None,
        _origin(last.failed) or last.location,
    )


def _origin(failed: FailedGuard | None) -> Location | None:
    return failed.origin if failed is not None else None
