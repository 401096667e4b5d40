"""Torch's messages, read."""

from __future__ import annotations

import pytest
import torch

from dynexplain.model.breaks import message, registry


def raised(**given: object) -> str:
    with pytest.raises(torch._dynamo.exc.Unsupported) as error:
        torch._dynamo.exc.unimplemented(**{"context": "", "explanation": "", "hints": [], **given})
    return str(error.value.msg)


def test_every_section_of_a_message_is_found() -> None:
    text = raised(
        gb_type="Data-dependent branching",
        context="attempted to jump",
        explanation="First line.\nSecond line.",
        hints=["Do this.\nAnd that.", "Or this."],
    )
    (read,) = message.chain(text)
    assert read.kind == "Data-dependent branching"
    assert read.explanation == "First line.\nSecond line."
    assert read.hints == ("Do this.\nAnd that.", "Or this.")
    assert read.context == "attempted to jump"
    assert read.link.endswith("gb0170.html")


def test_a_break_that_became_another_is_a_chain_with_the_first_one_first() -> None:
    first = torch._dynamo.exc.Unsupported(raised(gb_type="one", explanation="because"), "one")
    text = raised(gb_type="two", explanation="since", from_exc=first)
    assert [part.kind for part in message.chain(text)] == ["one", "two"]


def test_text_without_sections_is_a_kind_and_the_rest() -> None:
    (read,) = message.chain("It failed\nfor a reason\nfrom user code:\n  File x")
    assert (read.kind, read.explanation) == ("It failed", "for a reason")


def test_addresses_are_left_out_since_they_mean_nothing_to_a_reader() -> None:
    (read,) = message.chain(raised(gb_type="k", explanation="cannot call <function f at 0x7f00aa>"))
    assert read.explanation == "cannot call f"


def test_the_registry_of_the_installed_torch_is_read() -> None:
    assert len(registry.entries()) > 400
    identifier, link = registry.identify("Data-dependent branching")
    assert identifier == "GB0170"
    assert link == torch._dynamo.exc.get_gbid_documentation_link("Data-dependent branching")
    assert registry.identify("no such kind") == ("", "")
