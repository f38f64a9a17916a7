"""What is certain of a program in the IR, for checks and the lowering."""
