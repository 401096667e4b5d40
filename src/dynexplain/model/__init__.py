"""The model: records become a ``Report``.

In comes a ``Recorder`` with what a session heard, and the context of the run; out goes one frozen ``Report``, by the
list of passes in ``build``. There is a room for each part of a report; what is about the whole run stands here.
Nothing in here touches torch, and nothing draws.
"""
