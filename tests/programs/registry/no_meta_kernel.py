"""A custom operator without a fake kernel."""

import torch

EXPECTED = [("RuntimeError when making fake tensor call", "GB4315", "# break", "error")]


@torch.library.custom_op("registry_programs::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def f(x):
    y = x + 1
    return double(y) - 1  # break


def make():
    return f, [((torch.randn(3),), {})]
