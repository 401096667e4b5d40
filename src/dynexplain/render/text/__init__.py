"""Report → the text of a terminal.

In comes a report and a width; out goes what ``print(out)`` shows. It never asks a front end for anything, and says
nothing that the other forms do not say.
"""
