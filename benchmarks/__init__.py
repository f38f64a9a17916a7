"""Comparisons of speed.  Each script prints ratios that were measured side by side in one run."""
