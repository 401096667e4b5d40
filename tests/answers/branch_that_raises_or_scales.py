"""A branch that does something besides raising: that an assert takes its place is not said."""

import torch


def clipped(x):
    if x.norm() > 10:
        x = x / x.norm()
    return x * 2


def explained(dx):
    return dx.explain(clipped)(torch.ones(3))


SAYS = (r"torch\.where",)
NOT = (r"Write the check as an `assert`",)
