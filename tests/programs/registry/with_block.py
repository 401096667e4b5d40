"""A break inside a `with` block that Dynamo cannot leave and enter again."""

import torch

EXPECTED = [
    (
        "Failed to trace builtin operator",
        "GB0059",
        "# break",
        "frame_skipped",
        "Graph break under GenericContextWrappingVariable",
    ),
]


class Scope:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def f(x):
    with Scope():
        y = x + 1
        print(y.mean())  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
