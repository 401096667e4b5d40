"""A sparse tensor is made from an edge list: `index_add` on plain tensors, and nothing about fullgraph."""

import warnings

import torch

warnings.simplefilter("ignore")


def propagate(x, edges, weights):
    adjacency = torch.sparse_coo_tensor(edges, weights, (3, 3))
    return torch.sparse.mm(adjacency, x.relu())


def explained(dx):
    return dx.explain(propagate)(torch.ones(3, 2), torch.tensor([[0, 1], [1, 2]]), torch.ones(2))


SAYS = (r"index_add|s = torch\.zeros",)
NOT = (r"fullgraph=True",)
