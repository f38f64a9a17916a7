"""What can be said of who sees what."""
