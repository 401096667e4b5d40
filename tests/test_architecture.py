"""The rooms, and the direction of imports between them: hook → tracer → model → render → spine → notebook and cli."""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.rooms import INSIDE, ORDER, Import, imports_of, modules, told

FORWARD = {
    ("dynexplain.output", "dynexplain.notebook.display"): "Python asks the object itself for its display",
    ("dynexplain.output", "dynexplain.notebook.raised"): "the same, of an exception with its output",
}
"""Imports against the direction. Each stands in a function, so that nothing follows from it until it is called."""
MOST_MODULES = 16
"""Modules of one folder that a reader still takes in at a glance."""

IMPORTS = [each for module, path in modules().items() for each in imports_of(module, path)]
OWN = [each for each in IMPORTS if each.target.startswith("dynexplain.")]


def allowed_forward(each: Import) -> bool:
    return each.in_function and any(
        each.importer == importer and f"{each.target}.".startswith(f"{target}.") for importer, target in FORWARD
    )


def ranks() -> dict[str, int]:
    """Each room, each room inside of one, and each module there → how far down the way it stands."""
    found = {}
    for position, rooms in enumerate(ORDER):
        for room in rooms:
            found[room] = 100 * position
            for inner, names in enumerate(INSIDE.get(room, ()), start=1):
                found.update({f"{room}.{name}": 100 * position + inner for name in names})
    return found


RANK = ranks()


def rank(module: str) -> int:
    """Of a module, or of a name in one; what is in no room is public, and so comes last."""
    parts = module.split(".")[1:]
    return RANK.get(".".join(parts[:2]), RANK.get(parts[0], 100 * len(ORDER))) if parts else 100 * len(ORDER)


def test_every_module_has_its_place_in_the_order():
    for module, path in modules().items():
        room, inner = [*module.split(".")[1:], "", ""][:2]
        place = f"{room}.{inner}" if room in INSIDE and inner else room
        assert not place or place in RANK, f"{path}: a new room or module; say in support/rooms.py where it stands"


def test_imports_point_back_along_the_order():
    wrong = [str(each) for each in OWN if rank(each.importer) < rank(each.target) and not allowed_forward(each)]
    assert wrong == []


def test_no_imports_go_in_a_circle():
    known = modules()
    graph: dict[str, set[str]] = {module: set() for module in known}
    for each in OWN:
        target = each.target if each.target in known else each.target.rpartition(".")[0]
        if target != each.importer and target in known and not allowed_forward(each):
            graph[each.importer].add(target)
    with pytest.raises(graphlib.CycleError):
        list(graphlib.TopologicalSorter({**graph, "dynexplain.errors": {"dynexplain.explain"}}).static_order())
    list(graphlib.TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("folder", sorted({path.parent for path in modules().values()}), ids=lambda path: path.name)
def test_a_folder_can_be_taken_in_and_says_what_it_is_for(folder: Path):
    inside = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(inside) <= MOST_MODULES
    assert len(told(folder).split()) > 25, "what comes in, what goes out, and what never happens there"


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
