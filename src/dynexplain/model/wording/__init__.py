"""Every sentence that dynexplain itself says about a run, a file for each part of a report.

In come numbers, names and records; out go sentences, in which backticks mark code. Nothing is worked out here, and
torch's own words are never written here: explanations and hints are quoted where they are read. What breaks are called
and how to mend them is in ``advice/kinds/``, what a guard saw change in ``recompiles/changes/``.
"""

from __future__ import annotations

from . import asked, breaks, compiling, decided, ending, lines, notes, recompiles, skips

__all__ = ["asked", "breaks", "compiling", "decided", "ending", "lines", "notes", "recompiles", "skips"]
