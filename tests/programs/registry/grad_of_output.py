"""`torch.autograd.grad` of a tensor that is also returned."""

import torch

EXPECTED = [
    (
        "using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`",
        "GB9186",
        "# break",
        "resumed",
    ),
]


def f(w):
    y = (w * 2).sum()
    (g,) = torch.autograd.grad(y, w)  # break
    return y, g


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
