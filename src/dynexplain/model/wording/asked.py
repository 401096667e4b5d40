"""How a report was asked for, and with what."""

from __future__ import annotations

HOW = {
    "fresh": (
        "Asked as in a fresh process: what Dynamo remembers of earlier calls was set aside. history=True asks with it."
    ),
    "copy": "Asked with what Dynamo remembers of earlier calls in this process (history=True).",
    "process": "Dynamo went on with what it remembers of earlier calls in this process.",
}
_MEMORY = {"fresh": "as in a fresh process", "copy": "with what Dynamo remembers"}


def environment(torch: str, backend: str, memory: str) -> str:
    """The figures' last words: what the run was made with."""
    parts = (f"torch {torch.split('+')[0]}", f"{backend} backend", _MEMORY.get(memory, ""))
    return " · ".join(part for part in parts if part)
