"""A strided nested tensor as an argument."""

import torch

EXPECTED = [("Attempted to wrap strided NestedTensor", "GB0016", "# break", "frame_skipped")]


def f(x, ragged):
    y = x + 1
    return y * ragged.size(0)  # break


def make():
    ragged = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.strided)
    return f, [((torch.randn(3), ragged), {})]
