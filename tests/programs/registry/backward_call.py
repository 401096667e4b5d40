"""`backward()` inside the compiled function."""

import torch

EXPECTED = [("Unsupported Tensor.backward() call", "GB0123", "# break", "resumed")]


def f(w, x):
    loss = (w * x).sum()
    loss.backward()  # break
    return w.grad * 2


def make():
    return f, [((torch.randn(3, requires_grad=True), torch.randn(3)), {})]
