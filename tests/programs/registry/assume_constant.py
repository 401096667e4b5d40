"""A function marked as constant is given a tensor."""

import torch

EXPECTED = [("assume_constant_result argument conversion failed", "GB2520", "# break", "resumed")]


@torch._dynamo.assume_constant_result
def rank(x):
    return 2


class Box:
    pass


def f(x):
    y = x + 1
    return y * rank({"y": y})  # break


def make():
    return f, [((torch.randn(3),), {})]
