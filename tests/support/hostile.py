"""Reports whose every text is hostile: it would run, or break things, if it were ever read as HTML, script or DOT."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from dynexplain.model.report import Report

RUN = "hostileRan()"
ATTACKS = (
    f"<img src=x onerror={RUN}>",
    f"<script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"</style><svg onload={RUN}>",
    f"</title></textarea><svg/onload={RUN}>",
    f'"><img src=x onerror="{RUN}">',
    f"' onmouseover='{RUN}' x='",
    f"javascript:{RUN}",
    f"data:text/html,<script>{RUN}</script>",
    f'<a href="javascript:{RUN}">click</a>',
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"${{{RUN}}}",
    f"`${{{RUN}}}`",
    f"{{{{constructor.constructor('{RUN}')()}}}}",
    f"{{% raw %}}{RUN}",
    f"<!--<script>{RUN}//-->",
    f"]]><script>{RUN}</script><![CDATA[",
    f"<foreignObject><body onload={RUN}></foreignObject>",
    f"<use href=\"data:image/svg+xml,<svg onload='{RUN}'/>\"/>",
    f"&lt;img src=x onerror={RUN}&gt; &amp;#60; &#x3c;script&#x3e;{RUN}&#x3c;/script&#x3e;",
    f"\\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
    f"<math><mtext><table><mglyph><style><img src onerror={RUN}>",
    '\\N \\G \\E \\L \\l \\r \\n -> { } | < > [label=x URL="javascript:hostileRan()"] ; /* */ // #',
    '"]; evil [label="x"]; digraph { subgraph cluster_0 {',
    "\u202edesrever si siht\u202c \u2066isolated\u2069 \u200f\u200e\u061c",
    "\x00\x01\x07\x08\x0b\x0c\x1b[31mred\x1b[0m\x7f\x85\ufffe\uffff",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467 e\u0301\u0301\u0301\u0301 \ufeff \u2028 \u2029",
    "__proto__",
    "constructor",
    "toString",
    "%s %(name)s {0} {name!r} {",
    "../../etc/passwd?#&=%00",
    "\r\n\r\nHTTP/1.1 200 OK",
    "``` ` `` ```",
    "a" * 10_000,
    "<" * 3_000,
    "\U0001f600" * 2_000,
    "word " * 1_500,
)
KEPT = {
    *("input", "parameter", "buffer", "constant", "op", "output", "placeholder", "get_attr", ""),
    *("call_function", "call_method", "call_module"),
}
"""Words of the wire format that stand among the texts."""
WORDS = {"kind", "status", "outcome", "origin", "tone", "tab", "first_tab", "by", "created"}
"""Fields that hold such words."""


def texts(count: int, seed: int = 0) -> list[str]:
    """Hostile texts, all different."""
    chance = random.Random(seed)
    made = list(ATTACKS)
    while len(made) < count:
        made.append(f"{chance.choice(ATTACKS)[:4_000]}{chance.randrange(10**6)}{chance.choice(ATTACKS)[:300]}")
    return made[:count]


def hostile(report: Report, count: int, seed: int = 0) -> tuple[Report, int]:
    """The report with each text replaced by a hostile one, equal texts by equal ones; and how many were used."""
    supply = texts(count, seed)
    known: dict[str, str] = {}

    def replaced(value: Any, field: str = "") -> Any:
        if isinstance(value, dict):
            return {key: replaced(item, key) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [replaced(item, field) for item in value]
        if not isinstance(value, str) or field in WORDS or value in KEPT:
            return value
        return known.setdefault(value, supply[len(known) % count])

    made = msgspec.convert(replaced(msgspec.to_builtins(report)), Report)
    return made, min(len(known), count)
