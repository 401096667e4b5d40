"""Stretches of time: each moment counts once."""

from __future__ import annotations

from dynexplain.model.time.clock import Clock

CLOCK = Clock([(10, 10, 1), (15, 10, 1), (40, 10, 1), (0, 5, 2)])


def test_what_overlaps_counts_once() -> None:
    assert CLOCK.on(1) == [(10, 25), (40, 50)]
    assert CLOCK.total() == 30


def test_a_stretch_counts_as_far_as_it_lies_between_the_moments() -> None:
    assert CLOCK.between(0, 100, 1) == 25
    assert CLOCK.between(12, 45, 1) == 18
    assert CLOCK.between(26, 39, 1) == 0
    assert CLOCK.between(12, 14, 1) == 2
    assert CLOCK.between(0, 100, 3) == 0
    assert CLOCK.between(45, 12, 1) == 0


def test_what_is_taken_out_is_in_neither_part() -> None:
    rest = Clock([(0, 50, 1), (0, 5, 3)], CLOCK)
    assert rest.on(1) == [(0, 10), (25, 40)]
    assert rest.within(CLOCK) == 0
    assert rest.total() + CLOCK.between(0, 50, 1) == 50 + 5


def test_a_moment_is_covered_up_to_the_end_of_a_stretch() -> None:
    assert [CLOCK.covers(moment, 1) for moment in (9, 10, 24, 25, 45)] == [False, True, True, False, True]
    assert not CLOCK.covers(2, 1)


def test_a_compilation_whose_end_was_not_heard_takes_no_time() -> None:
    assert Clock([(5, -1, 1)]).total() == 0
