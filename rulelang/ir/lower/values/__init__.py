"""Expressions, named values and the headers of steps."""
