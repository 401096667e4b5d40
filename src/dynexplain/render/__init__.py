"""Report → something to look at: JSON, DOT, SVG, text, HTML and the notebook widget."""
