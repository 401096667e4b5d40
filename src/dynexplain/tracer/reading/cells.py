"""Which notebook cell a piece of code came from."""

from __future__ import annotations

import sys
from typing import Any


def cell_numbers() -> dict[str, int]:
    """File name that IPython gave a cell's code → its execution count; empty outside IPython.

    IPython counts a cell that ``%%dynexplain`` runs within its own as the one after it, which nobody has entered.
    """
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    names = getattr(getattr(shell, "compile", None), "_filename_map", None)
    if not isinstance(names, dict):
        return {}
    entered = getattr(getattr(shell, "history_manager", None), "input_hist_parsed", None)
    last = len(entered) - 1 if isinstance(entered, list) and len(entered) > 1 else max(names.values(), default=0)
    return {file: min(number, last) for file, number in names.items()}
