"""A seed is set in the compiled function: forced tracing is no way out, calling it before is."""

import torch


def noisy(x):
    torch.manual_seed(0)
    return x + torch.randn_like(x)


def explained(dx):
    return dx.explain(noisy)(torch.ones(3))


SAYS = (r"Call `manual_seed` before",)
NOT = (r"dont_skip_tracing",)
