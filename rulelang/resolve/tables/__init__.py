"""What is written in rows: kinds, cards, tables of values."""
