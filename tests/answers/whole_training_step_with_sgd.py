"""A whole training step in the compiled function: tracing autograd's calls alone would not mend it."""

import torch


def explained(dx):
    layer = torch.nn.Linear(4, 2)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)

    def train(x):
        optimizer.zero_grad()
        loss = layer(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        return loss.detach()

    return dx.explain(train)(torch.ones(3, 4))


SAYS = (r"Compile the model and the loss",)
NOT = (r"Set torch\._dynamo\.config\.trace_autograd_ops",)
