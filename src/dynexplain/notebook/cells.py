"""Which notebook cell a piece of code came from."""

from __future__ import annotations

import sys
from typing import Any


def cell_numbers() -> dict[str, int]:
    """File name that IPython gave a cell's code → its execution count; empty outside IPython."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    names = getattr(getattr(shell, "compile", None), "_filename_map", None)
    return dict(names) if isinstance(names, dict) else {}
