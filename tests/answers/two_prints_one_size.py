"""Two prints and one size: three graphs, one after the other, and no word of versions."""

import torch


def f(x):
    y = x.sin()
    print("one")
    z = y * 2
    print("two")
    return z.cos()


def explained(dx):
    return dx.explain(f)(torch.ones(4))


SAYS = (r"split `f` into 3 graphs",)
NOT = (r"version", r"piece")
