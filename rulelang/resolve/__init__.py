"""From the syntax tree to the checked program: names, sorts, cards, tables, layers.

Comes in: the tree of a game and of what it uses (`from_ast.translate`), and its scenarios (`scenarios`).  Goes out:
a program in which every name is resolved and every value has its sort, and what is wrong with it.  Flow and what
players see are left to `check`.
"""
