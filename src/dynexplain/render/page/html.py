"""Report → HTML: a fragment that needs no script, and the standalone page with the viewer in it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ...errors import RenderError
from ...model.report import Cause, Recompile, Report
from ...model.wording.recompiles import recompile_count
from .. import labels, palette
from ..picture import svg
from ..text.rest import most_guarded, recompile_facts, said_once
from ..text.text import break_numbers, said_before, summary_of, unsaid_of
from . import bundle
from .coloured import painter
from .pieces import pieces

IN_FULL = 10
"""So many causes are told in full; the others get a line each."""
SCRIPT_END = re.compile(r"<(?=/script|!--)", re.IGNORECASE)
"""What would end or confuse a ``<script>``; ``\\x3c`` means the same to JavaScript, in strings and in patterns."""


def static(report: Report, *, place: str = "", lazy: bool = False) -> str:
    """Write a report as an HTML fragment that carries its style and picture and has no script.

    For GitHub, e-mail and nbconvert, and for a notebook where the viewer does not run.

    Args:
        report: What to write.
        place: Its id, where a viewer follows that takes its place.
        lazy: Leave the picture undrawn until somebody sees it: the page's viewer comes first.
    """
    told = {one.advice for one in report.recompiles if not one.compiled}
    own_skips = [skip for skip in report.skips if skip.location.user]
    return (
        templates()
        .get_template("static.html")
        .render(
            report=report,
            style=style(),
            aside=aside() if place else "",
            place=place,
            picture=picture(report, lazy=lazy),
            code_line=painter(report),
            error=error_parts(report),
            causes=report.causes[:IN_FULL],
            numbers={cause.number: break_numbers(cause, report) for cause in report.causes},
            first_number={cause.number: first_number(cause, report) for cause in report.causes},
            same=said_before(report.causes[:IN_FULL]),
            more_causes=report.causes[IN_FULL:],
            shares=labels.shares(report.summary.split, 0 if report.subject.kind == "session" else report.calls),
            refused=[one for one in report.recompiles if not one.compiled],
            skips=own_skips[:IN_FULL],
            more_skips=max(0, len(own_skips) - IN_FULL),
            recompiles=[recompile_lines(one, told) for one in report.recompiles[:IN_FULL]],
            more_recompiles=max(0, len(report.recompiles) - IN_FULL),
            guard_total=sum(tree.count for tree in report.guards),
            guard_cost=sum(tree.cost_ns for tree in report.guards if tree.cost_ns > 0),
            guarded=most_guarded(report.guards, 6),
        )
    )


def page(report: Report) -> str:
    """Write a report as a page of its own: one file with the viewer in it, which works without a network.

    Raises:
        ViewerNotBuiltError: The package was installed from source without the viewer.
    """
    script = SCRIPT_END.sub(r"\\x3c", bundle.page_js())
    waiting = templates().get_template("waiting.js").render().strip()
    return (
        templates()
        .get_template("page.html")
        .render(
            policy=policy(waiting, script),
            waiting=Markup(waiting),
            title=labels.one_line(f"{report.subject.name} · dynexplain", 120),
            static=Markup(static(report, lazy=True)),
            first=report.summary.first_tab,
            light=palette.LIGHT,
            dark=palette.DARK,
            report=packed(gzip.compress(pieces(report), mtime=0)),
            graphviz=packed(bundle.graphviz_gz()),
            script=Markup(script),
        )
    )


def policy(*scripts: str) -> Markup:
    """The page's Content-Security-Policy: its own scripts and Graphviz run, and nothing is asked of any network."""
    hashes = " ".join(f"'sha256-{packed(hashlib.sha256(one.encode()).digest())}'" for one in scripts)
    return Markup(
        f"default-src 'none'; script-src {hashes} blob: 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src 'unsafe-inline'; img-src data: blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"
    )


def first_number(cause: Cause, report: Report) -> int:
    """The number by which a cause is referred to: that of its first break."""
    return report.breaks[cause.breaks[0]].number if cause.breaks else cause.number


def recompile_lines(one: Recompile, told: set[str]) -> tuple[str, str, str]:
    """What changed, where, and what would avoid it; the last two only where they are new."""
    return one.text, said_once(" · ".join(recompile_facts(one)), told), said_once(one.advice, told)


def picture(report: Report, *, lazy: bool = False) -> Markup:
    """The overview as an image; a sentence where it cannot be drawn, and nothing without graphs.

    Not as elements of the page: GitHub and mail programs take those away, and leave their text behind in a heap.
    """
    if not report.graphs and not report.steps:
        return Markup()
    try:
        drawn = svg.render(report, theme="auto")
    except RenderError as error:
        return Markup("<p>{}</p>").format(str(error))
    title, described = svg.labels_of(report, None)
    source = f"data:image/svg+xml;base64,{packed(drawn.encode())}"
    loading = Markup(' loading="lazy"') if lazy else ""
    return Markup('<img src="{}" alt="{}"{}>').format(source, printable(f"{title}. {described}"), loading)


def error_parts(report: Report) -> tuple[str, str, tuple[str, ...]]:
    """What the exception says first, and the rest and its hints, if no cause below tells those."""
    error = report.outcome.error
    return ("", "", ()) if error is None else (summary_of(error), *unsaid_of(error, report))


def packed(data: bytes) -> str:
    """Bytes as text that can stand in a ``<script>``."""
    return base64.b64encode(data).decode()


@cache
def style() -> Markup:
    """The style sheet, with the colours of both themes."""
    light, dark = (palette.variables(theme) + palette.syntax(theme) for theme in (palette.LIGHT, palette.DARK))
    source = templates().get_template("static.css").render(light=Markup(light), dark=Markup(dark))
    return Markup(" ".join(source.split()))


@cache
def aside() -> Markup:
    """The style sheet that makes room for the viewer."""
    return Markup(" ".join(templates().get_template("aside.css").render().split()))


@cache
def templates() -> Environment:
    """The templates beside this file; all text in them is escaped."""
    environment = Environment(
        loader=PackageLoader("dynexplain.render.page", "templates"),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "prose": prose,
        "name": lambda name: prose(labels.code(name)),
        "place": labels.place,
        "place_in": labels.place_in,
        "duration": labels.duration,
    }
    environment.globals |= {
        "count": labels.plural,
        "is_web": is_web,
        "recompile_count": recompile_count,
        "recompile_facts": recompile_facts,
        "unsaid": labels.unsaid,
    }
    return environment


def prose(text: str) -> Markup:
    """A sentence of the report: what stands between backticks is code."""
    pieces = printable(text).split("`")
    if len(pieces) % 2 == 0:
        return escape(printable(text))
    marked = (
        Markup("<code>{}</code>").format(piece) if number % 2 else escape(piece) for number, piece in enumerate(pieces)
    )
    return Markup("").join(marked)


def printable(text: str) -> str:
    """Text with its control characters spelt out, which HTML cannot carry; line ends are kept."""
    return "\n".join(labels.flattened(line) for line in text.split("\n"))


def finalize(value: object) -> object:
    """What the templates do to every value before it is escaped."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def is_web(link: str) -> bool:
    """Whether a link leads to the web; anything else (``javascript:``) is shown as text."""
    return link.startswith(("https://", "http://"))
