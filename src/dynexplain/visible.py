"""Makes what cannot be seen visible: a name in a report may hold what moves a cursor or turns text round."""

from __future__ import annotations

import re

UNSEEN = re.compile(
    "["
    r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # controls, of which ESC and CSI command a terminal
    r"\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # direction marks, and what has no width
    r"\ud800-\udfff\ufff9-\uffff"  # halves of surrogate pairs, and what is no character
    r"\U000e0001"
    "]"
)
"""All but blanks and line ends, and but the joiners that emoji and Persian are written with."""


def visible(text: str) -> str:
    r"""Text with each such character spelt out (``\x1b``, ``\u202e``), blanks and line ends as they are."""
    return UNSEEN.sub(lambda found: _spelt(ord(found[0])), text)


def _spelt(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
