"""Report → the picture of its graphs: which groups are open, DOT, layout, and the finished SVG.

In comes a report and how far to unfold it; out goes DOT or SVG. No system's Graphviz is called, and no picture has
scripts or links in it.
"""
