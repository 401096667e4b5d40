"""What an entry of the sweep is, and the inputs that its models take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

Inputs = dict[str, Any]

VOCABULARY = 96
IMAGE = 32


@dataclass(frozen=True)
class Entry:
    """One model class.

    Args:
        name: The class in transformers.
        family: What kind of model it is.
        config: The class of its configuration.
        settings: What makes the configuration tiny.
        inputs: Makes the arguments of ``forward``, by name.
        trains: Whether the sweep also makes a training step with it.
        quick: Whether it is one of the few that the tests run.
    """

    name: str
    family: str
    config: str
    settings: Inputs
    inputs: Callable[[], Inputs]
    trains: bool = False
    quick: bool = False

    def make(self) -> tuple[Any, Inputs]:
        """A new model with always the same weights, ready for inference, and its inputs."""
        import transformers

        torch.manual_seed(0)
        config = getattr(transformers, self.config)(**self.settings)
        model = getattr(transformers, self.name)(config).eval()
        return model, self.inputs()


def _ids(length: int = 8) -> Any:
    return torch.randint(3, VOCABULARY, (2, length))


def text() -> Inputs:
    return {"input_ids": _ids(), "attention_mask": torch.ones(2, 8, dtype=torch.long)}


def tokens() -> Inputs:
    return {"input_ids": _ids()}


def no_cache() -> Inputs:
    return {"input_ids": _ids(), "use_cache": False}


def long_text() -> Inputs:
    return {"input_ids": _ids(16)}


def pair() -> Inputs:
    return {"input_ids": _ids(), "decoder_input_ids": _ids(6)}


def image() -> Inputs:
    return {"pixel_values": torch.randn(2, 3, IMAGE, IMAGE)}


def video() -> Inputs:
    return {"pixel_values": torch.randn(1, 4, 3, IMAGE, IMAGE)}


def wave() -> Inputs:
    return {"input_values": torch.randn(2, 800)}


def spectrogram() -> Inputs:
    return {"input_values": torch.randn(2, 64, 32)}


def speech() -> Inputs:
    return {"input_features": torch.randn(2, 16, 60), "decoder_input_ids": _ids(6)}


def features() -> Inputs:
    return {"input_features": torch.randn(2, 20, 160)}


def image_text() -> Inputs:
    return {**text(), **image()}


def image_words() -> Inputs:
    return {"input_ids": _ids(), **image()}


def series() -> Inputs:
    return {"past_values": torch.randn(2, 16, 3)}
