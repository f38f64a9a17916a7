"""Everything that a name can stand for, as far as it is known.

Comes in: declarations, one after the other.  Goes out: what a word, an attribute, a step or a kind is. Where
variables stand is left to `scopes`; messages are left to those who ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from typing import Literal

from attrs import define, field

from rulelang.nodes import frozen
from rulelang.resolve.digits import number
from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.program import CardDecl, CardTypeDecl, ColumnDecl, KindDecl, OptionDecl, SeenDecl, TableDecl
from rulelang.resolve.model.sorts import (
    CardSort,
    FlagSort,
    MemberSort,
    NumberSort,
    PlaceSort,
    PlayerSort,
    PlayersSort,
    SetSort,
    Sort,
)
from rulelang.resolve.model.statements import Head
from rulelang.resolve.sorts import fits
from rulelang.source import Span

PASS = "pass"
"""The step that does nothing and is always there."""

BUILT_IN = ("players", "box", "me", PASS, "empty")
"""Words without a dot that the language itself gives a meaning; nothing else may be called so."""

PLAYER_WORDS = ("left", "right", "partner", "others", "team", "opponents")


@frozen
class Thing:
    """A declared name that has a value: behind the dot of its receiver, or on its own

    `key` finds it in the program's dictionaries.  `parameters` stand in brackets.  Its sort may have to be worked out
    first, as that of a `define`; None then means that it could not be.
    """

    what: Literal["place", "counter", "define", "table", "sheet", "option"]
    name: str
    key: str
    receiver: Sort | None
    parameters: tuple[Variable, ...]
    span: Span
    sort: Callable[[], Sort | None] = field(eq=False, repr=False)


@frozen
class StepHead:
    """What others see of a step; `header` gives its picks, needs and lets"""

    name: str
    receiver: Variable | None
    parameters: tuple[Variable, ...]
    span: Span
    header: Callable[[], tuple[Head, ...]] = field(eq=False, repr=False)


@define
class Names:
    """The names of one game, filled while its declarations are read."""

    game_path: str = ""
    players: tuple[int, int] = (1, 1)
    teams: bool = False
    variants: dict[str, bool] = field(factory=dict)
    """The variants of the game, and whether each is laid over it."""
    chance: bool = False
    """Whether anything is chosen by chance."""
    kinds: dict[str, KindDecl] = field(factory=dict)
    types: dict[str, CardTypeDecl] = field(factory=dict)
    options: dict[str, OptionDecl] = field(factory=dict)
    plain: dict[str, Thing] = field(factory=dict)
    attributes: dict[str, list[Thing]] = field(factory=dict)
    steps: dict[str, StepHead] = field(factory=dict)
    tables: dict[str, TableDecl] = field(factory=dict)
    all_types: tuple[str, ...] = ()
    seen: dict[str, SeenDecl] = field(factory=dict)
    """Who sees each place, once that is known: cards that the chooser cannot see are picked by their place."""
    room: dict[str, int] = field(factory=dict)
    """How many cards each place with a limit holds, once that is known."""
    wrong: set[str] = field(factory=set)
    """Names that are declared, but wrongly: whoever uses them is not told that they are unknown."""
    broken: set[str] = field(factory=set)
    """Kinds and card types whose tables could not be read: nothing can be said of their members, cards and columns."""
    _uids: int = 0
    _members: dict[str, list[MemberSort]] = field(factory=dict)
    _by_variable: dict[str, Sort] = field(factory=dict)
    _cards: dict[str, list[int]] = field(factory=dict)
    _deck: list[tuple[str, CardDecl]] = field(factory=list)

    # ------------------------------------------------------------ filling

    def variable(self, name: str, sort: Sort) -> Variable:
        """A new variable, different from every other one."""
        self._uids += 1
        return Variable(name, sort, self._uids)

    def for_players(self, number: int) -> Names:
        """The same names for a game with so many players; variables are numbered as if from here."""
        names = copy(self)
        names.players = (number, number)
        return names

    def reserve(self, uids: int) -> None:
        """Give out no number below this one: they belong to a program that is already there."""
        self._uids = max(self._uids, uids)

    def add_kind(self, kind: KindDecl) -> None:
        """From now on its members may be spoken of."""
        self.kinds[kind.name] = kind
        self._by_variable[variable_name(kind.name)] = MemberSort(kind.name)
        self._add_members(kind.name, kind.members)

    def add_option(self, option: OptionDecl) -> None:
        """From now on it may be asked for."""
        self.options[option.name] = option
        numbers = [number(value) or 0 for value in option.values] if option.numbers else []
        sort: Sort = NumberSort(min(numbers), max(numbers)) if numbers else MemberSort(option.name)
        self.plain[option.name] = Thing("option", option.name, option.name, None, (), option.span, lambda: sort)
        if not option.numbers:
            self._add_members(option.name, option.values)

    def _add_members(self, kind: str, words: tuple[str, ...]) -> None:
        for word in words:
            self._members.setdefault(word, []).append(MemberSort(kind))

    def announce_types(self, types: tuple[str, ...]) -> None:
        """The card types that there will be: places may hold them before their cards are known."""
        self.all_types = types
        for name in types:
            self._by_variable[variable_name(name)] = CardSort((name,))
        self._by_variable["card"] = CardSort(types)

    def add_type(self, decl: CardTypeDecl) -> None:
        """From now on its cards may be named."""
        self.types[decl.name] = decl
        for card in decl.cards:
            self._cards.setdefault(card.text.casefold(), []).append(len(self._deck))
            self._deck.append((decl.name, card))

    def add_thing(self, thing: Thing) -> None:
        """From now on it may be spoken of."""
        if thing.receiver is None:
            self.plain[thing.name] = thing
        else:
            self.attributes.setdefault(thing.name, []).append(thing)

    # ------------------------------------------------------------ asking

    def is_broken(self, sort: Sort) -> bool:
        """Whether something about values of this sort could not be read, so that nothing can be said of them."""
        match sort:
            case MemberSort(kind=kind):
                return kind in self.broken
            case CardSort(types=types) | PlaceSort(types=types) | SetSort(types=types):
                return not self.broken.isdisjoint(types)
            case _:
                return False

    def members(self, word: str) -> list[MemberSort]:
        """The kinds and options that have this word among their values."""
        return self._members.get(word, [])

    def all_members(self) -> Iterator[str]:
        """Every member and option value."""
        return iter(self._members)

    def values_of(self, sort: MemberSort) -> tuple[str, ...]:
        """The members of a kind, or the values of an option."""
        kind = self.kinds.get(sort.kind)
        return kind.members if kind else self.options[sort.kind].values

    def named_after(self, variable: str) -> Sort | None:
        """What a variable of this name is, if it is named after a kind."""
        return PlayerSort() if variable == "player" else self._by_variable.get(variable)

    def kind_variables(self) -> Iterator[str]:
        """Every name by which a variable is of some kind."""
        yield from ("player", *self._by_variable)

    def kind_sort(self, name: str) -> Sort | None:
        """What the name of a kind stands for: `Player`, `number`, `flag`, `Card`, `Suit` or `Beast`."""
        match name:
            case "Player":
                return PlayerSort()
            case "number":
                return NumberSort()
            case "flag":
                return FlagSort()
            case "Card":
                return CardSort(self.all_types)
        if name in self.kinds:
            return MemberSort(name)
        return CardSort((name,)) if name in self.all_types else None

    def kind_names(self) -> Iterator[str]:
        """Every name that a kind can have."""
        yield from ("Player", "Card", "number", "flag", *self.kinds, *self.all_types)

    def cards(self, text: str) -> tuple[int, ...]:
        """The cards of this name, capitals or not, as numbers in the order of all cards."""
        return tuple(self._cards.get(text.casefold(), ()))

    def card_names(self) -> Iterator[str]:
        """The names of all cards, as written."""
        return (card.text for _, card in self._deck)

    def deck(self) -> list[tuple[str, CardDecl]]:
        """All cards in order, with their types."""
        return self._deck

    def types_of(self, looks: tuple[int, ...]) -> tuple[str, ...]:
        """The types of these cards, in the order declared."""
        found = {self._deck[look][0] for look in looks}
        return tuple(name for name in self.all_types if name in found)

    def column(self, kind: str, name: str) -> ColumnDecl | None:
        """A column of a card type."""
        decl = self.types.get(kind)
        return next((c for c in decl.columns if c.name == name), None) if decl else None

    def columns_of(self, kind: str) -> tuple[ColumnDecl, ...]:
        """The columns of a card type, none if there is no such type."""
        return self.types[kind].columns if kind in self.types else ()

    def all_columns(self) -> Iterator[str]:
        """Every column of every kind and card type."""
        yield from (column.name for kind in self.kinds.values() for column in kind.columns)
        yield from (column.name for kind in self.types.values() for column in kind.columns)

    def attribute(self, name: str, receiver: Sort) -> Thing | None:
        """What stands behind the dot of a value of this sort."""
        things = [thing for thing in self.attributes.get(name, []) if thing.receiver]
        return next((thing for thing in things if _receives(thing.receiver, receiver)), None)

    def has_attribute(self, sort: Sort, word: str) -> bool:
        """Whether this word may stand behind the dot of every value of this sort."""
        if self.attribute(word, sort) is not None:
            return True
        match sort:
            case PlayerSort():
                return word in PLAYER_WORDS
            case MemberSort(kind=kind):
                columns = self.kinds[kind].columns if kind in self.kinds else ()
                return word in ("place", "next") or any(c.name == word for c in columns)
            case CardSort(types=types):
                return word == "place" or all(self.column(t, word) is not None for t in types)
            case _:
                return False

    def attributes_of(self, sort: Sort) -> list[str]:
        """Every word that may stand behind the dot of a value of this sort."""
        found = [name for name in self.attributes if self.attribute(name, sort)]
        match sort:
            case PlayerSort():
                found += PLAYER_WORDS
            case MemberSort(kind=kind):
                found += ["place", "next"]
                found += [c.name for c in self.kinds[kind].columns] if kind in self.kinds else []
            case CardSort(types=types):
                found += ["place", *(c.name for t in types if t in self.types for c in self.types[t].columns)]
            case PlaceSort(types=types, shape=shape):
                found += ["top", "bottom", "below", "first", "last"]
                found += self.attributes_of(CardSort(types)) if shape == "slot" else []
            case _:
                pass
        return found


def _receives(want: Sort | None, have: Sort) -> bool:
    """Whether what is declared for `want` can be asked of everything that `have` may be."""
    match want, have:
        case None, _:
            return False
        case CardSort(types=meant), CardSort(types=given):
            return set(given) <= set(meant)
        case SetSort(), CardSort() | PlayersSort():
            return False
        case _:
            return fits(want, have)


def variable_name(kind: str) -> str:
    """The variable that is named after a kind: `HouseRule` gives `house_rule`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind).lower()
