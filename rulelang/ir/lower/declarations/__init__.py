"""Cards, places, counters, figures, results."""
