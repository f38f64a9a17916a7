"""What is certain of a program, for those who write it as native code."""
