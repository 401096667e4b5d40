"""mark_dynamic in the compiled function itself."""

import torch


def f(x):
    torch._dynamo.mark_dynamic(x, 0)
    return x + 1


def explained(dx):
    try:
        return dx.explain(f)(torch.ones(3))
    except AssertionError as error:
        return error.explain_output


SAYS = (r"`mark_dynamic` is called inside of compiled code", r"in front of the call")
NOT = (r"0x[0-9a-f]{6}", r"fault of Dynamo")
