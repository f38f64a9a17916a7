"""What can be said of numbers of cards and players."""
