"""Report → something to look at.

In comes a finished ``Report``; out goes JSON, text, a picture, a page or a widget. What these share stands here:
fixed words, colours, and the file format. Nothing in here needs torch, looks at records, or works out a fact.
"""
