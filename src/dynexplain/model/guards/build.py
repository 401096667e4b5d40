"""Guard trees → sources with their leaf guards, costs and the line that asked for them."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from ...tracer.reading.guard_tree import RawGuardTree
from ...tracer.reading.values import with_short_strings
from ...tracer.recorder import Recorder
from ...tracer.records import CompileRecord, GuardOrigin, Place
from ..report import Guard, GuardSource, GuardTree, Location
from ..source.places import Places
from .value_names import readable, users_terms

_ROOTS = {"L": "global state", "G": "globals"}
"""Dynamo keeps what depends on no value at the root of the tree, which it names after the locals."""
_RELATIONS = "relations between values"
"""What depends on several values is at the root, too: sizes that belong together, names for one object."""
_COMMENT = re.compile(r"\s+# (?P<code>.*?)\s+# (?P<file>\S+):(?P<line>\d+) in (?P<function>\S+)(?: \(.*\))?$")
_CHECK_TENSOR = re.compile(
    r"check_tensor\(.*?, (?P<kind>\w+), DispatchKeySet\((?P<keys>[^)]*)\), torch\.(?P<dtype>\w+), "
    r"device=(?P<device>\w+), requires_grad=(?P<grad>True|False), size=(?P<size>\[.*?\]), stride=(?P<stride>\[.*?\])"
)
_VALUE = re.compile(r"\b[LG]\[")
_SAME = re.compile(r"\S+ is \S+")
_ID = re.compile(r"___check_(?:obj|type)_id\((?P<source>.*), \d+\)(?:, type=<class '(?P<type>[^']+)'>)?")


def build(record: CompileRecord, tree: RawGuardTree, places: Places) -> GuardTree:
    """Build the guard tree of one compilation. Managers with no guard in or below them are left out."""
    totals = [len(node.leaves) for node in tree]
    for index in range(len(tree) - 1, 0, -1):
        totals[tree[index].parent] += totals[index]
    kept = [index for index in range(len(tree)) if totals[index]]
    position = {index: new for new, index in enumerate(kept)}
    inside = users_terms(record)
    origins = _Origins(record.guard_origins, places)
    sources: list[GuardSource] = []
    guards: list[Guard] = []
    costs = _Costs(tree, record.leaf_ns)
    for index in kept:
        node = tree[index]
        new = position[index]
        sources.append(
            GuardSource(
                name=_ROOTS.get(node.source) or readable(inside(node.source)),
                source=node.source,
                parent=position.get(node.parent, -1),
                guard_count=totals[index],
                cost_ns=costs.below[index],
            )
        )
        for kind, parts, cost in zip(*_columns(node.leaves), costs.of_leaves[index], strict=True):
            code = tuple(without_comment(part) for part in parts)
            guards.append(
                Guard(
                    source=new,
                    kind=kind,
                    code=code,
                    text=_plain(kind, tuple(map(inside, code))),
                    origin=origins.find(node.source, code, parts),
                    cost_ns=cost,
                )
            )
    _part_relations(sources, guards)
    return GuardTree(
        compile_id=record.id,
        function=places.of_compile(record).function,
        count=record.guard_count,
        sources=tuple(sources),
        guards=tuple(guards),
        cost_ns=record.guard_ns,
        about=not record.guard_stable,
    )


def trees(recorder: Recorder, index_of: dict[int, int], places: Places) -> dict[int, GuardTree]:
    """The guard tree of each compilation that has one, by the number that ``index_of`` gives its record."""
    return {
        index_of[id(record)]: build(record, recorder.guard_trees[position], places)
        for position, record in enumerate(recorder.compiles)
        if position in recorder.guard_trees
    }


def _part_relations(sources: list[GuardSource], guards: list[Guard]) -> None:
    """Give the guards at the root that are about values a source of their own, below the root."""
    relating = [
        index
        for index, guard in enumerate(guards)
        if sources[guard.source].source == "L" and any(_VALUE.search(part) for part in guard.code)
    ]
    if not relating:
        return
    costs = [guards[index].cost_ns for index in relating]
    for index in relating:
        guards[index] = msgspec.structs.replace(guards[index], source=len(sources))
    parent = next(index for index, source in enumerate(sources) if source.source == "L")
    sources.append(GuardSource(_RELATIONS, "", parent, len(relating), -1.0 if min(costs) < 0 else sum(costs)))


def costliest(trees: tuple[GuardTree, ...], most: int = 10) -> list[tuple[Guard, GuardTree]]:
    """The guards that cost most to check, with the tree each is in; those that were not measured are left out."""
    measured = [(guard, tree) for tree in trees for guard in tree.guards if guard.cost_ns > 0]
    return sorted(measured, key=lambda item: -item[0].cost_ns)[:most]


def _columns(leaves: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[list[str], list[tuple[str, ...]]]:
    return [kind for kind, _ in leaves], [parts for _, parts in leaves]


class _Costs:
    """Costs of leaves by manager, and of each manager with everything below it; -1 where nothing was measured."""

    def __init__(self, tree: RawGuardTree, leaf_ns: list[float]) -> None:
        measured = iter(leaf_ns)
        self.of_leaves = [[next(measured, -1.0) for _ in node.leaves] for node in tree]
        if not leaf_ns:
            self.below = [-1.0] * len(tree)
            return
        self.below = [sum(costs) for costs in self.of_leaves]
        for index in range(len(tree) - 1, 0, -1):
            self.below[tree[index].parent] += self.below[index]


def without_comment(part: str) -> str:
    """A guard's expression without the comment that torch puts behind it: the user's line and where it is."""
    return part.partition("  # ")[0].strip()


class _Origins:
    """Finds the line of the user's code that made a guard necessary."""

    def __init__(self, origins: tuple[GuardOrigin, ...], places: Places) -> None:
        self._places = places
        self._by_code = {code: origin for origin in origins for code in origin.code}
        self._by_name: dict[str, GuardOrigin] = {}
        self._files: dict[str, str] = {}
        for origin in origins:
            if origin.stack:
                self._by_name.setdefault(origin.name, origin)
            for place in origin.stack:
                self._files.setdefault("/".join(Path(place.file).parts[-2:]), place.file)

    def find(self, source: str, code: tuple[str, ...], parts: tuple[str, ...]) -> Location | None:
        """From the guard that Dynamo installed with this code, or else from the comment on the leaf itself."""
        for part in code:
            origin = self._by_code.get(part)
            if origin is not None and origin.stack:
                return self._places.location(_users(origin.stack, self._places))
        for part in parts:
            if comment := _COMMENT.search(part):
                return self._from_comment(comment)
        origin = self._by_name.get(source)
        return self._places.location(_users(origin.stack, self._places)) if origin is not None else None

    def _from_comment(self, comment: re.Match[str]) -> Location:
        # Torch keeps the last two parts of the path there; the whole path is on the other guards.
        tail = "/".join(Path(comment["file"]).parts[-2:])
        file = self._files.get(tail) or next(
            (known for short, known in self._files.items() if short.endswith(tail) or known.endswith(comment["file"])),
            comment["file"],
        )
        return self._places.location(Place(file, int(comment["line"]), comment["function"]))


def _users(stack: tuple[Place, ...], places: Places) -> Place:
    """The innermost line of the user's own code, or the innermost at all."""
    return next((place for place in reversed(stack) if places.location(place).user), stack[-1])


def _plain(kind: str, code: tuple[str, ...]) -> str:
    """What a guard wants, in plain words."""
    first = code[0] if code else ""
    if kind == "TENSOR_MATCH" and (match := _CHECK_TENSOR.search(first)):
        grad = "requires grad" if match["grad"] == "True" else "no grad"
        device = "" if match["device"] == "None" else f":{match['device']}"
        return f"{match['dtype']} {match['size']}, {match['keys'].split(',')[0].lower()}{device}, {grad}"
    if match := _ID.search(first):
        if kind == "TYPE_MATCH":
            return f"is a {match['type'] or 'certain type'}"
        return f"is the same {match['type'] or 'object'}"
    if kind == "DIMENSION_DYNAMIC_MARKING_GUARD":
        return (
            "has no dynamic marks" if all(part.rstrip().endswith("False") for part in code) else "has its dynamic marks"
        )
    if kind == "GLOBAL_STATE":
        return "grad mode, autocast, default dtype and threads are the same"
    if kind == "TORCH_FUNCTION_MODE_STACK":
        return "the same torch function modes are active"
    if kind == "DEFAULT_DEVICE":
        return "the default device is the same"
    if kind == "NO_TENSOR_ALIASING":
        return "no two of these are the same tensor"
    if len(code) > 1 and all(map(_SAME.fullmatch, code)):
        return "; ".join(f"{_listed(names)} are one object" for names in _alike(code))
    return with_short_strings(readable(first)) + (f" and {len(code) - 1} more" if len(code) > 1 else "")


def _listed(names: list[str], most: int = 3) -> str:
    """Some names, and how many others: a model's layers have one class, and one configuration."""
    return (
        ", ".join(names) if len(names) <= most else f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    )


def _alike(code: tuple[str, ...]) -> list[list[str]]:
    """The names on the two sides of each ``is``, those of one object together. Dynamo has the first of them in each."""
    groups: dict[str, list[str]] = {}
    for part in code:
        one, _, other = readable(part).partition(" is ")
        group = next((group for group in groups.values() if one in group), None) or groups.setdefault(one, [one])
        group.append(other)
    return list(groups.values())
