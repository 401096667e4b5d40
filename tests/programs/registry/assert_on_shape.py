"""An `assert` on a size that Dynamo keeps symbolic."""

import torch

EXPECTED = [("Assertion failed on symbolic shapes", "GB0002", "# break", "frame_skipped")]
SETTINGS = {"dynamic": True}


def f(x):
    y = x + 1
    assert x.shape[0] > 100, "too short"  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
