"""Statements: what is done, and the headers of steps.

Comes in: statements of the syntax tree and their scope.  Goes out: statements of the checked program; one that
is wrong is reported and left out.
"""
