"""A print in a loop: torch gives two reasons under one compile id, and the loop is only what the print came to."""

import torch


def f(x):
    for step in range(3):
        x = x + step
        print(step)
    return x


def explained(dx):
    return dx.explain(f)(torch.ones(3))


SAYS = (r"1 graph break made all of `f` run eagerly", r"1 +`print` cannot be traced")
NOT = (r"alone would not help", r"2 breaks")
