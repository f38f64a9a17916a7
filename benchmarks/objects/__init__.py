"""Games as a careful programmer writes them in Python: classes, lists, no framework.

Every module has ``playout(players, rng)``: one random game, how many decisions it took and something of each player.
"""
