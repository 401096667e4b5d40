"""A recursive function, deeper than Dynamo gets with Python's limit."""

import torch


def down(x, depth):
    return x if depth == 0 else down(x + 1, depth - 1)


def f(x):
    return down(x, 300)


def explained(dx):
    try:
        return dx.explain(f)(torch.ones(3))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"nested too deep for Dynamo", r"sys\.setrecursionlimit")
NOT = (r"_utils_internal",)
