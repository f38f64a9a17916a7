"""What can be said of the order in which things are done."""
