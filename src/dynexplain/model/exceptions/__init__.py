"""What is known about each kind of exception that ends a call.

One module per kind; ``table.py`` has them all in one list. An entry says what happened, both values and what to write,
and is silent where it does not hold.
"""
