"""What steps do."""
