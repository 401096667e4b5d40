"""A mapping proxy with objects as keys."""

import types

import torch

EXPECTED = [("non-const keys in mappingproxy", "GB0204", "# break", "frame_skipped")]


class Key:
    pass


def f(x, view):
    y = x + 1
    return y * len(view)  # break


def make():
    return f, [((torch.randn(3), types.MappingProxyType({Key(): 1})), {})]
