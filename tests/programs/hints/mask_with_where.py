"""Our `torch.where` for a mask: not for what has as many elements as there are different values."""

import torch

HINT = r"set what is not wanted to zero with `torch\.where`"


def holds(x):
    return x[x > 0].sum()


def does_not(x):
    return torch.unique(x) * 2
