"""A break that is there only because of another stands under it, and is gone once that one is mended."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from dynexplain import explain
from dynexplain.model.report import Cause

X = torch.arange(12.0).reshape(3, 4)


def _score(row: torch.Tensor) -> torch.Tensor:
    total = row.sum()
    print("total known")
    return total * row


def in_vmap(x: torch.Tensor) -> torch.Tensor:
    return torch.vmap(_score)(x.sin()) + 1


def in_vmap_mended(x: torch.Tensor) -> torch.Tensor:
    return torch.vmap(lambda row: row.sum() * row)(x.sin()) + 1


def _energy(x: torch.Tensor) -> torch.Tensor:
    print("energy")
    return (x * x).sum()


def in_grad(x: torch.Tensor) -> torch.Tensor:
    return torch.func.grad(_energy)(x) * 2


def in_grad_mended(x: torch.Tensor) -> torch.Tensor:
    return torch.func.grad(lambda x: (x * x).sum())(x) * 2


def _rows(x: torch.Tensor) -> Iterator[torch.Tensor]:
    for index in range(2):
        yield x[index] + 1


def in_an_eager_loop(x: torch.Tensor) -> torch.Tensor:
    for row in _rows(x):
        print("a row")
        x = x + row
    return x


def in_an_eager_loop_mended(x: torch.Tensor) -> torch.Tensor:
    for row in _rows(x):
        x = x + row
    return x


@contextlib.contextmanager
def _scope() -> Iterator[None]:
    yield


def in_a_block(x: torch.Tensor) -> torch.Tensor:
    for index in range(2):
        with _scope():
            print(index)
        x = x + 1
    return x


def in_a_block_mended(x: torch.Tensor) -> torch.Tensor:
    for _ in range(2):
        with _scope():
            x = x + 1
    return x


@pytest.fixture(autouse=True)
def _fresh(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def causes(function: Callable[..., Any]) -> tuple[Cause, ...]:
    return explain(function)(X).report.causes


@pytest.mark.parametrize(
    ("function", "mended"),
    [
        (in_vmap, in_vmap_mended),
        (in_grad, in_grad_mended),
        (in_an_eager_loop, in_an_eager_loop_mended),
        (in_a_block, in_a_block_mended),
    ],
    ids=lambda function: function.__name__,
)
def test_what_goes_away_with_another_does(function: Callable[..., Any], mended: Callable[..., Any]) -> None:
    root, *rest = causes(function)
    assert root.under == -1
    assert "`print`" in root.title
    assert "away with it" in root.cost
    assert rest
    assert {cause.under for cause in rest} == {0}
    assert {cause.under_note for cause in rest} == {"Goes away with 1."}
    assert causes(mended) == ()


LIBRARY = """
def checked(x):
    if x.sum() > 1e6:
        raise ValueError("too large")
    return x.relu()

def twice(x):
    if x.max() > 1e6:
        x = x / 2
    scale = x.min().item()
    return x * scale
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An installed package, for all that Python knows."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "checks_of_others.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(str(folder))
    import checks_of_others  # type: ignore[import-not-found]

    return checks_of_others


def test_what_can_be_done_about_a_library_is_at_the_users_own_line(library: Any) -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        return library.checked(x.sin()) + 1

    (cause,) = causes(f)
    assert not cause.location.user
    assert cause.user_location is not None
    assert cause.user_location.code == "return library.checked(x.sin()) + 1"
    assert "`library.checked`" in cause.hints[0]
    assert "not yours to change" in cause.hints[0]
    assert not any("torch.where" in hint or "torch.cond" in hint for hint in cause.hints)
    assert cause.example is None
    assert explain(lambda y: y + 1)(library.checked(X.sin())).report.causes == ()


def test_two_breaks_that_one_call_leads_to_stand_together(library: Any) -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        return library.twice(x.sin()) + 1

    first, second = causes(f)
    assert (first.under, second.under) == (-1, 0)
    assert second.under_note == "Reached by the same call as 1."
    assert "away with it" not in first.cost
