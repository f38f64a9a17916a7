"""What moves cards and knowledge in native code, written once in a small part of Python.

These files are read as text and translated by `interpreter.native.kernel_text`; nobody ever runs them as Python.
"""
