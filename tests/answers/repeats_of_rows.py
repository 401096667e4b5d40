"""`repeat_interleave` can be told how long its result is."""

import torch


def expand(rows, repeats):
    return torch.repeat_interleave(rows, repeats, dim=0) * 2


def explained(dx):
    return dx.explain(expand)(torch.ones(2, 3), torch.tensor([1, 2]))


SAYS = (r"output_size",)
NOT = (r"torch\.where",)
