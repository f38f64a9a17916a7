"""What thinking players do many thousand times a second, written once in the same small part of Python as the kernel.

Both engines run it: the reference as it is (`interpreter.reference.thinking`), the native one translated.  It draws
worlds by a plan, which `interpreter.worlds` makes, and searches a tree, which `interpreter.bots` reads.  Real numbers
are kept in two cells each, and only words of the engine reckon with them.
"""
