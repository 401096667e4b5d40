"""Every sentence that dynexplain itself says about a run, so that they can be read together.

Backticks mark code. What breaks are called and how to mend them is in advice/kinds/, what a guard saw
change is in changes/; torch's own words (explanations, hints) are quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..tracer.records import Unseen
from .report import BreakOutcome, Location, Recompile


def plural(count: int, one: str, many: str = "") -> str:
    """``1 graph``, ``2 graphs``, with thousands separated."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def first_line(text: str) -> str:
    """What a message says first: its first line, with the next one where it ends in a colon."""
    first, _, rest = text.strip().partition("\n")
    first, rest = first.strip(), rest.strip()
    return f"{first} {rest.partition(chr(10))[0]}" if first.endswith(":") and rest else first.removesuffix(":")


def place(location: Location) -> str:
    """Write ``train.py:14``, as editors and terminals link it, and ``cell 4, line 2`` for a notebook."""
    if not location.line:
        return location.label
    separator = ", line " if location.label.startswith("cell ") else ":"
    return f"{location.label}{separator}{location.line}"


def duration(ns: float, *, rough: bool = False) -> str:
    """A duration with the unit that suits it and about three digits: ``420 ns``, ``1.3 ms``, ``2.5 s``.

    ``rough``: of one that was not measured well, a single digit: ``about 400 ns``.
    """
    if rough and ns >= 1:
        size = 10 ** (len(str(int(ns))) - 1)
        return f"about {duration(round(ns / size) * size)}"
    for limit, divisor, unit in ((1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")):
        if ns < limit:
            return f"{ns / divisor:.3g} {unit}" if ns / divisor < 100 else f"{ns / divisor:.0f} {unit}"
    return f"{ns / 1e9:.3g} s" if ns < 1e11 else f"{ns / 1e9:.0f} s"


# --- how it was asked -----------------------------------------------------------------------------------------------

ASKED = {
    "fresh": (
        "Asked as in a fresh process: what Dynamo remembers of earlier calls was set aside. history=True asks with it."
    ),
    "copy": "Asked with what Dynamo remembers of earlier calls in this process (history=True).",
    "process": "Dynamo went on with what it remembers of earlier calls in this process.",
}
_MEMORY = {"fresh": "as in a fresh process", "copy": "with what Dynamo remembers"}


def environment(torch: str, backend: str, memory: str) -> str:
    """The figures' last words: what the run was made with."""
    parts = (f"torch {torch.split('+')[0]}", f"{backend} backend", _MEMORY.get(memory, ""))
    return " · ".join(part for part in parts if part)


def remembered(function: str, values: list[str]) -> str:
    """Sizes and numbers that are variable because of calls before the report."""
    listed = values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}"
    was, them = ("was", "it") if len(values) == 1 else ("were", "them")
    return (
        f"{listed} {was} variable from the start in `{function}`: Dynamo remembers other values of {them} from calls "
        f"before this report. In a fresh process the first version is for one value alone."
    )


def remembered_sizes(name: str, dimensions: tuple[int, ...]) -> str:
    """Some sizes of a tensor, or a number."""
    if not dimensions:
        return f"`{name}`"
    return " and ".join(f"`{name}.size({position})`" for position in dimensions)


# --- decided while compiling ----------------------------------------------------------------------------------------

DECIDED = "Decided while compiling"
IS_COMPILING = (
    "`is_compiling()` is True while Dynamo traces, and never asked again: what only plain Python would have done here, "
    "such as setting an attribute or a hook, is not in the compiled code."
)
_ANEW = "Another value compiles anew."


def asked_once(name: str, value: str) -> str:
    """A function that no guard asks again."""
    return f"`{name}()` was asked once and gave {value}, which is a constant from now on: no guard asks it again."


def read_variable_once(name: str) -> str:
    """An environment variable on which there is no guard."""
    return f"The environment variable `{name}` was read once, and no guard looks at it: a later change has no effect."


def read_variable(name: str) -> str:
    """An environment variable on which there is a guard."""
    return f"The environment variable `{name}` was read once, and its value is a constant now. {_ANEW}"


def read_global(name: str, value: str) -> str:
    """A global variable, or a part of one."""
    return f"`{name}` was read as {value} and is a constant in the compiled code. {_ANEW}"


def read_globals(values: list[str]) -> str:
    """Several of them, with their values."""
    return f"{', '.join(values)}: read once from global variables, and constants now. {_ANEW}"


def made_at_break(code: str, value: str) -> str:
    """What Python gave at a graph break."""
    where = f"in `{code}`" if code else "here"
    return f"What Python gave {where}, {value}, is a constant in the code behind the break. {_ANEW}"


# --- compilation that was put off ------------------------------------------------------------------------------------


def late(backward: bool, function: str) -> str:
    """What a backend compiles only once it is needed."""
    what = "backward" if backward else "at the first run"
    return f"{what} of `{function}`" if function else f"{what} of a graph"


def to_compile(backward_ns: int) -> str:
    """The label of the figure of all compilation."""
    return "to compile" + (f" · {duration(backward_ns)} of it for the backward" if backward_ns else "")


# --- while it runs --------------------------------------------------------------------------------------------------


def progress(done: int, seconds: float, function: str = "", place: str = "", backend: str = "", ops: int = 0) -> str:
    """Where a long compilation is: what is compiled at the moment, how much is done, how long it has taken."""
    elapsed = f"{seconds:.0f} s" if seconds < 120 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
    if backend:
        now = f"{backend} compiles a graph of {plural(ops, 'op')} from `{function}` ({place})"
    elif function:
        now = f"Dynamo traces `{function}` ({place})"
    else:
        now = "running"
    return f"{elapsed} · {now} · {plural(done, 'frame')} compiled so far"


# --- how it ended ---------------------------------------------------------------------------------------------------


def raised_by(origin: str, graph: int, backend: str) -> str:
    """Who raised the exception that ended the run."""
    which = f"graph {graph}" if graph >= 0 else "a graph"
    if origin == "graph":
        made = f", in what the `{backend}` backend made of it" if backend not in ("", "eager") else ""
        return f"It was raised while {which} ran{made}."
    if origin == "backend":
        return f"It was raised by the{f' `{backend}`' if backend else ''} backend, while it compiled {which}."
    return {
        "user": "It was raised by the code's own Python, not by Dynamo or a compiled graph.",
        "dynamo": "It was raised by Dynamo, while it compiled.",
        "interrupt": "The run was interrupted.",
    }.get(origin, "")


ON_THE_EXCEPTION = (
    "dynexplain: what Dynamo did until then, and what to do, is in print(error.explain_output); "
    "afterwards, in print(sys.last_value.explain_output)."
)
MAY_NOT_COMPILE = "It was raised by Dynamo, which may not compile here again."


# --- nothing was captured -------------------------------------------------------------------------------------------


def nothing_asked(name: str, *, entered: bool) -> str:
    """A block in which Dynamo was asked about nothing."""
    if entered:
        return (
            f"Nothing was compiled: Dynamo was asked about nothing in {name}, though a compiled function was called. "
            "An earlier call gave it up for good, or the stance kept Dynamo from compiling. `torch._dynamo.reset()` "
            "lets it look again"
        )
    if name == "this block":
        return (
            "Nothing was compiled: no compiled function was called in this block. `watch()` sees what calls "
            "`torch.compile` itself; `explain(f)(x)` explains a function that is not compiled"
        )
    return f"Nothing was compiled: {name} made no call that could be"


def made_not_run(name: str, made: str, breaks: str) -> str:
    """A coroutine or a generator that the call only made."""
    if made == "coroutine":
        return (
            f"{name} is a coroutine function: the call made a coroutine, and none of it has run. Compile and explain "
            "the plain functions that it calls between one `await` and the next."
        )
    told = f"; {breaks}" if breaks else ""
    return (
        f"{name} is a generator function: the call made a generator, and none of it has run{told}. Explain a function "
        "that goes through it."
    )


# --- breaks ---------------------------------------------------------------------------------------------------------


def cost(
    outcome: BreakOutcome, events: int, splits: list[tuple[int, int]], eager_ns: int, gone: Sequence[int] = ()
) -> str:
    """What a cause costs: how often, what it splits, what ran eagerly for it, and the breaks that go away with it."""
    parts = ["once" if events == 1 else f"{events:,} times"]
    if outcome == "resumed" and splits:
        before, after = sum(s[0] for s in splits), sum(s[1] for s in splits)
        if before and after:
            parts.append(f"{plural(before, 'op')} before it, {after:,} after")
        elif before or after:
            parts.append(f"{plural(before or after, 'op')} {'before' if before else 'after'} it")
    elif outcome == "frame_skipped":
        parts.append("the whole function runs eagerly")
    elif outcome == "rest_eager":
        parts.append("the rest of the function runs eagerly")
    elif outcome == "error":
        parts.append("compilation stopped with an error")
    if eager_ns > 0:
        parts.append(f"{duration(eager_ns)} in Python")
    if gone:
        numbers = ", ".join(map(str, gone))
        parts.append(f"break {numbers} goes away with it" if len(gone) == 1 else f"breaks {numbers} go away with it")
    return " · ".join(parts)


def goes_away_with(number: int) -> str:
    """Of a cause that is there only because of another."""
    return f"Goes away with {number}."


def same_call_as(number: int) -> str:
    """Of a cause in a library that one call of the user's leads to, as it does to another."""
    return f"Reached by the same call as {number}."


def came_before(title: str, where: str) -> str:
    """A break that would have been carried out, had not another reason made it impossible."""
    return f"{title}{f' ({where})' if where else ''}, a break of its own; mending that one alone would not help here."


def came_of_it(title: str, where: str) -> str:
    """Why a break could not be carried out: it would be gone with the break."""
    return f"Dynamo could not stop here and go on: {_within(title)}{f' ({where})' if where else ''}."


def _within(title: str) -> str:
    """A title in the middle of a sentence."""
    return title if title[:2].isupper() and title[1:2] != " " else title[:1].lower() + title[1:]


# --- skipped functions ----------------------------------------------------------------------------------------------

_SKIP_TEXTS = (
    ("an error was suppressed during compilation", "a graph break made it run eagerly"),
    ("frame is in the Dynamo skipfiles list", "it is in code that Dynamo never compiles"),
    ("no tensor-related objects found in frame", "there is no tensor among its arguments"),
    ("frame has already started executing", "it had already started when Dynamo came to it"),
    ("tracing is non-recursively disabled", "it is disabled for `torch.compile`"),
    ("Dynamo tracing is disabled", "Dynamo is switched off"),
    ("non-infra torch dispatch mode present", "a torch dispatch mode is active, and Dynamo does not compile under one"),
    ("Dynamo decided to skip the frame", "there was nothing to compile in it"),
    ("compilation failed with a custom frame execution strategy", "the recompile limit was hit"),
    ("frame is already Dynamo-generated code", "it is code that Dynamo made"),
)


def skip_text(reason: str) -> str:
    """Why a function was left to Python, in plain words."""
    return next((text for start, text in _SKIP_TEXTS if reason.startswith(start)), reason.rstrip("."))


def unseen(values: Iterable[Unseen], resumed_at: int) -> str:
    """A function with tensors where Dynamo does not look for them, and what to do about it."""
    values = list(values)
    local = [value for value in values if not value.is_global]
    if not local:
        names = " and ".join(f"`{value.name}`" for value in values)
        them = "it" if len(values) == 1 else "them"
        return (
            f"there is no tensor among its arguments, and Dynamo does not look at the global {names}: "
            f"give {them} to it as {noun(len(values), 'an argument', 'arguments')}"
        )
    names = ", ".join(f"`{value.name}`" + (f" (`{value.kind}`)" if value.kind else "") for value in local)
    inside = "inside such an object" if len(local) == 1 else "inside such objects"
    tensor = local[0].tensor
    if resumed_at:
        return (
            f"no tensor among what is still alive: {names}; Dynamo does not look {inside}. "
            f"Read `{tensor}` into a variable before line {resumed_at}, and use that after it"
        )
    return (
        f"no tensor among its arguments: {names}; Dynamo does not look {inside}. "
        f"Give it `{tensor}` as an argument of its own"
    )


def given_up(why: str, where: str) -> str:
    """A function that an earlier call gave up for good."""
    because = f" (then: {_within(why)}{f', {where}' if where else ''})" if why else ""
    return f"an earlier call gave it up for good{because}; `torch._dynamo.reset()` lets Dynamo look at it again"


def in_place(module: str) -> str:
    """``module.compile()`` on a class of torch's own."""
    return (
        f"Dynamo skips `{module}.forward`, code of torch's own, where `module.compile()` compiles in place; "
        "`torch.compile(module)` does compile it"
    )


# --- the source, line by line -----------------------------------------------------------------------------------------

RAN_EAGERLY = "ran eagerly"
UNPLACED = "begins here"
WITHOUT_COMPILING = "Compiling is not counted."


def inlined(graph: int, function: str) -> str:
    """A line of a function that Dynamo took into the graph of its caller."""
    return f"inlined into graph {graph} of `{function}`"


def called(function: str, calls: int, ns: int, in_graphs: int, *, eager: bool) -> str:
    """How often a function ran, and how long; a cell has no calls."""
    ran = f"All of {function}"
    if calls:
        ran = f"{plural(calls, 'call')} of `{function}`" + (", run eagerly" if eager else "")
    told = f"{ran}: {duration(ns)}{' in all' if calls > 1 else ''}"
    if in_graphs > 0:
        told += f", {duration(in_graphs)} of it in graphs"
    return f"{told}. {WITHOUT_COMPILING}"


def captured(graphs: list[int], ops: int, runs: int, ns: int, *, placed: bool) -> str:
    """Graphs that were captured from some lines, or of which only the beginning is known."""
    several = len(graphs) > 1
    names = f"{len(graphs)} graphs ({_listed(graphs)})" if several else f"Graph {graphs[0]}"
    where = "captured from these lines" if placed else "from here on"
    told = f"{names} of {plural(ops, 'op')}{' in all' if several else ''}, {where}. "
    if not runs:
        return told + ("None of them ran." if several else "It never ran.")
    each = f" in all, {duration(ns / runs)} each" if runs > 1 else ""
    return f"{told}{plural(runs, 'run')}, {duration(ns)}{each}: measured around the whole graph, not for single ops."


def went_into(graphs: list[int], ops: int) -> str:
    """Ops of a function that was inlined."""
    names = f"graph {graphs[0]}" if len(graphs) == 1 else f"graphs {_listed(graphs)}"
    come = f"{plural(ops, 'op')} of {names} {'comes' if ops == 1 else 'come'} from these lines, which were inlined."
    return f"{come} Time is measured around whole graphs, and told where those begin."


def outside(breaks: list[int], times: int, ns: int, in_graphs: int = 0, *, seen: bool = False) -> str:
    """What runs at a break; where no frames were ``seen``, what passed between two graphs because of it."""
    names = f"break {breaks[0]}" if len(breaks) == 1 else f"breaks {_listed(breaks)}"
    often = f", {times:,} times in all" if times > 1 else ""
    if seen:
        inside = f", {duration(in_graphs)} of it in graphs of what is called" if in_graphs > 0 else ""
        return (
            f"{duration(ns)}{often} for what runs at {names}, from the end of the captured part to where the function "
            f"goes on{inside}. {WITHOUT_COMPILING}"
        )
    return (
        f"{duration(ns)}{often}, from the end of the graph before {names} to the start of the next one, or to the "
        f"return: Python, guards and Dynamo's own work. {WITHOUT_COMPILING}"
    )


def _listed(numbers: list[int]) -> str:
    return ", ".join(str(number) for number in numbers[:6]) + (" …" if len(numbers) > 6 else "")


# --- recompiles -----------------------------------------------------------------------------------------------------


def recompile_count(recompiles: Iterable[Recompile]) -> str:
    """How many there were, and apart from these how many the limit refused; empty for none."""
    made, refused = made_and_refused(recompiles)
    parts = [plural(made, "recompile")] if made else []
    if refused:
        parts.append(f"{refused:,} refused" if made else f"{plural(refused, 'recompile')} refused")
    return ", ".join(parts)


def made_and_refused(recompiles: Iterable[Recompile]) -> tuple[int, int]:
    """How many were carried out, or tried, and how many the recompile limit refused."""
    refused = [one.refused for one in recompiles]
    return len(refused) - sum(refused), sum(refused)


NOTHING_FITTED = "no existing version fitted"
MOST_CHANGES = 4
"""So many things that changed are named in a sentence; the others are counted."""


def listed_changes(changes: list[str]) -> str:
    """All that differs from the nearest version, as part of a sentence."""
    changes = list(dict.fromkeys(changes))
    if len(changes) > MOST_CHANGES + 1:
        rest = len(changes) - MOST_CHANGES
        changes = [*changes[:MOST_CHANGES], f"{plural(rest, 'more difference')} from the nearest version"]
    return "; ".join(changes)


def recompiled(function: str, changed: str, compiled: bool, limit: bool, line: int = 0, *, empty: bool = False) -> str:
    """A recompile, or one that was refused; ``line``: where a function goes on after a break, 0 for a whole one.

    ``empty``: there was nothing to compile, after which Dynamo leaves the function alone.
    """
    what = f"The rest of `{function}` from line {line}" if line else f"`{function}`"
    if compiled:
        return f"{what} was compiled again: {changed}"
    if limit:
        return f"{what} was not compiled again, the recompile limit was hit: {changed}"
    if empty:
        return f"{what} had nothing to compile this time, and is left to Python from now on: {changed}"
    return f"{what} could not be compiled again: {changed}"


def would_recompile(function: str, changed: str, limit: bool = False) -> str:
    """An input that no entry serves; ``limit``: and Dynamo makes no more of them."""
    if limit:
        return f"`{function}` would run as plain Python, since the recompile limit is reached: {changed}."
    return f"`{function}` would be compiled again: {changed}."


def asked_as_recorded(names: list[str]) -> str:
    """The answer is for another global state of torch than that of the code that asks."""
    *first, last = names
    listed = f"{', '.join(first)} and {last}" if first else last
    return f"Asked with {listed} of the recorded call, not of the code that asks."


STATE_NAMES = {
    "grad": "the grad mode",
    "inference": "the inference mode",
    "autocast": "the autocast",
    "autocast_cache": "the autocast",
    "dtype": "the default dtype",
    "device": "the default device",
    "deterministic": "the setting of deterministic algorithms",
    "warn_only": "the setting of deterministic algorithms",
}


def is_served(function: str, compile_id: str, broken: bool = False) -> str:
    """An input that an entry serves; ``broken``: up to a graph break, behind which other guards are asked."""
    if broken:
        return (
            f"`{function}` would not be compiled again up to its first graph break: "
            f"compilation [{compile_id}] serves it. "
            "What comes after the break has guards of its own, which are not asked."
        )
    return f"`{function}` would not be compiled again: compilation [{compile_id}] serves it."


# --- counts that disagree -------------------------------------------------------------------------------------------


def counts_disagree(first: int, second: int) -> str:
    """The two counts of breaks differ."""
    return (
        f"Two counts of the graph breaks disagree: {first} were logged, {second} follow from the compiled code. "
        "One of them is wrong; please report it with this report's JSON."
    )


def frames_dropped(kept: int, dropped: int) -> str:
    """More frames ran than there is room for."""
    return (
        f"Only the first {kept:,} frames are in this report; {dropped:,} that ran later had no room. "
        "Calls are counted up to there, and all that ran later outside graphs and compilations counts as Python."
    )


def compiled_but_not_run(functions: list[str]) -> str:
    """Dynamo says that it compiled a function, and the frame record has no run of the compiled code."""
    listed = ", ".join(f"`{name}`" for name in functions[:5])
    return (
        f"Dynamo compiled {listed}, but no frame of the compiled code was seen to run. "
        "Either it was thrown away, or the record of frames is incomplete."
    )


def cut_off(functions: list[str]) -> str:
    """Conversions that had not ended when the session did."""
    listed = ", ".join(f"`{name}`" for name in functions[:5])
    return (
        f"{listed} {noun(len(functions), 'was', 'were')} still being compiled when this report's record ended. "
        "Breaks, graphs and guards that came later are not in it, so its counts are too low."
    )


def file_edited(label: str) -> str:
    """A file holds other text than what was compiled."""
    return (
        f"`{label}` was changed after it was imported. Functions of which the text is gone are shown as instructions; "
        "import it again to see them as text."
    )


def signal_missing(signal: str, problem: str) -> str:
    """A tap's target is not there."""
    return f"No {signal}: {problem}. The rest of the report does not depend on it."


def signal_failed(signal: str, problem: str) -> str:
    """A tap's own code failed."""
    return f"Part of the record of {signal} is missing: dynexplain failed to read it ({problem})."


def rest_of(function: str, line: int) -> str:
    """The part of a function behind a break, which Dynamo compiles as a function of its own."""
    return f"{function} after line {line}"


def not_drawn(what: str, error: Exception) -> str:
    """A form of the report that could not be made, by a fault of ours or of a front end."""
    return (
        f"The {what} could not be made ({type(error).__name__}: {first_line(str(error))}). The report itself is whole: "
        "print() shows it as text, and to_json() saves it."
    )


def skip_error(skip: object) -> str:
    """Dynamo failed on a function and went on without it."""
    record = getattr(skip, "compile", None)
    kind = getattr(record, "error_kind", "") or "an error"
    first = first_line(str(getattr(record, "error_message", "")))
    return f"Dynamo failed on it with {kind}" + (f": {first}" if first else "")


def noun(count: int, one: str, many: str = "") -> str:
    """The noun alone: ``graph`` for 1, ``graphs`` for others."""
    return one if count == 1 else many or one + "s"
