"""What a game in progress is made of: the layout of its state, engines, chance, events, results."""
