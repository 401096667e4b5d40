"""A print in a branch of torch.cond: it has to leave the branch, and returning it for printing is no way out."""

import torch


def f(x):
    def shrink(x):
        print("shrinking")
        return x / 2

    return torch.cond(x.sum() > 0, shrink, lambda x: x.cos(), (x,))


def explained(dx):
    try:
        return dx.explain(f)(torch.ones(3))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"`print` cannot be traced inside of `torch\.cond`", r"Take it out of the function that `torch\.cond` is given")
NOT = (r"return y \* 2, y\.mean\(\)",)
