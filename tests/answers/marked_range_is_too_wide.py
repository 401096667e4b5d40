"""A size was marked with a range, and the code takes another way in a part of it."""

import torch


def f(x):
    if x.size(0) > 10:
        return x * 2
    return x


def explained(dx):
    x = torch.randn(16, 8)
    torch._dynamo.mark_dynamic(x, 0, min=2, max=64)
    try:
        return dx.explain(f)(x)
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"11 to 64", r"`torch._dynamo.mark_dynamic\(x, 0, min=11, max=64\)`")
NOT = (r"fixes it to",)
