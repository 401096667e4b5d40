"""A module that is compiled with `torch.jit.script`."""

import warnings

import torch

EXPECTED = [("torch.jit.script/freeze modules unsupported", "GB4695", "# break", "frame_skipped")]


def make():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scripted = torch.jit.script(torch.nn.Linear(3, 3))

    def f(x):
        return scripted(x + 1).relu()  # break

    return f, [((torch.randn(3),), {})]
