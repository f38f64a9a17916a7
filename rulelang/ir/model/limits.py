"""How much there may be at once (docs/design/ir.md, "Decisions")."""

from __future__ import annotations

MOST_SETS = 4096
"""No pick goes through more sets than this."""
MOST_CHOICES = 100_000
"""No decision has more choices than this."""
MOST_MEMBERS = 1_000_000
"""All picks of a header together go through no more members than this."""
LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""Between these lies every value."""
