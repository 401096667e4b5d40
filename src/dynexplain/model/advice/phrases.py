"""Sentences of advice that several kinds of breaks share."""

from __future__ import annotations

CONTENTS = "Pass what is in it as a list, a tuple or a tensor, made before the call: Dynamo sees into those."
PYTHON_TOO = (
    "If Python raises an error here without `torch.compile` too, put the call right. If not, "
    "make it before the compiled function is called, and pass the result."
)
OUTSIDE = "Do it before the compiled function is called, and pass the result."
COROUTINE = "Compile the functions that the coroutine calls, not the coroutine: it cannot go on after a break."
OWN_OUT = "Leave `out=` away and use what the operation returns: compiled code does not copy it once more."
PURE = "What the function changes has to be its own: return the new value in place of changing the old one."
TRAINING = (
    "Compile the model and the loss, and leave `backward()`, `step()` and `zero_grad()` outside of the compiled "
    "function: the backward graph is compiled along with the forward one."
)
