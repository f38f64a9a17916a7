"""Comparisons of speed: one script for each, `python -m benchmarks` for all.

Each prints ratios that were measured side by side in one run.
"""
