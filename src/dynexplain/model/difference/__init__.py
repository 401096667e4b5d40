"""What is different between two reports: breaks, graphs, recompiles, functions, figures and source, matched and told.

In come two finished reports, of any version of torch; out goes a comparison of plain frozen values that refers to both
by index. Nothing is explained again here, and what was merely measured anew (a time) is never called better or worse.
"""
