"""Torch's objects → plain values: graphs, guards, stacks, exceptions, and the values that guards look at.

In comes an object that a tap was handed; out goes what is worth keeping of it. Nothing in here listens or stores, and
none of the user's code runs while something is read.
"""
