"""A `zip` that was made outside is read in compiled code."""

import torch

EXPECTED = [("missing tp_iter", "GB0811", "# break", "frame_skipped")]


def f(x, pairs):
    for a, b in pairs:  # break
        x = x * a + b
    return x


def make():
    return f, [((torch.randn(3), zip([1], [2])), {})]
