"""Recompiles: which entry was nearest, what differs from it, and what would avoid it.

In come the reasons why no existing entry served; out go recompiles with both values in words. Guards are not
evaluated here: the tracer did that while the values were there.
"""
