"""An operator that cannot run without data."""

import torch

EXPECTED = [("Operator does not support running with fake tensors", "GB0090", "# break", "resumed")]


lib = torch.library.Library("registry_programs_2", "DEF")
lib.define("triple(Tensor x) -> Tensor")
lib.impl("triple", lambda x: x * 3, "CPU")


def f(x):
    y = x + 1
    return torch.ops.registry_programs_2.triple(y)  # break


def make():
    return f, [((torch.randn(3),), {})]
