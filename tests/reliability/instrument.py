"""Writes a copy of the package in which every statement first says that it is reached, and may raise there."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import dynexplain

PACKAGE = Path(dynexplain.__file__).parent
SPINE = ("assemble", "explain", "optimize", "output", "recording", "subject", "watch")
ROOMS = ("hook", "model", "tracer")
"""What runs around a call, and while its report is built. Drawing and the notebook come after that."""

_TICKS = '''
"""Counts statements; raises at one of them, once."""

seen = {}
target = -1
error = None


def reached(number):
    global target
    if number == target:
        target = -1
        raise error
    seen.setdefault(number, None)
'''


class _Instrument(ast.NodeTransformer):
    """Puts a call before each statement of a function. What a class or a module does when it is made is not one."""

    def __init__(self, file: str, statements: list[str]) -> None:
        self._file = file
        self._statements = statements
        self._inside: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self._inside.append(node.name)
        node.body = [self.visit(child) for child in node.body]
        self._inside.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self._inside.append(node.name)
        node.body = self._ticked(node.body)
        self._inside.pop()
        return node

    def _ticked(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for position, statement in enumerate(body):
            is_docstring = (
                position == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            )
            if not is_docstring and not isinstance(statement, ast.Global | ast.Nonlocal):
                number = len(self._statements)
                self._statements.append(f"{self._file}:{statement.lineno} {'.'.join(self._inside)}")
                call = ast.Expr(ast.Call(ast.Name("__reached__", ast.Load()), [ast.Constant(number)], []))
                made.append(ast.fix_missing_locations(ast.copy_location(call, statement)))
            made.append(self._within(statement))
        return made

    def _within(self, statement: ast.stmt) -> ast.stmt:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            visited: ast.stmt = self.visit(statement)
            return visited
        for name in ("body", "orelse", "finalbody"):
            if inner := getattr(statement, name, None):
                setattr(statement, name, self._ticked(inner))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            part.body = self._ticked(part.body)
        return statement


def write_copy(folder: Path) -> list[str]:
    """Write the instrumented package into ``folder``.

    Returns:
        Where each statement is: ``file:line function``. Its position is its number.
    """
    target = folder / "dynexplain"
    shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__", "static"))
    (target / "_ticks.py").write_text(_TICKS)
    statements: list[str] = []
    for path in sorted(target.rglob("*.py")):
        name = path.relative_to(target)
        if name.parts[0] not in ROOMS and name.with_suffix("").as_posix() not in SPINE:
            continue
        tree = ast.parse(path.read_text())
        tree = _Instrument(name.as_posix(), statements).visit(tree)
        first = next((i for i, node in enumerate(tree.body) if not _comes_first(node)), len(tree.body))
        tree.body[first:first] = ast.parse("from dynexplain._ticks import reached as __reached__").body
        path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    return statements


def _comes_first(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
