"""An input check raises ValueError: it is the code's own, and nothing for the compiler."""

import torch


def f(x):
    y = x * 2
    if y.shape[0] != 4:
        raise ValueError(f"four rows, not {y.shape[0]}")
    return y


def explained(dx):
    try:
        return dx.explain(f)(torch.ones(3))
    except ValueError as error:
        return error.explain_output


SAYS = (r"raised `ValueError`: four rows, not 3", r"the code's own Python", r"Python raised it")
NOT = (r"(?i)python does not go", r"If not, Python without")
