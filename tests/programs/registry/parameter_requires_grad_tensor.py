"""`nn.Parameter` whose `requires_grad` depends on a tensor."""

import torch

EXPECTED = [("non-constant `requires_grad` argument to `torch.nn.Parameter`", "GB0237", "# break", "resumed")]


def f(x):
    y = x + 1
    w = torch.nn.Parameter(y, requires_grad=y.sum() > 0)  # break
    return w * 2


def make():
    return f, [((torch.randn(3),), {})]
