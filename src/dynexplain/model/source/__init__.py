"""Files, cells and lines: where code stands, whose it is, and the text that it was compiled from.

In come code objects and places as Python gives them; out go locations, functions and lines as a person knows them. What
happened on a line is not known here.
"""
