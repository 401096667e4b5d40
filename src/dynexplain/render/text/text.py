"""Report → the text that ``print(out)`` shows: the verdict, each cause with its code, then the rest in a few lines."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.report import Cause, ErrorInfo, Location, Report
from ...model.wording.words import first_line
from .. import labels
from .rest import limits, rest
from .terminal import Pen, Style, pen

IN_FULL = 10
"""So many causes are told in full; the others get a line each."""

AGAIN = 3
"""More causes than these that have nothing new to say get a line each, too."""

BELOW = "   "
"""What stands under another cause is moved in by this."""

EXPLANATION = 12
"""Lines of an explanation that are shown."""

UNTIL_THEN = "What follows is what was recorded until then."


def render(report: Report, *, width: int | None = None, color: bool = False, unicode: bool | None = None) -> str:
    """Write a report as text.

    Args:
        report: What to tell.
        width: Columns; None takes those of the terminal, between 40 and 100.
        color: Use ANSI colours.
        unicode: Use signs outside ASCII; None asks standard output.

    Returns:
        Lines without trailing blanks, none longer than ``width`` but those of links.
    """
    with_pen = pen(width, color, unicode)
    blocks = [head(report, with_pen), raised(report, with_pen), limits(report, with_pen)]
    same = said_before(report.causes)
    full, others = shared_out(report.causes, same)
    blocks += [cause_block(cause, report, with_pen, same.get(cause.number, 0)) for cause in full]
    blocks += [more_causes(others, full, same, with_pen), *rest(report, with_pen)]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def head(report: Report, to: Pen) -> list[str]:
    """The verdict and the figures below it."""
    summary, environment = report.summary, report.environment
    style: Style = "good" if summary.good else "strong"
    lines = to.prose(summary.verdict, style=style)
    if report.outcome.status in ("disabled", "not_called"):
        return lines + to.prose(labels.unsaid(report.outcome.detail, summary.verdict))
    figures = [labels.figure(chip) for chip in summary.chips if chip.value]
    where = [report.subject.call, *(chip.label for chip in summary.chips if not chip.value)]
    where += [f"{name}={value}" for name, value in environment.options.items()]
    lines.append("")
    lines += to.items(figures)
    lines += to.prose(labels.time_split(summary.split))
    return lines + to.items(" · ".join(part for part in where if part).split(" · "), style="quiet")


def raised(report: Report, to: Pen) -> list[str]:
    """The exception that ended the run."""
    error = report.outcome.error
    if error is None:
        return []
    lines = to.prose(summary_of(error), " " * 6, "", style="bad")
    if error.location is not None:
        lines += place_and_code(error.location, to, "  ")
    explanation, hints = unsaid_of(error, report)
    if explanation:
        lines += ["", *at_most(EXPLANATION, to.prose(explanation, "  "), "  ", to), ""]
    lines += labelled("Fix", hints, to, "  ")
    return lines + to.prose(f"{error.raised_by} {UNTIL_THEN}")


def summary_of(error: ErrorInfo) -> str:
    """The exception and the first sentence of what it says, as Python prints it."""
    first = error.heading or first_line(error.message)
    return f"{error.type}: {first}" if first else error.type


def unsaid_of(error: ErrorInfo, report: Report) -> tuple[str, tuple[str, ...]]:
    """The rest of what an exception says, and its hints: nothing where a cause below is that very break."""
    is_below = error.origin == "dynamo" and any(cause.outcome == "error" for cause in report.causes)
    return ("", ()) if is_below else (error.explanation, error.hints)


def said_before(causes: Iterable[Cause]) -> dict[int, int]:
    """Causes with the explanation and the hints of an earlier one: its number by theirs."""
    first: dict[tuple[str, ...], int] = {}
    numbers = {cause.number: first.setdefault((cause.explanation, *cause.hints), cause.number) for cause in causes}
    return {number: earlier for number, earlier in numbers.items() if number != earlier}


def shared_out(causes: tuple[Cause, ...], same: dict[int, int]) -> tuple[list[Cause], list[Cause]]:
    """The causes that are told in full, and those that get a line each."""
    repeat = {number for number in same if len(same) > AGAIN}
    full = [cause for cause in causes if cause.number not in repeat][:IN_FULL]
    return full, [cause for cause in causes if cause not in full]


def break_numbers(cause: Cause, report: Report) -> str:
    """The numbers that the breaks of a cause have in every view: ``3, 4``; the cause's own if it has none."""
    numbers = [str(report.breaks[index].number) for index in cause.breaks] or [str(cause.number)]
    return ", ".join(numbers[:4]) + (" …" if len(numbers) > 4 else "")


def cause_block(cause: Cause, report: Report, to: Pen, same: int) -> list[str]:
    """One cause: what it is, where, why, and what to do, if cause number ``same`` has not said that already."""
    number = f"{BELOW if cause.under >= 0 else ''}{cause.number}  "
    indent = " " * len(number)
    numbers = break_numbers(cause, report)
    breaks = "" if numbers == str(cause.number) else f"break{'s' * (len(cause.breaks) > 1)} {numbers}"
    kind = to.short(" · ".join(part for part in (breaks, cause.gb_id) if part), 32)
    title = to.short(cause.title, to.width - len(indent) - len(kind) - 2)
    gap = " " * (to.width - len(indent) - len(title) - len(kind))
    title_line = to.mark_code([title], "strong")[0]
    lines = [f"{to.paint(number.rstrip(), 'bad')}  {title_line}{gap}{to.paint(kind, 'quiet')}"]
    lines += place_and_code(cause.user_location or cause.location, to, indent)
    if cause.user_location and cause.user_location != cause.location:
        lines += to.prose(f"reached {labels.place_in(cause.location)}", f"{indent}  ", style="quiet")
        if cause.location.code.strip() and not cause.location.user:
            lines += to.code(cause.location.code, -1, -1, f"{indent}    ")
    if cause.under >= 0:
        return lines + labelled("Cost", [cause.cost], to, indent) + labelled("Fix", [cause.under_note], to, indent)
    if same:
        return lines + labelled("Cost", [cause.cost], to, indent) + labelled("Fix", [f"As for {same}."], to, indent)
    if cause.explanation:
        lines += ["", *at_most(EXPLANATION, to.prose(cause.explanation, indent), indent, to), ""]
    lines += labelled("Cost", [cause.cost], to, indent)
    lines += labelled("Also", cause.also, to, indent)
    lines += labelled("Fix", cause.hints, to, indent)
    if cause.example is not None:
        lines += labelled_code("E.g.", cause.example.after, to, indent)
    return lines + ([f"{indent}{'More':<7}{to.clean(cause.link)}"] if cause.link else [])


def at_most(most: int, lines: list[str], indent: str, to: Pen) -> list[str]:
    """Torch sometimes explains with whole graphs; the report has them, the terminal need not."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"{indent}{to.clean('…')}"]


def place_and_code(location: Location, to: Pen, indent: str) -> list[str]:
    """Where it is, and the line of code."""
    lines = to.prose(labels.place_in(location), indent, style="quiet")
    if location.code.strip():
        one_line = location.end_line in (0, location.line)
        end = location.end_column if one_line else len(location.code)
        lines += to.code(location.code, location.column, end, f"{indent}  ")
    return lines


def labelled(label: str, texts: Iterable[str], to: Pen, indent: str) -> list[str]:
    """Texts below each other behind a label."""
    lines: list[str] = []
    for text in texts:
        if text:
            first = f"{indent}{label if not lines else '':<7}"
            lines += to.prose(text, " " * len(first), first)
    return lines


def labelled_code(label: str, code: str, to: Pen, indent: str) -> list[str]:
    """Lines of code behind a label."""
    lines: list[str] = []
    for line in code.rstrip("\n").split("\n"):
        first = f"{indent}{label if not lines else '':<7}"
        kept = to.clean(line.expandtabs(4))
        lines.append(first + to.paint(to.cut(kept, 0, 0, to.width - len(first))[0], "code"))
    return lines


def more_causes(causes: list[Cause], full: list[Cause], same: dict[int, int], to: Pen) -> list[str]:
    """The causes that repeat others or cost least, a line each."""
    if not causes:
        return []
    lines = [to.paint(to.clean(f"{labels.plural(len(causes), 'more cause')}, a line each"), "strong")]
    places = [to.short(labels.place(cause.user_location or cause.location), 28) for cause in causes]
    room = max(len(place) for place in places)
    titles = {cause.number: cause.title for cause in full}
    for cause, place in zip(causes, places, strict=True):
        start = f"{cause.number:>3}  {place:<{room}}  "
        first = same.get(cause.number, 0)
        told = "" if titles.get(first) == cause.title else cause.title
        what = " · ".join(part for part in (told, f"as {first}" if first in titles else "", cause.cost) if part)
        lines += to.mark_code([to.short_after(start, what)], "plain")
    return lines
