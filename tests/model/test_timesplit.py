"""Shares in whole percent."""

from __future__ import annotations

import pytest

from dynexplain.model.timesplit import percent


@pytest.mark.parametrize(
    ("parts", "shares"),
    [
        ([1, 1, 1], [34, 33, 33]),
        ([125, 125, 750], [13, 12, 75]),
        ([435, 65, 500], [44, 6, 50]),
        ([999, 1, 0], [100, 0, 0]),
        ([0, 0, 5], [0, 0, 100]),
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_shares_add_up_to_a_hundred(parts: list[int], shares: list[int]) -> None:
    assert percent(parts) == shares
