"""What a check of the guards costs: repeated until the measurements agree, else given as a rough figure."""

from __future__ import annotations

from typing import Any

import pytest

from dynexplain.model.wording.words import duration
from dynexplain.tracer.reading import guard_costs
from dynexplain.tracer.reading.guard_costs import UNKNOWN, agree, check_cost


class Tree:
    """A tree of guards without leaves, whose checks take what they are told to."""

    def __init__(self, clock: Any, costs: Any, holds: bool = True) -> None:
        self.clock, self.costs, self.holds, self.checks = clock, iter(costs), holds, 0

    def check(self, f_locals: Any) -> bool:
        self.clock.now += next(self.costs)
        self.checks += 1
        return self.holds

    def get_leaf_guards(self) -> list[Any]:
        return []

    get_child_managers = get_epilogue_lambda_guards = get_leaf_guards


class Clock:
    now = 0

    def perf_counter_ns(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(guard_costs, "time", found)
    monkeypatch.setattr(guard_costs, "_runs_users_code", lambda root: False)
    return found


@pytest.mark.parametrize(
    ("costs", "agreed"),
    [
        ([100, 100, 100, 100], False),
        ([900, 500, 100, 100, 110], True),
        ([9000, 5000, 1000, 2000, 3000], False),
        ([9000, 5000, 1000, 1100, 1140], True),
        ([20, 30, 55, 900, 900], True),
    ],
)
def test_the_cheapest_measurements_have_to_agree(costs: list[int], agreed: bool) -> None:
    assert agree(costs) is agreed


def test_a_quiet_machine_needs_few_checks(clock: Clock) -> None:
    tree = Tree(clock, [5000, 1000, 1000, 1020, 990, 1000, 1000])
    assert check_cost(tree, {}) == (990, True)
    assert tree.checks == guard_costs.FEWEST


def test_a_busy_machine_gets_more_checks_and_then_a_rough_figure(clock: Clock) -> None:
    tree = Tree(clock, (1000 * 2**power for power in range(20)))
    assert check_cost(tree, {}) == (1000, False)
    assert guard_costs.FEWEST < tree.checks < 20


def test_guards_that_do_not_hold_have_no_cost(clock: Clock) -> None:
    assert check_cost(Tree(clock, [1000], holds=False), {}) == UNKNOWN


@pytest.mark.parametrize(
    ("ns", "told"),
    [(0.4, "0.4 ns"), (2520, "about 3 µs"), (96, "about 100 ns"), (420, "about 400 ns"), (1_490_000, "about 1 ms")],
)
def test_a_rough_figure_has_one_digit(ns: float, told: str) -> None:
    assert duration(ns, rough=True) == told
