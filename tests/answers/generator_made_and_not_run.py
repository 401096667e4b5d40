"""`explain` of a generator function: nothing ran; a function that goes through it is one graph."""

import torch


def windows(x):
    for start in range(3):
        yield x[start:] * 2


def total(x):
    return sum(window.sum() for window in windows(x))


def explained(dx):
    assert "one graph" in str(dx.explain(total)(torch.ones(5)))
    return dx.explain(windows)(torch.ones(5))


SAYS = (r"generator function", r"none of it has run", r"Explain a function that goes through it", r"1 graph break")
