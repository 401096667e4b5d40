"""An operation of torch that returns something that is no tensor."""

import torch

EXPECTED = [
    ("torch.* op returned non-Tensor", "GB0208", "# break", "resumed"),
]


def f(x):
    y = x + 1
    kind = torch.result_type(y, 3)  # break
    return y.to(kind)


def make():
    return f, [((torch.randn(3),), {})]
