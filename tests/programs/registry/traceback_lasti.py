"""`tb_lasti` of a traceback."""

import torch

EXPECTED = [("traceback.tb_lasti not supported", "GB9625", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        raise ValueError("a")
    except ValueError as error:
        n = error.__traceback__.tb_lasti  # break
        return y * n


def make():
    return f, [((torch.randn(3),), {})]
