"""The functions that are called from outside, as LLVM text."""
