"""The engine that writes a program as Python text and runs that."""
