"""What a report says of itself: what is missing from it, and what not to rely on."""

from __future__ import annotations

from .words import first_line, noun


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


def not_drawn(what: str, error: Exception) -> str:
    """A form of the report that could not be made, by a fault of ours or of a front end."""
    return (
        f"The {what} could not be made ({type(error).__name__}: {first_line(str(error))}). The report itself is whole: "
        "print() shows it as text, and to_json() saves it."
    )
