"""One file per tap, and nothing else: each listens to one function of Dynamo's.

In come the calls of that function, out go records. A tap never keeps a live object of the user's, never raises into the
user's call, and never decides what an event means.
"""
