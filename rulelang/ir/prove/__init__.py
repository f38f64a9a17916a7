"""What is certain of a program and what follows for its faults, without playing it."""
