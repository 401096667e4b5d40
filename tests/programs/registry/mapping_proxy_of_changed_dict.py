"""A mapping proxy is read after a dict was changed."""

import types

import torch

EXPECTED = [("mapping proxy affected by dictionary mutation", "GB0198", "# break", "resumed")]


def f(x, table, view):
    y = x + 1
    table["b"] = 2
    return y * view["a"]  # break


def make():
    table = {"a": 1}
    return f, [((torch.randn(3), table, types.MappingProxyType(table)), {})]
