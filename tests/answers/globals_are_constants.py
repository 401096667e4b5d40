"""Hyperparameters as globals and in a dict: their values are constants in the graph, with a guard on each."""

import torch

TEMPERATURE = 0.7
CONFIG = {"heads": 2, "causal": True}


def attend(q, k):
    scores = q @ k.transpose(-1, -2) / TEMPERATURE
    if CONFIG["causal"]:
        scores = scores.tril()
    return scores.softmax(-1) * CONFIG["heads"]


def explained(dx):
    return dx.explain(attend)(torch.ones(2, 3, 4), torch.ones(2, 3, 4))


SAYS = (
    r"`?CONFIG\['heads'\]`? = 2",
    r"`?CONFIG\['causal'\]`? = True",
    r"`?TEMPERATURE`? = 0\.7",
    r"read once from global variables, and constants now\. Another value compiles anew",
)
NOT = (r"never asked again", r"\bG\['")
