"""The tracer: listens to Dynamo while the user's code runs, and writes down what it hears.

In come the events of torch's own functions, through taps; out go the records of a ``Recorder``: plain values in the
order in which things happened. It never interprets them, and it alone uses private names of torch.
"""
