"""A custom op's fake checks something that the op does not ask for."""

import torch


@torch.library.custom_op("answers::scale", mutates_args=())
def scale(x: torch.Tensor) -> torch.Tensor:
    return x / 2


@scale.register_fake
def _(x):
    torch._check(x.shape[0] == 7, lambda: "seven rows are needed")
    return torch.empty_like(x)


def use(x):
    return scale(x.sin()) + 1


def explained(dx):
    try:
        return dx.explain(use)(torch.randn(3))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"[Tt]he fake of `answers::scale` raises", r"seven rows are needed")
NOT = (r"has no fake", r"refuses its arguments")
