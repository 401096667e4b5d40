"""The rooms of the package, the order in which imports may go, and what imports what: read from the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "src" / "dynexplain"
ENDS = ("visible", "files", "errors", "version", "cli", "__main__")
SPINE = tuple(sorted(path.stem for path in ROOT.glob("*.py") if path.stem not in (*ENDS, "__init__")))
"""The modules that belong to no room: explain, optimize, watch, and what they are made of."""

ORDER = (
    ("visible", "files"),
    ("errors", "version"),
    ("hook",),
    ("tracer",),
    ("model",),
    ("render",),
    SPINE,
    ("notebook", "cli", "__main__"),
)
"""The rooms of the package. What stands in one line may not know of what stands below it."""
INSIDE = {
    "tracer": (
        ("records", "signals", "engine", "secrets"),
        ("reading", "state"),
        ("frames", "links", "recorder", "tap", "switchboard"),
        ("taps",),
        ("session",),
    ),
    "model": (
        ("report", "plain", "run", "wording", "passes"),
        ("privacy",),
        ("source",),
        ("guards", "graphs", "time"),
        ("annotations",),
        ("advice",),
        ("breaks",),
        ("recompiles",),
        ("exceptions",),
        ("skips", "notes", "ending", "subject", "verdict", "summary", "decided", "compilations", "steps"),
        ("build",),
        ("difference",),
        ("schema",),
    ),
    "render": (("labels", "palette", "check", "json"), ("picture", "text"), ("page",)),
}
"""The same inside of a room that has rooms."""


@dataclass(frozen=True)
class Import:
    """One import statement, or one name of it."""

    importer: str
    target: str
    line: int
    in_function: bool

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.target}"


def modules() -> dict[str, Path]:
    """Each module of the package by its dotted name, packages included."""
    names = {path: path.relative_to(ROOT.parent).with_suffix("").parts for path in sorted(ROOT.rglob("*.py"))}
    return {".".join(parts).removesuffix(".__init__"): path for path, parts in names.items()}


def imports_of(module: str, path: Path) -> Iterator[Import]:
    """What a module imports, with the names that it takes, also for types only."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(part for part in (above, node.module) if part)
            targets = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            yield Import(module, target, node.lineno, node.col_offset > 0)


def told(path: Path) -> str:
    """The docstring of a module, or of a folder's ``__init__``, on one line."""
    file = path / "__init__.py" if path.is_dir() else path
    return " ".join((ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split())
