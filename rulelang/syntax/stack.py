"""The stack of the parser: what has been read and is not yet part of something larger.

Comes in: words, one by one.  Goes out: whether each fits, and at the end the tree of the whole text.  Which words are
fed, and what becomes of a text with mistakes, is left to `reading`.
"""

from __future__ import annotations

from attrs import define

from rulelang.syntax.tables import Rule, State, Tables
from rulelang.syntax.tree import Token, Tree

END = "$END"


@define
class Stack:
    """States and values, as LALR parsers have them: there is a value for each state but the first."""

    tables: Tables
    states: list[int]
    values: list[Token | Tree]

    @classmethod
    def empty(cls, tables: Tables) -> Stack:
        """Nothing has been read."""
        return cls(tables, [tables.start], [])

    @property
    def state(self) -> int:
        """The number of the state on top."""
        return self.states[-1]

    @property
    def height(self) -> int:
        """How many states there are."""
        return len(self.states)

    def next(self) -> State:
        """What could come next; these tables alone are too hopeful, `accepts` knows."""
        return self.tables.states[self.states[-1]]

    def feed(self, token: Token) -> bool:
        """Put a word on top, or say that it does not fit.  Rules that end before it are finished in any case."""
        states, table = self.states, self.tables.states
        while (action := table[states[-1]].get(token.type)) is not None:
            if action >= 0:
                states.append(action)
                self.values.append(token)
                return True
            rule = self.tables.rules[-1 - action]
            if rule.hands_on:
                states[-1] = table[states[-2]][rule.origin]
                continue
            self._finish_rule(rule)
            if token.type == END and states[-1] == self.tables.end:
                return True
        return False

    def accepts(self, terminal: str) -> bool:
        """Whether this may come next, without doing it."""
        table, rules = self.tables.states, self.tables.rules
        states = list(self.states)
        while (action := table[states[-1]].get(terminal)) is not None:
            if action >= 0:
                return True
            rule = rules[-1 - action]
            if rule.size:
                del states[-rule.size :]
            states.append(table[states[-1]][rule.origin])
            if terminal == END and states[-1] == self.tables.end:
                return True
        return False

    def cut(self, height: int) -> None:
        """Forget what has been read since there were so many states."""
        del self.states[height:]
        del self.values[height - 1 :]

    def _finish_rule(self, rule: Rule) -> None:
        parts: list[Token | Tree] = []
        if rule.size:
            parts = self.values[-rule.size :]
            del self.states[-rule.size :]
            del self.values[-rule.size :]
        made = _made(rule, parts)
        if isinstance(made, Tree):
            made.place(parts)
        self.states.append(self.tables.states[self.states[-1]][rule.origin])
        self.values.append(made)


def _made(rule: Rule, parts: list[Token | Tree]) -> Token | Tree:
    children: list[Token | Tree | None] = []
    if rule.parts is None:
        children.extend(parts)
    else:
        for number, gaps, inlined in rule.parts:
            part = parts[number]
            if gaps:
                children += [None] * gaps
            if not inlined:
                children.append(part)
            elif isinstance(part, Tree):
                if children:
                    children += part.children
                else:  # a list that grows to the right grows in place
                    children = part.children
        children += [None] * rule.gaps
    only = children[0] if rule.single and len(children) == 1 else None
    return Tree(rule.tree, children) if only is None else only
