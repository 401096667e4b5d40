"""A graph network with a sparse adjacency and a disabled helper: the sparse argument is why nothing is compiled."""

import torch


@torch.compiler.disable
def propagate(adjacency, hidden):
    return adjacency @ hidden


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)

    def forward(self, x, adjacency):
        return propagate(adjacency, self.linear(x).relu())


def explained(dx):
    return dx.explain(Layer())(torch.randn(3, 2), torch.eye(3).to_sparse())


SAYS = (r"1 graph break", r"1 +A sparse tensor", r"`propagate` is disabled .{0,140}alone would not help")
NOT = (r"[Rr]emove the `?torch\.compiler\.disable",)
