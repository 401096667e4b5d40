"""A print in the middle: its line, and that printing through torch's own switch keeps the graph whole."""

import torch


def f(x):
    y = x.sin()
    print("half way")
    return y.cos()


def explained(dx):
    return dx.explain(f)(torch.ones(3))


SAYS = (r"1 graph break", r"`print`", r"reorderable_logging_functions")
NOT = (r"torch\.where",)
