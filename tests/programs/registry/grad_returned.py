"""`torch.autograd.grad`, and its input's graph is also returned."""

import torch

EXPECTED = [("autograd.grad consumed returned tensor's grad_fn", "GB4927", "# break", "resumed")]
SETTINGS = {"config": {"trace_autograd_ops": True}}


def f(w):
    y = (w * 2).sin()
    (g,) = torch.autograd.grad(y.sum(), w)  # break
    return y, g


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
