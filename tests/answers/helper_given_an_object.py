"""A helper called after a break gets the tensor in an object, or as a global: neither is seen, and each is told how."""

import torch

WEIGHT = torch.ones(3)


class Batch:
    def __init__(self, images):
        self.images = images


def scaled(batch):
    return batch.images * 2


def weighted():
    return WEIGHT * 2


def f(x):
    for step in range(2):
        print(step)
        x = scaled(Batch(x)) + weighted()
    return x


def explained(dx):
    return dx.explain(f)(torch.ones(3))


SAYS = (
    r"`scaled` and `weighted` ran eagerly",
    r"Give it `batch\.images` as an argument",
    r"does not look at the global `WEIGHT`: give it to it as an argument",
)
