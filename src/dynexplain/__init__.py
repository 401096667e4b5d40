"""dynexplain: see what ``torch.compile`` did to your code.

>>> from dynexplain import explain
>>> explain(f)(x)  # doctest: +SKIP

Importing this package does not import torch: a saved report opens without it.
"""

from __future__ import annotations

from .diff import Difference, diff
from .errors import (
    BadReportError,
    DynexplainError,
    HookStateError,
    HookUnavailableError,
    NoEntriesError,
    NotExplainableError,
    RenderError,
    UnsupportedTorchError,
    ViewerNotBuiltError,
)
from .explain import explain
from .model.report import Report
from .notebook import load_ipython_extension
from .optimize import NullContext, OptimizeContext, optimize
from .output import ExplainOutput, load
from .version import VERSION
from .watch import watch

__version__ = VERSION

__all__ = [
    "BadReportError",
    "Difference",
    "DynexplainError",
    "ExplainOutput",
    "HookStateError",
    "HookUnavailableError",
    "NoEntriesError",
    "NotExplainableError",
    "NullContext",
    "OptimizeContext",
    "RenderError",
    "Report",
    "UnsupportedTorchError",
    "ViewerNotBuiltError",
    "diff",
    "explain",
    "load",
    "load_ipython_extension",
    "optimize",
    "watch",
]
