"""`backward` for a tensor that is made in compiled code."""

import torch

EXPECTED = [
    (
        "backward() with in-graph created tensor",
        "GB1042",
        "# break",
        "resumed",
        "requires_grad_() intermediate leaked as output",
    ),
]
SETTINGS = {"config": {"trace_autograd_ops": True}}


def f(w):
    v = torch.ones(3).requires_grad_()
    (w * v).sum().backward(inputs=[v])  # break
    return w.detach() * 2


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
