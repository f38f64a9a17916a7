"""The native backend: a program as LLVM text, compiled in the process (docs/design/ir.md is the law that it carries out)."""
