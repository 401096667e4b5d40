"""Report → what a browser shows: the static report, the page with the viewer in it, and the notebook's widget.

In comes a report and the built viewer; out goes HTML, or an object that a notebook displays. Nothing is fetched from a
network, and nothing is analysed for the viewer that is not in the report.
"""
