"""`torch.autograd.grad` of the same graph twice."""

import torch

EXPECTED = [
    (
        "autograd.grad with already consumed grad_fn",
        "GB1381",
        "# break",
        "resumed",
        "autograd.grad consumed returned tensor's grad_fn",
    ),
    ("autograd.grad with external grad_fn", "GB0372", "# break", "resumed"),
]
SETTINGS = {"config": {"trace_autograd_ops": True}}


def f(w):
    y = (w * w).sum()
    (g,) = torch.autograd.grad(y, w)
    (h,) = torch.autograd.grad(y, w)  # break
    return (g + h).detach()


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
