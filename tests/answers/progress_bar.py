"""A loop with a progress bar: the loop stays outside."""

import torch
import tqdm


def refine(x):
    for _ in tqdm.tqdm(range(3), disable=True):
        x = x - x.sin()
    return x


def explained(dx):
    return dx.explain(refine)(torch.ones(3))


SAYS = (r"progress bar and its loop outside",)
NOT = (r"dont_skip_tracing",)
