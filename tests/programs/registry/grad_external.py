"""`torch.autograd.grad` of a tensor that was computed outside."""

import torch

EXPECTED = [("autograd.grad with external grad_fn", "GB0372", "# break", "resumed")]
SETTINGS = {"config": {"trace_autograd_ops": True}}


def f(w, y):
    (g,) = torch.autograd.grad((y * 2).sum(), w)  # break
    return g * 2


def make():
    w = torch.randn(3, requires_grad=True)
    return f, [((w, w * 2), {})]
