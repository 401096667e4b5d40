"""The `__dict__` of an object is replaced by one with a number as a key."""

import torch

EXPECTED = [("non-string key in object __dict__", "GB7637", "# break", "frame_skipped")]


class Box:
    pass


def f(x, box):
    y = x + 1
    box.__dict__ = {3: 2}
    return y * len(box.__dict__)  # break


def make():
    return f, [((torch.randn(3), Box()), {})]
