"""A game on the full screen of a terminal.

Comes in: a table at which somebody plays.  Goes out: screens, and choices.  What stands on the table and what may be
answered is `interpreter.table`'s; here it is only painted.  Textual is imported when a screen is wanted.
"""
