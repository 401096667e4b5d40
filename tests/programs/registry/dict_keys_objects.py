"""The keys view of a dict with objects as keys."""

import torch

EXPECTED = [("non-const keys in dict_keys", "GB0203", "# break", "frame_skipped")]


class Key:
    pass


def f(x, keys):
    y = x + 1
    return y * len(keys)  # break


def make():
    return f, [((torch.randn(3), {Key(): 1}.keys()), {})]
