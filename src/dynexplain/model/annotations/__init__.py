"""What is told beside each line of source: captured, broken, run eagerly, and how long that took.

In come the finished graphs, breaks and skips, and the times of frames; out go the ``Source`` parts of a report, with
their colours. Nothing is counted here: what a line shows, another part of the report says as well.
"""
