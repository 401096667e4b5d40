"""A branch inside of torch.distributions: nothing to rewrite there, so the call is named that can be moved."""

import torch
from torch.distributions import Uniform, kl_divergence


def gap(low, high):
    return kl_divergence(Uniform(low, high), Uniform(low - 1, high + 1)).mean() + 1


def explained(dx):
    def f(x, df, scale):
        return torch.distributions.Wishart(df, covariance_matrix=scale).rsample().sum() * gap(x, x + 1)

    return dx.explain(f)(torch.zeros(3), torch.tensor([4.0]), torch.eye(2))


SAYS = (r"torch/distributions", r"`(torch\.distributions\.)?Wishart`", r"not yours to change")
NOT = (r"cheap, compute both", r"Use `torch\.cond`")
