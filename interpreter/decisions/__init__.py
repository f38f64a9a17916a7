"""What a player may choose, how it is written and read, and why something cannot be chosen."""
