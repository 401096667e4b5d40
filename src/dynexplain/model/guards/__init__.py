"""Guards: what has to hold for compiled code to be used again, and what a check costs.

In come guard trees as the tracer read them; out go sources with their guards and costs, and names of values as a person
writes them. Whether a guard failed is not asked here.
"""
