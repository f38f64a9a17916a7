"""Expressions, named values and the headers of steps."""

# Loaded here, since each of them says what it lowers.
from rulelang.ir.lower.values import columns, named, ranges, sources, steps_asked

__all__ = ["columns", "named", "ranges", "sources", "steps_asked"]
