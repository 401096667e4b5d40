"""Graph breaks and their causes.

In come what Dynamo logged and how each conversion ended; out go breaks, in order, and their causes, the one to fix
first at the top. Torch's messages are read here and nowhere else; what helps is asked of ``advice``.
"""
