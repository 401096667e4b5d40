"""The handle of a hook as an argument."""

import torch

EXPECTED = [("Attempted to represent unregistered RemovableHandle", "GB0013", "# break", "frame_skipped")]


def f(x, handle):
    y = x + 1
    handle.remove()  # break
    return y * 2


def make():
    x = torch.randn(3, requires_grad=True)
    return f, [((torch.randn(3), x.register_hook(lambda grad: grad)), {})]
