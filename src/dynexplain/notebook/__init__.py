"""The notebook side: ``%load_ext dynexplain``, the magics, and how an output displays itself.

In come lines and cells as a person wrote them; out go displays. A cell runs once and for real; nothing in here is
needed to explain a call, and nothing loads IPython where there is none.
"""

from __future__ import annotations

from typing import Any

from ..recording import AUDIENCES
from .progress import audience

AUDIENCES.append(audience)


def load_ipython_extension(shell: Any) -> None:
    """Called by ``%load_ext dynexplain``: registers ``%dynexplain`` and ``%%dynexplain``."""
    from .magics import DynexplainMagics

    shell.register_magics(DynexplainMagics)
