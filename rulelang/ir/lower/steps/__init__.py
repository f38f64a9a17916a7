"""What steps do."""

# Loaded here, since each of them says what it lowers.
from rulelang.ir.lower.steps import decisions, layered, statements, turns

__all__ = ["decisions", "layered", "statements", "turns"]
