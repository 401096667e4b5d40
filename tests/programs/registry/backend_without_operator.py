"""A backend that has no kernel for an operator, and says so: Dynamo goes on without it."""

import torch
from torch._subclasses.fake_tensor import UnsupportedOperatorException

EXPECTED = [("Backend compiler exception", "GB0219", "# break", "frame_skipped")]


def backend(gm, example_inputs):
    raise UnsupportedOperatorException(torch.ops.aten.add.Tensor)


def f(x):
    y = x + 1
    return y * 2  # break


def make():
    return f, [((torch.randn(3),), {})]


SETTINGS = {"backend": backend}
