"""`id` of something that is made in compiled code is compared."""

import torch

EXPECTED = [
    (
        "Comparison on compile-time-only id or hash value",
        "GB9316",
        "# break",
        "frame_skipped",
        "Reconstruction of FakeIdVariable",
    ),
]


def f(x):
    y = x + 1
    box = [1]
    return y * 2 if id(box) > 100 else y  # break


def make():
    return f, [((torch.randn(3),), {})]
