"""What is certain of the cards that values name."""
