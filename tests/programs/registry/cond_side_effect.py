"""`torch.cond` whose branch appends to a list outside."""

import torch

EXPECTED = [("HOP: Unsafe side effect", "GB0067", "# break", "error")]


def f(x):
    seen = []

    def grow(x):
        seen.append(1)  # break
        return x + 1

    return torch.cond(x.sum() > 0, grow, lambda x: x - 1, (x,))


def make():
    return f, [((torch.randn(3),), {})]
