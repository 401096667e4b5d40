"""Torch's words, without what only Dynamo's authors understand."""

from __future__ import annotations

import pytest

from dynexplain.model.breaks import message


def parsed(explanation: str, head: str = "Some kind") -> message.Message:
    text = f"{head}\n  Explanation: {explanation}\n  Hint: Do it.\n\n  Developer debug context: ctx\n"
    return message.chain(text)[0]


@pytest.mark.parametrize(
    ("torchs", "told"),
    [
        ("Skip calling `<function f.<locals>.g at 0x7f12ab34cd56>`", "Skip calling `f.<locals>.g`"),
        ("got UserDefinedObjectVariable(zip)", "got zip"),
        ("got LazyVariableTracker(realized: ListVariable(length=1)).", "got list."),
        ("got <class 'torch._dynamo.variables.tensor.TensorVariable'>.", "got tensor."),
        ("got <class 'torch.Tensor'>.", "got torch.Tensor."),
        ("calling <built-in method add of type object at 0x7f12ab34cd56> with", "calling add with"),
        ("add(FakeTensor(..., size=(3,)))", "add(Tensor(size=(3,)))"),
        ("print with argument types ['str', 'Tensor'] (has_kwargs False)", "print with arguments of type str, Tensor"),
        (
            "print with argument types ['str'] (has_kwargs True)",
            "print with an argument of type str and keyword arguments",
        ),
        ("f with argument types [] (has_kwargs False)", "f with no arguments"),
        ("f with argument types ['<unknown type>', 'int'].", "f with arguments of type unknown type, int."),
        ("Set torch._dynamo.trace_autograd_ops=True", "Set torch._dynamo.config.trace_autograd_ops=True"),
        ("User-inserted graph break. Message: None", "User-inserted graph break."),
        ("User-inserted graph break. Message: here", "User-inserted graph break. Message: here"),
    ],
)
def test_names_of_dynamos_own_classes_and_addresses_are_left_out(torchs: str, told: str) -> None:
    assert parsed(torchs).explanation == told


def test_the_operator_that_a_break_is_inside_is_kept() -> None:
    head = "This higher order operator doesn't work unless it is captured completely. Got graph break/error:\n\nA kind"
    found = parsed("No.", f"{head}\n  Higher Order Operator: torch.cond")
    assert found.kind == "A kind"
    assert found.context.splitlines() == ["ctx", "Higher Order Operator: torch.cond"]
    assert found.hints == ("Do it.",)
