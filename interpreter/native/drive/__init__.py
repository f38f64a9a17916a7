"""Compiling native code, keeping it, and playing with it."""
