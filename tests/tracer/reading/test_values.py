"""Values in words."""

from __future__ import annotations

import pytest

from dynexplain.tracer.reading.values import shown, with_short_strings


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("short", "'short'"),
        ("a" * 30 + "b" * 40, f"'{'a' * 20}…{'b' * 20}' (70 characters)"),
        (b"a" * 30 + b"b" * 40, f"b'{'a' * 20}…{'b' * 20}' (70 bytes)"),
        (["k", "a" * 70], f"['k', '{'a' * 20}…{'a' * 20}' (70 characters)]"),
    ],
)
def test_long_strings_are_cut_in_the_middle_and_tell_their_length(value: object, text: str) -> None:
    assert shown(value) == text
    assert with_short_strings(repr(value)) == text


def test_quotes_in_a_long_string_end_no_string() -> None:
    text = with_short_strings(f"x == {'it' + chr(39) + 's ' * 40!r} and y == 'b'")
    assert text.endswith("(83 characters) and y == 'b'")
