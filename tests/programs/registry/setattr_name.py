"""`setattr` with a name that is read from a tensor."""

import torch

EXPECTED = [("non-const setattr name on user-defined object", "GB0254", "# break", "resumed")]


class Box:
    pass


def f(x, box):
    y = x + 1
    setattr(box, f"size_{y.sum():.0f}", 2)  # break
    return y * 2


def make():
    return f, [((torch.randn(3), Box()), {})]
