"""A whole training step is compiled, `zero_grad`, `backward` and `step` included: one answer for all of them."""

import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters())


def step(x):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss


def explained(dx):
    return dx.explain(step)(torch.ones(4, 3))


SAYS = (r"Compile the model and the loss",)
NOT = (r"dont_skip_tracing",)
