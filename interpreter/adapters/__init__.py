"""Games of this machine for other people's programs: one module for each of these."""
