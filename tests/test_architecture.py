"""The direction of imports, as the source has it: hook → tracer → model → render → spine → notebook and cli."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import dynexplain

ROOT = Path(dynexplain.__file__).parent
ENDS = ("errors", "cli", "__main__")
SPINE = tuple(path.stem for path in ROOT.glob("*.py") if path.stem not in (*ENDS, "__init__"))
"""The modules that belong to no room: explain, optimize, watch, and what they are made of."""

ORDER = (("errors",), ("hook",), ("tracer",), ("model",), ("render",), SPINE, ("notebook", "cli", "__main__"))
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}
FORWARD = {
    ("dynexplain.output", "dynexplain.notebook.display"): "an output displays itself",
    ("dynexplain.recording", "dynexplain.notebook.progress"): "a notebook tells where a long compilation is",
    ("dynexplain.assemble", "dynexplain.notebook.cells"): "a file name of IPython is told as a cell",
    ("dynexplain.tracer.engine", "dynexplain.__version__"): "the report says who wrote it",
}
"""Imports against the direction. Each stands in a function, so that nothing follows from it until it is called."""


@dataclass(frozen=True)
class Import:
    importer: str
    target: str
    line: int
    in_function: bool

    @property
    def rooms(self) -> tuple[str, str]:
        importer, target = (name.split(".") for name in (self.importer, self.target))
        return importer[1] if len(importer) > 1 else "", target[1]

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.target}"


def modules() -> dict[str, Path]:
    names = {path: path.relative_to(ROOT.parent).with_suffix("").parts for path in sorted(ROOT.rglob("*.py"))}
    return {".".join(parts).removesuffix(".__init__"): path for path, parts in names.items()}


def imports_of(module: str, path: Path) -> Iterator[Import]:
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


IMPORTS = [each for module, path in modules().items() for each in imports_of(module, path)]
OWN = [each for each in IMPORTS if each.target.startswith("dynexplain.")]


def allowed_forward(each: Import) -> bool:
    return each.in_function and any(
        each.importer == importer and f"{each.target}.".startswith(f"{target}.") for importer, target in FORWARD
    )


def test_every_module_has_its_place_in_the_order():
    rooms = {module.split(".")[1] for module in modules() if "." in module}
    assert rooms <= RANK.keys(), "a new room: say in ORDER where it stands"


def test_imports_point_back_along_the_order():
    wrong = [
        str(each)
        for each in OWN
        if each.rooms[0] and RANK[each.rooms[0]] < RANK.get(each.rooms[1], len(ORDER)) and not allowed_forward(each)
    ]
    assert wrong == []


def test_exceptions_are_still_needed():
    unused = [
        names for names in FORWARD if not any(each.importer == names[0] and allowed_forward(each) for each in OWN)
    ]
    assert unused == []


def private_names(module: str, path: Path) -> Iterator[str]:
    for each in imports_of(module, path):
        if each.target.startswith("torch.") and "._" in each.target:
            yield str(each)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            name = ast.unparse(node)
            if name.startswith("torch."):
                yield f"{module}:{node.lineno} uses {name}"


def test_only_the_tracer_touches_private_names_of_torch():
    found = {module: list(private_names(module, path)) for module, path in modules().items()}
    inside = {module for module in found if module.startswith("dynexplain.tracer")}
    assert any(found[module] for module in inside), "this test finds nothing any more"
    assert [name for module in found.keys() - inside for name in found[module]] == []


def loads_torch(code: str) -> bool:
    program = f"import sys\n{code}\nprint('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split()[-1] == "True"


@pytest.mark.parametrize(
    "code",
    [
        "import dynexplain",
        "import dynexplain; out = dynexplain.load('{report}'); str(out); out.to_svg(); out.to_json(); out.op_count",
    ],
    ids=["import", "saved report"],
)
def test_torch_is_not_imported_for(code: str):
    report = Path(__file__).parent / "golden" / "reports" / "score_batch.json"
    assert not loads_torch(code.format(report=report))
