"""The verdict: one sentence in plain English that says what happened."""

from __future__ import annotations

from dataclasses import dataclass

from . import wording
from .graphs.versions import pieces_and_versions
from .report import Break, Cause, Code, Compilation, ErrorInfo, Graph, Outcome, Recompile, Skip, Subject
from .subject import Made
from .wording.recompiles import recompile_count
from .wording.words import first_line, plural


@dataclass(frozen=True, slots=True)
class Seen:
    """What the sentence is about: the finished parts of a report."""

    subject: Subject
    outcome: Outcome
    compilations: tuple[Compilation, ...]
    graphs: tuple[Graph, ...]
    breaks: tuple[Break, ...]
    causes: tuple[Cause, ...]
    skips: tuple[Skip, ...]
    recompiles: tuple[Recompile, ...]
    codes: tuple[Code, ...]
    stance: str
    entered: bool | None
    """Whether a compiled function was called; None if that is not known."""
    offered: bool
    """Whether Dynamo was asked about any function."""
    made: Made
    """What the subject makes in place of running, where that was not run."""

    @property
    def name(self) -> str:
        """The subject as it is called in the sentence."""
        return self.subject.name if self.subject.kind == "session" else f"`{self.subject.name}`"

    @property
    def used(self) -> tuple[Graph, ...]:
        """Graphs that are part of compiled code; a conversion that fails later has made its graphs in vain."""
        made = {
            index
            for compilation in self.compilations
            if compilation.status == "compiled"
            for index in compilation.graphs
        }
        return tuple(graph for graph in self.graphs if graph.index in made)

    @property
    def eager(self) -> tuple[Skip, ...]:
        """The user's functions, and the explained one, that Dynamo gave up, and that ran eagerly as a whole."""
        return tuple(
            skip
            for skip in self.skips
            if skip.kind in ("break", "error", "unseen", "given_up") and (skip.location.user or self.is_subject(skip))
        )

    @property
    def ran_compiled(self) -> bool:
        """Whether code that Dynamo has made was seen to run."""
        return any(code.kind in ("compiled", "resumed") for code in self.codes)

    @property
    def passed_over(self) -> Skip | None:
        """A function of the user's that a rule of Dynamo's kept it from looking into, where nothing was captured."""
        if self.graphs or self.breaks or self.ran_compiled:
            return None
        named = self.subject.kind != "session"
        over = [skip for skip in self.skips if skip.kind in ("rule", "given_up")]
        return next((skip for skip in over if self.is_subject(skip) or not named), None)

    def is_subject(self, skip: Skip) -> bool:
        """Whether a skipped function is the explained one."""
        place = self.subject.location
        return (
            place is not None
            and skip.function.rpartition(".")[2] == place.function.rpartition(".")[2]
            and (
                skip.location.file,
                skip.location.line,
            )
            == (place.file, place.line)
        )


def verdict(seen: Seen) -> str:
    """The sentence."""
    outcome = seen.outcome
    if outcome.status == "disabled":
        return f"Dynamo was off ({outcome.detail}): {seen.name} ran as plain Python, and nothing was compiled."
    if outcome.status == "not_called":
        return "Nothing has been called yet, so there is nothing to explain."
    if seen.made and not any(graph.runs for graph in seen.graphs):
        return wording.ending.made_not_run(
            seen.name, seen.made, plural(len(seen.breaks), "graph break") if seen.breaks else ""
        )
    stopped = _stopped(seen)
    if stopped:
        return "; ".join([stopped, *_left_to_python(seen), *_recompiled(seen)]) + "."
    parts = [_captured(seen), *_left_to_python(seen), *_recompiled(seen)]
    if outcome.status == "raised" and outcome.error is not None:
        return _raised(seen, outcome.error, "; ".join(filter(None, parts)))
    sentence = "; ".join(parts) + "."
    return sentence[0].upper() + sentence[1:]


def _raised(seen: Seen, error: ErrorInfo, until_then: str) -> str:
    """What was raised, and what there was before it."""
    first = _cut(error.heading or first_line(error.message), 160 if error.origin == "dynamo" else 100)
    if error.origin == "backend":
        told = first
    elif error.origin == "dynamo":
        told = f"Dynamo stopped at {seen.name} with `{error.type}`" + (f": {first}" if first else "")
    else:
        told = f"{seen.name} raised `{error.type}`" + (f": {first}" if first else "")
    told = told[0].upper() + told[1:]
    told = told if told.endswith(("?", "!", "…")) else f"{told.rstrip('.')}."
    if not until_then:
        return told
    begin = until_then if until_then.startswith("Dynamo") else until_then[0].lower() + until_then[1:]
    return f"{told} Until then: {begin}."


def _stopped(seen: Seen) -> str:
    """What stopped the compilation, where that is what the caller was told by an exception; empty if it is not.

    The exception itself is told below the sentence.
    """
    error = seen.outcome.error
    last = next((event for event in reversed(seen.breaks) if event.outcome == "error"), None)
    if last is None or error is None or error.origin != "dynamo" or not 0 <= last.cause < len(seen.causes):
        return ""
    title = seen.causes[last.cause].title.rstrip(".")
    if not title.startswith(("Dynamo", "Python")) and (not title[:2].isupper() or title[1:2] == " "):
        title = title[0].lower() + title[1:]
    earlier = len(seen.breaks) - 1
    name = seen.name
    if seen.subject.kind == "session":
        compiled = next((one for one in seen.compilations if one.id == last.compile_id), None)
        name = f"`{_short(compiled.function)}`" if compiled is not None else name
    if error.type == "Unsupported":
        after = f" after {plural(earlier, 'other')}" if earlier else ""
        return f"A graph break{after} stopped the compilation of {name}, where none is allowed: {title}"
    after = f" after {plural(earlier, 'graph break')}" if earlier else ""
    return f"An error stopped the compilation of {name}{after}: {title}"


def _captured(seen: Seen) -> str:
    if seen.breaks:
        return _broken(seen)
    graphs, ops = seen.used, sum(graph.op_count for graph in seen.used)
    name = seen.name
    failed = [compilation for compilation in seen.compilations if compilation.status == "failed"]
    if seen.outcome.error is not None and not graphs and (failed or not seen.compilations):
        # The exception has been told, and there was nothing before it.
        interrupted = failed and seen.outcome.error.origin == "interrupt"
        return f"`{_short(failed[0].function)}` was still being compiled" if interrupted else ""
    if not graphs:
        return _nothing(seen, failed)
    if failed:
        return f"{_graphs(graphs)} of {plural(ops, 'op')}, and Dynamo failed on `{_short(failed[0].function)}`"
    functions = {(graph.location.file, graph.location.line) for graph in graphs}
    if seen.subject.kind != "session" and len(graphs) == 1:
        return f"No graph breaks. All of {name} is one graph of {plural(ops, 'op')}"
    if seen.subject.kind != "session" and len(functions) == 1 and seen.recompiles:
        return f"No graph breaks, but {name} was compiled {len(graphs):,} times"
    was = "was" if len(graphs) == 1 else "were"
    return f"No graph breaks in {name}. {plural(len(graphs), 'graph')} of {plural(ops, 'op')} {was} captured"


def _nothing(seen: Seen, failed: list[Compilation]) -> str:
    """No graph and no break: why?"""
    if failed:
        return f"Dynamo failed on `{_short(failed[0].function)}` with {failed[0].detail.partition(':')[0]}"
    if seen.graphs:
        count = plural(len(seen.graphs), "graph")
        return f"{count} captured and thrown away: the backend or Dynamo gave up on {seen.name}"
    if seen.ran_compiled:
        return f"Nothing had to be compiled: {seen.name} ran what was compiled before"
    if seen.stance not in ("default", "force_eager"):
        return f'Nothing was compiled, as the stance is "{seen.stance}": {seen.name} ran as plain Python'
    if (skip := seen.passed_over) is not None:
        return f"Nothing was compiled: {_marked(skip.function)} was left to Python, since {skip.text}"
    if seen.subject.kind == "session" and not seen.offered and seen.entered is not None:
        return wording.ending.nothing_asked(seen.name, entered=seen.entered)
    place = seen.subject.location
    if not seen.compilations and place is not None and not any(seen.is_subject(skip) for skip in seen.skips):
        ran = [code for code in seen.codes if (code.location.file, code.location.line) == (place.file, place.line)]
        if any(code.kind == "eager" for code in ran):
            return f"Dynamo did not look at {seen.name}: it had given it up before, so it ran as plain Python"
    if seen.compilations or seen.skips:
        return f"No graph was captured, and nothing broke: Dynamo found nothing to compile in {seen.name}"
    return f"No graph was captured, and nothing broke in {seen.name}"


def _broken(seen: Seen) -> str:
    graphs, name = seen.used, seen.name
    ops = sum(graph.op_count for graph in graphs)
    told = plural(len(seen.breaks), "graph break")
    if len(seen.causes) != len(seen.breaks):
        told += f" from {plural(len(seen.causes), 'cause')}"
    if any(event.outcome == "error" for event in seen.breaks):
        return f"{told}, which stopped a compilation"
    if seen.subject.kind == "session":
        captured = f"{plural(len(graphs), 'graph')} of {plural(ops, 'op')}" if graphs else "no graph"
        return f"{told} in {name}; {captured} captured"
    whole = any(seen.is_subject(skip) for skip in seen.eager)
    if whole and not graphs:
        return f"{told} made all of {name} run eagerly"
    if whole:
        was = "was" if len(graphs) == 1 else "were"
        return f"{told} made {name} run eagerly; {plural(len(graphs), 'graph')} {was} captured in what it calls"
    if not graphs and seen.graphs:
        captured = "the one graph" if len(seen.graphs) == 1 else f"any of the {len(seen.graphs):,} graphs"
        return f"{told}, and the call ended before {captured} could run"
    if not graphs:
        return f"{told}, and no graph was captured"
    if len(graphs) == 1:
        return f"{told}; what was captured of {name} is one graph of {plural(ops, 'op')}"
    pieces, versions = pieces_and_versions(graphs)
    if pieces == len(graphs):
        return f"{told} split {name} into {plural(len(graphs), 'graph')}"
    if pieces == 1:
        return f"{told}; what was captured of {name} is one piece, compiled {versions:,} times"
    each = f"each compiled {versions:,} times" if versions else f"compiled into {len(graphs):,} graphs for other inputs"
    return f"{told} split {name} into {pieces:,} pieces, {each}"


def _left_to_python(seen: Seen) -> list[str]:
    said = seen.passed_over
    told = [
        _marked(skip.function)
        for skip in seen.eager
        if skip is not said and not (seen.breaks and seen.is_subject(skip))
    ]
    names = list(dict.fromkeys(told))
    if not names:
        return []
    if len(names) > 3:
        return [f"{', '.join(names[:2])} and {len(names) - 2} more functions ran eagerly"]
    listed = " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
    return [f"{listed} ran eagerly"]


def _recompiled(seen: Seen) -> list[str]:
    counted = [counts] if (counts := recompile_count(seen.recompiles)) else []
    limited = [skip for skip in seen.skips if skip.kind == "limit"]
    if limited:
        limit = f"the recompile limit was hit, and `{_short(limited[0].function)}` now runs eagerly for new inputs"
        return [*counted, limit]
    refused = [compilation for compilation in seen.compilations if compilation.status == "refused"]
    if refused:
        return [*counted, f"the recompile limit was hit in `{_short(refused[0].function)}`"]
    return counted


def _graphs(graphs: tuple[Graph, ...]) -> str:
    return f"No graph breaks. {plural(len(graphs), 'graph')}"


def _short(function: str) -> str:
    return function.rpartition(".")[2]


def _cut(text: str, most: int) -> str:
    """A text that is too long, up to the last whole word; in the middle of a very long one."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    word = kept.rfind(" ")
    return f"{(kept[:word] if word > most // 2 else kept).rstrip(' ,;:')}…"


def _marked(function: str) -> str:
    name, after, line = function.partition(" after line ")
    return f"`{_short(name)}`{after}{line}"
