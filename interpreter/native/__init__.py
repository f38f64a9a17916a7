"""The native backend: a program as LLVM text, compiled in the process."""
