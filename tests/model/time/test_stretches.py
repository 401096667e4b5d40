"""When Python ran outside graphs, and on whose threads."""

from __future__ import annotations

import json
import threading
import time
from types import CodeType
from typing import Any

import pytest
import torch

from dynexplain import explain, watch
from dynexplain.model.source.places import is_generated, is_users
from dynexplain.model.time.clock import Clock
from dynexplain.model.time.rows import Row
from dynexplain.model.time.stretches import stretches
from dynexplain.model.time.threads import of_the_program


def code(name: str) -> CodeType:
    # Code objects compare by value, and not by their file.
    return compile(name, name, "eval")


F, G, LIBRARY, DYNAMO, GRAPH = (code(name) for name in ("f", "g", "library", "dynamo", "graph"))
KINDS: Any = {F: "compiled", G: "eager", LIBRARY: "library", DYNAMO: "dynamo", GRAPH: "graph"}


def never(code: CodeType) -> bool:
    return False


def users(code: CodeType) -> bool:
    return code in (F, G)


def row(code: CodeType, start: int, end: int, depth: int, ident: int = 7) -> Row:
    return Row(code, start, end, depth, 0, ident, 0, end - start)


def found(rows: list[Row], compiles: tuple[tuple[int, int], ...] = ()) -> list[tuple[str, int, int]]:
    busy = Clock((start, end - start, 7) for start, end in compiles)
    listed = stretches(rows, KINDS.__getitem__, lambda code: code in (F, G), busy)
    return [(stretch.code.co_filename, stretch.start, stretch.end) for stretch in listed]


def test_graphs_machinery_and_conversions_are_left_out() -> None:
    rows = [row(DYNAMO, 0, 100, 0), row(F, 10, 90, 1), row(GRAPH, 20, 30, 2), row(G, 40, 60, 2)]
    assert found(rows) == [("f", 10, 20), ("f", 30, 40), ("g", 40, 60), ("f", 60, 90)]
    assert found(rows, ((32, 38), (50, 70))) == [
        ("f", 10, 20),
        ("f", 30, 32),
        ("f", 38, 40),
        ("g", 40, 50),
        ("f", 70, 90),
    ]


def test_what_a_function_calls_in_a_library_is_its_own_time() -> None:
    assert found([row(F, 0, 50, 0), row(LIBRARY, 10, 30, 1), row(LIBRARY, 12, 20, 2)]) == [("f", 0, 50)]
    assert found([row(DYNAMO, 0, 50, 0), row(LIBRARY, 10, 30, 1)]) == []


def test_a_stranger_is_who_came_by_nothing_of_the_users() -> None:
    mine, kernel, worker = row(F, 0, 9, 0, 1), row(LIBRARY, 2, 3, 0, 2), row(LIBRARY, 4, 8, 0, 3)
    in_worker = row(G, 5, 6, 1, 3)
    idle = row(LIBRARY, 9, 10, 0, 3)
    kept = of_the_program([mine, kernel, worker, in_worker, idle], {1}, users, never, never)
    assert kept == [mine, worker, in_worker]


def test_a_thread_on_which_a_backend_compiles_is_a_stranger_and_autograds_is_not() -> None:
    autograd, backend, in_backend = row(LIBRARY, 0, 9, 0, 2), row(LIBRARY, 1, 8, 0, 3), row(DYNAMO, 2, 3, 1, 3)
    mine = row(DYNAMO, 4, 9, 0, 4), row(G, 5, 6, 1, 4)
    rows = [autograd, backend, in_backend, *mine]
    kept = of_the_program(rows, {1}, users, lambda code: code is LIBRARY, lambda code: code is DYNAMO)
    assert kept == [autograd, *mine]


def test_what_inductor_wrote_is_a_graph_and_not_the_users() -> None:
    written = "/tmp/torchinductor_me/wx/cwxva5ofsgsgegpr27sremdne4qyzzzyp3372zncensmnq7enbo7.py"
    assert is_generated(written)
    assert not is_users(written)
    assert not is_generated("/home/me/wx/cwx_model.py")
    assert is_users("/home/me/wx/cwx_model.py")


def paused(x: torch.Tensor) -> torch.Tensor:
    y = x.relu()
    torch._dynamo.graph_break()
    outside()
    return y * 2


@torch.compiler.disable
def outside() -> None:
    time.sleep(0.05)


def test_the_stretches_add_up_to_the_time_in_python() -> None:
    report = explain(paused)(torch.ones(3)).report
    python = report.python
    assert report.summary.split is not None
    assert sum(python.duration_ns) == pytest.approx(report.summary.split.python_ns, rel=0.25)
    longest = max(range(len(python.code)), key=python.duration_ns.__getitem__)
    assert report.codes[python.code[longest]].name == "outside"


def test_threads_of_a_watched_program_are_its_own_and_those_of_a_kernel_are_not() -> None:
    over = threading.Event()

    def kernel() -> None:
        while not over.is_set():
            json.JSONEncoder().encode({})

    stranger = threading.Thread(target=kernel)
    stranger.start()
    try:
        with watch() as session:
            worker = threading.Thread(target=torch.compile(paused, backend="eager"), args=(torch.ones(3),))
            worker.start()
            worker.join()
    finally:
        over.set()
        stranger.join()
    codes = session.explain_output().report.codes
    assert "outside" in [code.name for code in codes]
    assert not [code.name for code in codes if code.location.file == json.encoder.__file__]
