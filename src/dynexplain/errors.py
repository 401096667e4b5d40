"""Every error of dynexplain: each says what happened and what to do next."""

from __future__ import annotations

from .visible import visible


class DynexplainError(Exception):
    """Base of all errors that dynexplain raises itself. Errors of the explained code are never wrapped in it."""

    def __str__(self) -> str:
        """The message, safe to print: it may name a file, or quote a report from elsewhere."""
        return visible(super().__str__())


class HookUnavailableError(DynexplainError):
    """The compiled frame hook is missing or does not fit this Python."""


class HookStateError(DynexplainError):
    """The frame hook was asked for something its state does not allow, such as being started twice."""


class NotExplainableError(DynexplainError, TypeError):
    """The object given to ``explain`` is nothing that can be called."""


class UnsupportedTorchError(DynexplainError):
    """This torch, or this Python with this torch, cannot run Dynamo."""


class BadReportError(DynexplainError, ValueError):
    """A report file is damaged, too new, or no report at all."""


class ViewerNotBuiltError(DynexplainError):
    """The JavaScript bundle of the viewer is not in the package."""


class RenderError(DynexplainError):
    """A picture could not be drawn."""


class NoEntriesError(DynexplainError):
    """Nothing compiled is there that a question about recompiling could be about."""
