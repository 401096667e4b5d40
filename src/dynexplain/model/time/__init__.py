"""Time: which code ran, when, on which thread, and how the time of a call divides.

In come the rows of the frame hook, and when graphs and compilations ran; out go totals, stretches of plain Python,
and the time split. What a row was compiled from comes from the tracer and is never guessed from names.
"""
