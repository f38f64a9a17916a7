"""What moves cards and knowledge, written once in a small part of Python for both engines.

The reference runs these functions as they are (`interpreter.reference.machine` gives them the constants of a program);
for native code they are translated (`interpreter.native.emit.kernel`).  A run of cells is a pair: the cells, and where
in them it begins; functions without a beginning take cells from their first.  No number ever goes beyond 32 bits, save
in `packed`, which only native code uses.
"""
