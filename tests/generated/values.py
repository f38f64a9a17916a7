"""What may be named in a generated text, and what is gone through: players, members, places, ranges.

Comes in: how to choose and what is declared.  Goes out: text.  Numbers and questions are written by `questions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

TYPES = ("Token", "Tile")
COLOURS = ("red", "blue", "green")
COLUMNS = {"Token": ("value",), "Tile": ("worth", "size")}
"""The columns of each card type that are numbers; both types have a colour, that of a Tile may be none."""


@define
class Place:
    """``player.z1: hand of Token, seen by owner``; `seen` is some where it is not as simple as that"""

    name: str
    shape: str
    types: tuple[str, ...]
    key: str
    seen: str
    limited: bool = False


@define
class Counter:
    """``colour.n2: 0 to 5``; `sort` is number, flag, player or colour"""

    name: str
    sort: str
    key: str
    maybe: bool = False
    seen: str = "all"


@define
class Defined:
    """``define player.d3 = …``; `open`: made of what everybody sees"""

    name: str
    sort: str
    key: str
    open: bool


@define
class Scope:
    """What may be named here: `me`, and variables by their sort (player, colour, number, Token, set Token …)

    `open`: only what every chooser sees may be read.  `stops`: steps that may be stopped here.
    """

    me: bool = False
    names: tuple[tuple[str, str], ...] = ()
    open: bool = False
    stops: tuple[str, ...] = ()

    def of(self, sort: str) -> list[str]:
        return [name for name, its in self.names if its == sort]

    def plus(self, name: str, sort: str) -> Scope:
        return evolve(self, names=(*self.names, (name, sort)))


@define
class Values:
    """Writes names and ranges; `below(n)` chooses a number from 0 to n - 1, 0 being the simplest"""

    below: Callable[[int], int]
    places: list[Place] = field(factory=list)
    counters: list[Counter] = field(factory=list)
    defines: list[Defined] = field(factory=list)
    depth: int = 0
    last: int = 0

    # ------------------------------------------------------------ choosing

    def one(self, *of: Any) -> Any:
        return of[self.below(len(of))]

    def often(self, percent: int) -> bool:
        """Yes so often; no is the simpler answer."""
        return self.below(100) >= 100 - percent

    def new(self, letter: str) -> str:
        self.last += 1
        return f"{letter}{self.last}"

    # ------------------------------------------------------------ players, members, keys

    def player(self, scope: Scope) -> str:
        known = ["me"] if scope.me else []
        known += scope.of("player")
        known += [each.name for each in self.readable(scope, "player", "") if not each.maybe]
        chosen = self.one(*known) if known else "somebody"
        return str(self.one(chosen, chosen, f"{chosen}.left", f"{chosen}.right"))

    def colour(self, scope: Scope) -> str:
        cards = [f"{name}.colour" for name in scope.of("Token")]
        return str(self.one(*scope.of("colour"), *COLOURS[:2], *cards, "red.next"))

    def keyed(self, name: str, key: str, scope: Scope) -> str | None:
        """The name with its key, none if there is nothing to key it by."""
        match key:
            case "player":
                return f"{self.player(scope)}.{name}"
            case "colour":
                return f"{self.colour(scope)}.{name}"
            case "number":
                return f"{name}({self.one(1, 2)})"
            case "token":
                known = scope.of("Token")
                return f"{self.one(*known)}.{name}" if known else None
        return name

    def readable(self, scope: Scope, sort: str | None = None, key: str | None = None) -> list[Counter]:
        """The counters that may be read here."""
        return [
            each
            for each in self.counters
            if (not scope.open or each.seen == "all") and key in (None, each.key) and sort in (None, each.sort)
        ]

    def defined(self, scope: Scope, sort: str) -> list[Defined]:
        return [each for each in self.defines if each.sort == sort and (each.open or not scope.open)]

    # ------------------------------------------------------------ places and cards

    def seen_here(self, place: Place, scope: Scope) -> bool:
        """Whether its cards may be gone through: no hidden pile, and in the open only what everybody sees."""
        if scope.open:
            return place.seen == "all" or (place.seen == "owner" and scope.me)
        return place.shape != "pile" or place.seen == "all"

    def place(self, scope: Scope, *fitting: str, shapes: tuple[str, ...] = (), holds: str = "") -> str:
        """A place in which all of `fitting` may lie, or one whose cards of the type `holds` may be gone through."""
        known = [
            each
            for each in self.places
            if set(fitting) <= set(each.types)
            and (not shapes or each.shape in shapes)
            and (not holds or (holds in each.types and self.seen_here(each, scope)))
        ]
        if not known:
            return "box"
        chosen = self.one(*known)
        if holds and scope.open and chosen.seen == "owner":
            return f"me.{chosen.name}"
        return self.at(chosen, scope)

    def at(self, place: Place, scope: Scope) -> str:
        return self.keyed(place.name, place.key, scope) or "box"

    def cards(self, scope: Scope, sort: str) -> str:
        """Where cards of this type are gone through."""
        one = self.place(scope, holds=sort)
        ordered = self.place(scope, holds=sort, shapes=("row", "pile"))
        sets = scope.of(f"set {sort}")
        if sets and self.often(40):
            return str(self.one(*sets))
        if ordered != "box" and self.often(15):
            return f"{self.one('first', 'last')} {self.one(1, 2, 3)} of {ordered}"
        other = self.place(scope, holds=sort)
        return f"{one} + {other}" if other != one and self.often(15) else one

    # ------------------------------------------------------------ ranges

    def ranged(self, scope: Scope) -> tuple[str, Scope]:
        """``x1: Token in place``, and what is in sight behind it."""
        sort = self.one("Token", "Tile", "player", "colour", "number", "Token")
        name = self.new("x")
        inner = scope.plus(name, sort)
        match sort:
            case "player":
                source = self.one("players", f"players from {self.player(scope)}", f"{self.player(scope)}.others")
                return f"{name}: Player in {source}", inner
            case "colour":
                return f"{name}: Colour", inner
            case "number":
                return f"{name} in {self.one('1 to 3', '0 to 4 by 2', '2 to 3', '1 to ' + self.small(scope))}", inner
        return f"{name}: {sort} in {self.cards(scope, sort)}", inner

    def small(self, scope: Scope) -> str:
        """A number that will not be large: a literal or the size of a place."""
        return str(self.one("1", "2", "3", f"(count {self.place(scope)})"))

    def compare(self) -> str:
        return str(self.one("is", ">=", "<=", ">", "<", "is not"))

    def where(self, inner: Scope, percent: int = 50) -> str:
        """A condition on the last variable, or nothing."""
        return f" where {self.about(*inner.names[-1], inner)}" if self.often(percent) else ""

    def about(self, name: str, sort: str, scope: Scope) -> str:
        """A condition that speaks of this variable."""
        tests = {
            "Token": self.about_token,
            "Tile": self.about_tile,
            "player": self.about_player,
            "colour": self.about_colour,
        }.get(sort, self.about_number)(name, scope)
        first = self.one(*tests)
        if self.often(15):
            return f"({first}) {self.one('and', 'or')} ({self.one(*tests)})"
        return f"not ({first})" if self.often(10) else str(first)

    def about_token(self, name: str, scope: Scope) -> list[str]:
        tests = [f"{name}.value {self.compare()} {self.one(1, 2, 3)}", f"{name}.colour is {self.colour(scope)}"]
        return tests + [f"{name}.{each.name}" for each in self.readable(scope, "flag", "token")]

    def about_tile(self, name: str, scope: Scope) -> list[str]:
        colour = self.one("not none", "none", "red")
        tests = [f"{name}.worth {self.compare()} {self.one(0, 1, 2)}", f"{name}.colour is {colour}"]
        return [*tests, f"{name}.size is 1", f'{name} is "bee"', f"{name} is not Tile(worth 0)"]

    def about_player(self, name: str, scope: Scope) -> list[str]:
        tests = [f"{name} is not {self.player(scope)}"]
        for each in self.readable(scope, "number", "player"):
            tests.append(f"{name}.{each.name} {self.compare()} {self.one(0, 1, 2)}")
        return tests + [f"{name}.{each.name} is not empty" for each in self.places if each.key == "player"]

    def about_colour(self, name: str, scope: Scope) -> list[str]:
        tests = [f"{name} is not red", f"{name}.place < 3", f"{name} > red", f"{name}.next is blue"]
        return tests + [f"{name}.{each.name} is empty" for each in self.places if each.key == "colour"]

    def about_number(self, name: str, scope: Scope) -> list[str]:
        return [f"{name} > 1", f"{name} is not 2", f"{name} is a multiple of 2"]

    def key_of(self, inner: Scope) -> str:
        """A number that speaks of the last variable."""
        name, sort = inner.names[-1]
        match sort:
            case "Token" | "Tile":
                return f"{name}.{self.one(*COLUMNS[sort])}"
            case "player":
                counts = [f"count {name}.{each.name}" for each in self.places if each.key == "player"]
                known = [f"{name}.{each.name}" for each in self.readable(inner, "number", "player")]
                return str(self.one(*known, *counts))
            case "colour":
                return f"{name}.place"
        return str(self.one(name, f"{name} * 2"))

    def best(self) -> str:
        return str(self.one("highest", "lowest"))

    def ordered(self, inner: Scope, percent: int) -> str:
        """An order of what is gone through, or nothing."""
        if not self.often(percent):
            return ""
        more = f" then {self.best()} {self.key_of(inner)}" if self.often(20) else ""
        return f", by {self.best()} {self.key_of(inner)}{more}"
