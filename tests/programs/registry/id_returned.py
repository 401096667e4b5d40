"""`id` of something that is made in compiled code is returned."""

import torch

EXPECTED = [("Reconstruction of FakeIdVariable", "GB4501", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    box = [1]
    return y, id(box)  # break


def make():
    return f, [((torch.randn(3),), {})]
