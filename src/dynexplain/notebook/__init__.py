"""The notebook side: ``%load_ext dynexplain``, the magics, and how an output displays itself."""

from __future__ import annotations

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Called by ``%load_ext dynexplain``: registers ``%dynexplain`` and ``%%dynexplain``."""
    from .magics import DynexplainMagics

    shell.register_magics(DynexplainMagics)
