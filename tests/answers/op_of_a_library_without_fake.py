"""An operator defined with torch.library.Library has only a CPU kernel."""

import torch

LIBRARY = torch.library.Library("answers_lib", "DEF")
LIBRARY.define("twice(Tensor x) -> Tensor")
LIBRARY.impl("twice", lambda x: x * 2, "CPU")


def use(x):
    return torch.ops.answers_lib.twice(x.sin()) + 1


def explained(dx):
    return dx.explain(use)(torch.randn(3))


SAYS = (r"`answers_lib::twice` has no fake kernel", r'register_fake\("answers_lib::twice"\)')
NOT = (r"docs\.google\.com",)
