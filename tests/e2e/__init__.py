"""What a person sees in a browser: JupyterLab, and pages opened from a file."""
