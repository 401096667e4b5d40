"""`torch.autograd.grad` of something that is no tensor."""

import torch

EXPECTED = [("autograd.grad with unsupported argument type", "GB6663", "# break", "rest_eager")]
SETTINGS = {"config": {"trace_autograd_ops": True}}


def f(w):
    y = (w * 2).sum()
    try:
        torch.autograd.grad(y, "w")  # break
    except (TypeError, AttributeError, RuntimeError):
        return w * 2


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
