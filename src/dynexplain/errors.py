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


class BadOptionsError(DynexplainError, RuntimeError):
    """Options were given that cannot be given together."""


def is_about_arguments(error: Exception) -> bool:
    """Whether an error before a call is about what the caller gave: ours for that, or one that torch raised.

    Any other error before a call is a fault of ours.
    """
    if isinstance(error, DynexplainError):
        return True
    if isinstance(error, MemoryError | RecursionError):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    name = trace.tb_frame.f_globals.get("__name__", "") if trace is not None else ""
    return str(name).partition(".")[0] != __name__.partition(".")[0]
