"""What is the user's or Dynamo's, is touched by an explained call, and is put back after it.

In come functions, arguments and code objects before a call; out goes the same state after it, or a list of what the
call has changed. Nothing in here is reported by itself, and nothing is dropped that others still use.
"""
