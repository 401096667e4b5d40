"""A state object carries the tensor over a print: the rest is never compiled, and one variable more changes that."""

import dataclasses

import torch


@dataclasses.dataclass
class State:
    step: int
    hidden: torch.Tensor


def f(x):
    state = State(1, x.sin())
    print("half way")
    return state.hidden * 2 + state.step


def mended(x):
    state = State(1, x.sin())
    hidden = state.hidden
    print("half way")
    return hidden * 2 + state.step


def explained(dx):
    mended_text = str(dx.explain(mended)(torch.ones(3)))
    assert "2 graphs" in mended_text
    assert "left to Python" not in mended_text
    return dx.explain(f)(torch.ones(3))


SAYS = (
    r"`f` after line 16 ran eagerly",
    r"1 function left to Python",
    r"no tensor among what is still alive: `state` \(`State`\)",
    r"`state\.hidden` into a variable before line 16",
)
