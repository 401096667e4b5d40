"""A number is made for a log only: return the tensor; that operations take tensors is no help."""

import torch


def step(x):
    loss = x.square().mean()
    value = loss.item()
    message = f"loss {value:.3f}"
    return loss * 2, message


def explained(dx):
    return dx.explain(step)(torch.ones(3))


SAYS = (r"Return the tensor, and call `\.item\(\)`",)
NOT = (r"most operations take a 0-dimensional tensor",)
