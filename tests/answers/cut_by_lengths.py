"""Lengths that come out of a tensor and cut another one: computing with the tensor in their place makes it worse."""

import torch


def cut(x, lengths):
    sizes = lengths.tolist()
    return x[: sizes[0]] * sizes[1]


def explained(dx):
    return dx.explain(cut)(torch.ones(4, 2), torch.tensor([2, 3]))


SAYS = (r"how long something is", r"capture_scalar_outputs")
NOT = (r"Keep the numbers in the tensor",)
