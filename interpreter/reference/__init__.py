"""The plain engine: a program, as it comes, written as Python over the kernel.

It has no optimiser and no tricks, so that it can be trusted where the two engines differ.
"""
