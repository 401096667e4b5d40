"""A function written in C that Dynamo knows nothing about."""

import zlib

import torch

EXPECTED = [("Attempted to call function marked as skipped", "GB0007", "# break", "resumed")]


def f(x):
    y = x + 1
    code = zlib.crc32(b"layer")  # break
    return y * (code % 3)


def make():
    return f, [((torch.randn(3),), {})]
