"""Layers: the game, its modules and the chosen variants, laid over one another."""
