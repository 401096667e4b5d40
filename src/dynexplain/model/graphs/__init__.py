"""Graphs: their nodes, the two ways to fold them, and what goes from one to another.

In come graph records; out go columns of nodes and trees of groups. How many boxes fit into a picture is not decided
here, and nothing is laid out.
"""
