"""`super()` has no such attribute."""

import torch

EXPECTED = [("Unable to resolve super getattr", "GB0113", "# break", "resumed")]


class Base:
    pass


class Child(Base):
    def size(self):
        try:
            return super().size()  # break
        except AttributeError:
            return 2


def f(x, child):
    y = x + 1
    return y * child.size()


def make():
    return f, [((torch.randn(3), Child()), {})]
