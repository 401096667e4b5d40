"""Torch's dispatch keys in words: where a tensor is, how it is stored, and what else was done to it."""

from __future__ import annotations

import re

_LAYOUTS = ("SparseCsr", "Sparse", "Quantized", "NestedTensor", "Mkldnn")
_STORED = {
    "": "dense",
    "SparseCsr": "sparse in rows or columns",
    "Sparse": "sparse",
    "Quantized": "quantized",
    "NestedTensor": "a nested tensor",
    "Mkldnn": "in MKL-DNN's layout",
}
_BACKEND = re.compile(r"(?:SparseCsr|Sparse|Quantized|NestedTensor|Mkldnn)?(CPU|CUDA|[A-Z]{2,4}|Meta|PrivateUse[123])")
_WITH = {
    "Conjugate": ("conjugated", "not conjugated"),
    "Negative": ("negated", "not negated"),
    "ZeroTensor": ("a zero that takes no memory", "stored in full"),
    "Python": ("of a class with a dispatch of its own", "of a class without a dispatch of its own"),
    "Functionalize": ("inside functionalization", "outside functionalization"),
    "FuncTorchBatched": ("batched by `vmap`", "not batched by `vmap`"),
    "FuncTorchGradWrapper": ("inside `torch.func.grad`", "outside `torch.func.grad`"),
}
_OF_OTHERS = re.compile(r"BackendSelect|ADInplaceOrView|PythonTLSSnapshot|Autograd\w*|Python\w+|FuncTorch\w*Mode")
"""Keys that follow from others, or that every tensor has."""

ADVICE = {
    "device": "Keep it on one device, or expect one compiled version per device.",
    "layout": "Keep it stored in one way, or expect one compiled version for each.",
    "inference": "Make it the same way on every call: always or never under `torch.inference_mode`.",
    "Conjugate": "Call `.resolve_conj()` on it before.",
    "Negative": "Call `.resolve_neg()` on it before.",
}


def differences(before: str, after: str) -> tuple[str, str, str]:
    """What two sets of keys, such as ``DispatchKeySet(CPU, AutogradCPU)``, differ in.

    Returns:
        The state before and after, to follow "it is", and the kind of the first difference, which ``ADVICE`` may have.
    """
    first, second = _facts(before), _facts(after)
    names = [name for name in {**first, **second} if first.get(name) != second.get(name)]
    if "device" in names:
        # The keys of gradients follow the device; who moves a tensor has not asked for another mode.
        names = [name for name in names if name != "inference" or _both(first, second)]
    was = " and ".join(first.get(name) or _without(name) for name in names)
    now = " and ".join(second.get(name) or _without(name) for name in names)
    return was, now, names[0] if names else ""


def _both(first: dict[str, str], second: dict[str, str]) -> bool:
    return "inference" in first and "inference" in second


def _without(name: str) -> str:
    return _WITH[name][1] if name in _WITH else f"without the dispatch key {name}"


def _facts(keys: str) -> dict[str, str]:
    found: dict[str, str] = {}
    names = [name.strip() for name in keys.removeprefix("DispatchKeySet(").removesuffix(")").split(",")]
    for name in names:
        backend = _BACKEND.fullmatch(name)
        if backend and "device" not in found:
            layout = next((one for one in _LAYOUTS if name.startswith(one)), "")
            found["device"] = f"on {backend[1].lower()}"
            found["layout"] = _STORED[layout]
        elif name in _WITH:
            found[name] = _WITH[name][0]
        elif name and not _OF_OTHERS.fullmatch(name):
            found[name] = f"with the dispatch key {name}"
    if "device" in found:
        gradients = any(name.startswith("Autograd") for name in names)
        # What the keys are depends on the mode as well: under it, an ordinary tensor has those of an inference tensor
        # outside of it.
        under = "an inference tensor, or one under `torch.inference_mode`"
        inside = "an inference tensor under `torch.inference_mode`"
        found["inference"] = "an ordinary tensor" if gradients else under if "ADInplaceOrView" in names else inside
    return found
