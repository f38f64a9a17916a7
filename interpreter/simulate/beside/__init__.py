"""What is different: two games on the same seeds, the same game in better and better hands."""
