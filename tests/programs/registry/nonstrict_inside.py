"""`nonstrict_trace` is applied to a function in compiled code."""

import torch

EXPECTED = [("Limitation of `nonstrict_trace", "GB0078", "# break", "resumed")]


def f(x):
    def double(x):
        return x * 2

    double = torch._dynamo.nonstrict_trace(double)  # break
    return double(x)


def make():
    return f, [((torch.randn(3),), {})]
