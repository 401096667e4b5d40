"""An `assert` that fails inside a `with` block."""

import torch

EXPECTED = [
    ("Data-dependent assertion failed (cannot compile partial graph)", "GB0034", "# break", "frame_skipped"),
]


def f(x):
    y = x + 1
    try:
        with torch.no_grad():
            assert y is None, "never"  # break
    except AssertionError:
        pass
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
