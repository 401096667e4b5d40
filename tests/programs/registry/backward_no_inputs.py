"""`backward` with an empty list of inputs."""

import torch

EXPECTED = [("backward() with empty inputs", "GB0442", "# break", "resumed")]
SETTINGS = {"config": {"trace_autograd_ops": True}}


def f(w):
    y = (w * 2).sum()
    y.backward(inputs=[])  # break
    return w.detach() * 2


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
