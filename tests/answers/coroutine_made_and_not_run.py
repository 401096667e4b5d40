"""`explain` of an `async def`: a coroutine was made; what it calls can be explained."""

import torch


def scored(x):
    return (x + 1).cos()


async def handler(x):
    return scored(x)


def explained(dx):
    assert "one graph of 2 ops" in str(dx.explain(scored)(torch.ones(3)))
    output = dx.explain(handler)(torch.ones(3))
    output.result.close()
    return output


SAYS = (r"coroutine function", r"none of it has run", r"plain functions that it calls")
NOT = (r"No graph breaks",)
