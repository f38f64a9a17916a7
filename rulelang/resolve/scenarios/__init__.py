"""Scenarios: what is given, what is chosen, what must then be so."""
