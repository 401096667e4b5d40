"""A loop that Dynamo gives up, around a model that it compiles: the loop's time in Python is not that of the compiler."""

import time

import torch

model = torch.nn.Linear(4, 4)


def slow(graph, inputs):
    time.sleep(3)
    return graph


def layer(x):
    return model(x).relu()


def train(x):
    for _ in range(3):
        print(end="")
        x = layer(x)
    return x


def explained(dx):
    return dx.explain(train, backend=slow)(torch.ones(2, 4))


SAYS = (r"the whole function runs eagerly . [\d.]+ (ms|µs) in Python", r"\d[\d.]* s to compile")
NOT = (r"[\d.]+ s in Python",)
