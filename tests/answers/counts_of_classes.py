"""`bincount`: its length depends on the values, and there is a way to count into a given number of classes."""

import torch


def balance(labels, weights):
    counts = torch.bincount(labels, minlength=3)
    return weights / counts


def explained(dx):
    return dx.explain(balance)(torch.tensor([0, 1, 2, 2]), torch.ones(3))


SAYS = (r"scatter_add_",)
NOT = (r"torch\.where",)
