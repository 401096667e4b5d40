"""`in` on a type that Dynamo does not know."""

import array

import torch

EXPECTED = [("missing sq_contains", "GB4411", "# break", "frame_skipped")]


def f(x, numbers):
    y = x + 1
    return y * 2 if 1 in numbers else y  # break


def make():
    return f, [((torch.randn(3), array.array("i", [1])), {})]
