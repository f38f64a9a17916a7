"""Where a piece of text stands: the variables in sight, what is known of them, and whether somebody acts.

Comes in: names as they are bound.  Goes out: what a name means here. A scope is never undone: whoever goes
inwards takes a scope of their own.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field

from rulelang.diagnostics import Label, did_you_mean
from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.sorts import CardSort, Sort
from rulelang.resolve.names import BUILT_IN, Names
from rulelang.resolve.reports import Reports
from rulelang.source import Span
from rulelang.syntax.model import Name

# Words that mean the same to people.
_INSTEAD = {
    "everyone": "all", "everybody": "all", "anyone": "all", "anybody": "all", "no_one": "nobody",
    "true": "yes", "false": "no", "player": "me", "self": "me", "myself": "me", "i": "me", "you": "me", "my": "me",
}  # fmt: skip


_VALUES = ("all", "nobody", "owner", "empty", "nothing", "none", "yes", "no")


@define
class Scope:
    """One place in the text.

    `variables` has None for a variable whose sort could not be told: a message about it has been given.
    `speaks_of` is what bare attributes speak of.  `usual` is the sort of the layers beneath, where there are any.
    """

    names: Names
    reports: Reports
    variables: dict[str, tuple[Variable | None, Span]] = field(factory=dict)
    narrowed: dict[int, CardSort] = field(factory=dict)
    me: bool = False
    speaks_of: Variable | None = None
    usual: Sort | None = None
    test: bool = False
    instead: bool = False
    reached: dict[int, tuple[int, int]] = field(factory=dict)
    """For number variables, the numbers that they certainly go through."""

    def inner(self) -> Scope:
        """A scope of its own with everything that is in sight here."""
        return evolve(self, variables=dict(self.variables), narrowed=dict(self.narrowed), reached=dict(self.reached))

    def speaking_of(self, variable: Variable | None) -> Scope:
        """The same place, where bare attributes are those of a variable."""
        return evolve(self, speaks_of=variable)

    def acting(self, me: bool = True) -> Scope:
        """A scope of its own in which somebody acts, or nobody."""
        return evolve(self.inner(), me=me)

    def knowing(self, narrowed: dict[int, CardSort]) -> Scope:
        """The same place, when more is known of the cards that variables stand for."""
        return evolve(self, narrowed={**self.narrowed, **narrowed}) if narrowed else self

    # ------------------------------------------------------------ variables

    def bind(self, name: Name, sort: Sort | None) -> Variable | None:
        """A new variable from here on; without a sort it is known to be wrong and gives no further messages."""
        self.check_free(name)
        variable = self.names.variable(name.text, sort) if sort is not None else None
        self.variables[name.text] = (variable, name.span)
        return variable

    def bind_quietly(self, name: str, sort: Sort, span: Span) -> Variable:
        """A variable that the author did not name: it is in sight only if its name is free."""
        variable = self.names.variable(name, sort)
        if name not in self.variables:
            self.variables[name] = (variable, span)
        return variable

    def see(self, variable: Variable, span: Span) -> None:
        """Let a variable be in sight that was bound elsewhere."""
        self.variables[variable.name] = (variable, span)

    def check_free(self, name: Name) -> None:
        """A name in sight may not be given to a variable."""
        word = name.text
        if word in BUILT_IN:
            help = "`me` is who acts, never what a loop goes through: say `player`" if word == "me" else None
            self.reports.diagnostic("RL0202", name.span, help=help, name=word)
        elif word in self.variables:
            self._taken(name, self.variables[word][1])
        elif word in self.names.plain:
            self._taken(name, self.names.plain[word].span)
        elif word in self.names.steps and self.names.steps[word].receiver is None:
            self._taken(name, self.names.steps[word].span)
        elif members := self.names.members(word):
            kind = members[0].kind
            declared = self.names.kinds.get(kind) or self.names.options[kind]
            self._taken(name, declared.span, f"a value of `{kind}`")

    def _taken(self, name: Name, span: Span, text: str = "declared here") -> None:
        if name.span.path not in (span.path, self.names.game_path):
            # Who writes a module cannot know the names of the games that use it.
            return
        self.reports.diagnostic("RL0209", name.span, labels=[Label(span, text)], name=name.text)

    def sort_of(self, variable: Variable) -> Sort:
        """The sort of a variable, with what conditions around this place say of it."""
        return self.narrowed.get(variable.uid, variable.sort)

    # ------------------------------------------------------------ messages

    def nearest(self, word: str, others: Iterable[str] = ()) -> str | None:
        """The word in sight that was probably meant."""
        names = self.names
        instead = _INSTEAD.get(word.casefold())
        if instead is not None and (instead != "me" or self.me):
            return instead
        plain = [*self.variables, *names.plain, "players", "box", *_VALUES, *(["me"] if self.me else [])]
        bare = names.attributes_of(self.speaks_of.sort) if self.speaks_of else []
        return did_you_mean(word, [*bare, *plain, *names.all_members(), *others])
