"""Many games counted at once, as columns of numbers.

Comes in: what native code has written down of a batch of games, or notes of games played one by one.  Goes out: the
same counts as game by game, in a fraction of the time; where each card has been; what things are worth.
"""
