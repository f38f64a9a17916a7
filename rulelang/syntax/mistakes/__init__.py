"""What is said of a sentence that cannot be understood, and how it is written instead."""
