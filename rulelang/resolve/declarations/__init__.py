"""Players, options, the state, values, how a game ends."""
