"""A number out of a tensor says how long the padding is."""

import torch


def padded(x, missing):
    n = missing.item()
    return torch.cat([x, torch.zeros(n, 2)])


def explained(dx):
    return dx.explain(padded)(torch.ones(4, 2), torch.tensor(3))


SAYS = (r"how long something is", r"capture_scalar_outputs")
NOT = (r"Keep the value a tensor",)
