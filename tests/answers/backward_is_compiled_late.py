"""A loop that is watched: the backward graph is compiled at the first backward(), and told as compilation."""

import torch


def explained(dx):
    model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(144, 2))
    compiled = torch.compile(model, backend="aot_eager")
    with dx.watch() as session:
        for _ in range(2):
            compiled(torch.ones(1, 3, 8, 8)).sum().backward()
    return session.explain_output()


SAYS = (r"1 graph\b", r"to compile \([\d.]+ m?s of it for the backward\)")
NOT = (r"-\d",)
