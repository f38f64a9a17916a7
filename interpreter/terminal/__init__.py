"""A game in a terminal: what a seat sees as text, what is typed as choices.

Comes in: a game, who sits where, two text streams.  Goes out: screens, and a game that has been played or
left.  Command lines, files and exit codes are left to the commands.
"""
