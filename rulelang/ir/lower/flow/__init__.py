"""From what steps do to the blocks of a program."""
