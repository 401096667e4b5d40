"""After the print only a string is left to return: that runs in Python, and is nothing to complain about."""

import torch


def f(x, name):
    y = x.sin()
    print(y.shape)
    return name.upper()


def explained(dx):
    return dx.explain(f)(torch.ones(3), "label")


SAYS = (r"1 graph break",)
NOT = (r"still alive", r"left to Python", r"ran eagerly")
