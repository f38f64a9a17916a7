"""Expressions and the loops through their members, as LLVM text."""
