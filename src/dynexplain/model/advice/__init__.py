"""What to do about a graph break: titles, explanations, hints and examples, and when each of them holds.

In comes one break with its place in the source; out goes what a person is told about it. Nothing is said that was not
tried on that kind of program, and breaks are neither found nor counted here.
"""
