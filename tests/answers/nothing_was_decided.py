"""A model that reads no switch and no clock: what torch's own modules ask is not told as the user's."""

import torch


def explained(dx):
    layer = torch.nn.TransformerEncoderLayer(8, 2, batch_first=True)
    return dx.explain(layer)(torch.ones(1, 3, 8))


SAYS = (r"No graph breaks",)
NOT = (r"Decided while compiling", r"is_compiling")
