"""Our `output_size`: for `repeat_interleave` only."""

import torch

HINT = r"output_size=n"


def holds(x):
    return torch.repeat_interleave(x, torch.tensor([1, 2, 1])) * 2


def does_not(x):
    return torch.unique(x) * 2
