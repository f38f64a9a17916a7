"""Numbers and questions of the rules language, by chance.

Comes in: what may be named.  Goes out: text.  A way to write a value is a method; it gives none where it does not fit.
"""

from __future__ import annotations

from attrs import define

from tests.generated.values import Scope, Values

DEEPEST = 3


@define
class Questions(Values):
    """Writes numbers and flags"""

    asking: tuple[str, ...] = ()  # steps that may be asked for with `can`
    sheet: bool = False

    def number(self, scope: Scope) -> str:
        ways = [self.literal, self.counted, self.place_size, self.column, self.named_number, self.variable]
        if self.depth < DEEPEST:
            ways += [
                self.added,
                self.times,
                self.half,
                self.sum,
                self.best_of,
                self.passing,
                self.distinct,
                self.looked_up,
                self.better,
            ]
        self.depth += 1
        found = self.one(*ways)(scope)
        self.depth -= 1
        return found or self.literal(scope)

    def flag(self, scope: Scope) -> str:
        ways = [self.compared, self.emptiness, self.marked, self.of_variable, self.named_flag, self.same_player]
        ways += [self.is_none, self.same_colour, self.lies_in, self.able, self.alike]
        if self.depth < DEEPEST:
            ways += [self.both, self.negated, self.some, self.every, self.twins, self.in_stretch]
        self.depth += 1
        found = self.one(*ways)(scope)
        self.depth -= 1
        return found or f"{self.literal(scope)} {self.compare()} {self.literal(scope)}"

    # ------------------------------------------------------------ numbers

    def literal(self, scope: Scope) -> str:
        return str(self.one(0, 1, 2, 3))

    def counted(self, scope: Scope) -> str | None:
        known = self.readable(scope, "number")
        if not known:
            return None
        chosen = self.one(*known)
        return self.keyed(chosen.name, chosen.key, scope)

    def place_size(self, scope: Scope) -> str:
        return f"(count {self.place(scope)})"

    def column(self, scope: Scope) -> str | None:
        found = [f"{name}.value" for name in scope.of("Token")] + [f"{name}.worth" for name in scope.of("Tile")]
        return str(self.one(*found)) if found else None

    def named_number(self, scope: Scope) -> str | None:
        found = self.defined(scope, "number")
        if not found:
            return "dealt" if self.sheet else None
        chosen = self.one(*found)
        return self.keyed(chosen.name, chosen.key, scope)

    def variable(self, scope: Scope) -> str | None:
        return str(self.one(*scope.of("number"))) if scope.of("number") else None

    def added(self, scope: Scope) -> str:
        return f"({self.number(scope)} {self.one('+', '-')} {self.number(scope)})"

    def times(self, scope: Scope) -> str:
        return f"({self.one(2, 3, -1)} * {self.number(scope)})"

    def half(self, scope: Scope) -> str:
        return f"({self.number(scope)} / {self.one(2, 3)} rounded {self.one('up', 'down')})"

    def sum(self, scope: Scope) -> str:
        each, inner = self.ranged(scope)
        return f"(sum of {self.key_of(inner)} for {each}{self.where(inner)})"

    def best_of(self, scope: Scope) -> str:
        each, inner = self.ranged(scope)
        if inner.names[-1][1] in ("player", "colour"):
            return f"({self.best()} {self.key_of(inner)} for {each})"
        cut = f"first {self.one(1, 2)} {each}{self.where(inner, 20)}, by {self.best()} {self.key_of(inner)}"
        return f"(sum of {self.key_of(inner)} for {cut})"

    def passing(self, scope: Scope) -> str:
        each, inner = self.ranged(scope)
        return f"(count ({each} where {self.about(*inner.names[-1], inner)}))"

    def distinct(self, scope: Scope) -> str:
        each, inner = self.ranged(scope)
        return f"(distinct {self.key_of(inner)} for {each})"

    def looked_up(self, scope: Scope) -> str:
        return f"prize({self.number(scope)})"

    def better(self, scope: Scope) -> str:
        more = f", {self.literal(scope)}" if self.often(30) else ""
        return f"({self.best()} of {self.number(scope)}{more} and {self.number(scope)})"

    # ------------------------------------------------------------ flags

    def compared(self, scope: Scope) -> str:
        return f"{self.number(scope)} {self.compare()} {self.number(scope)}"

    def emptiness(self, scope: Scope) -> str:
        return f"{self.place(scope)} is {self.one('', 'not ')}empty"

    def marked(self, scope: Scope) -> str | None:
        known = self.readable(scope, "flag")
        if not known:
            return None
        chosen = self.one(*known)
        return self.keyed(chosen.name, chosen.key, scope)

    def of_variable(self, scope: Scope) -> str | None:
        known = [(name, sort) for name, sort in scope.names if not sort.startswith("set")]
        return self.about(*self.one(*known), scope) if known else None

    def named_flag(self, scope: Scope) -> str | None:
        found = self.defined(scope, "flag")
        if not found:
            return None
        chosen = self.one(*found)
        return self.keyed(chosen.name, chosen.key, scope)

    def same_player(self, scope: Scope) -> str:
        return f"{self.player(scope)} is {self.player(scope)}"

    def alike(self, scope: Scope) -> str | None:
        known = scope.of("Token") if self.often(50) else scope.of("Tile")
        return f"{self.one(*known)} is {self.one('', 'not ')}like {self.one(*known)}" if known else None

    def is_none(self, scope: Scope) -> str | None:
        found = [each for each in self.readable(scope) if each.maybe]
        if not found:
            return None
        chosen = self.one(*found)
        return f"{self.keyed(chosen.name, chosen.key, scope)} is {self.one('', 'not ')}none"

    def same_colour(self, scope: Scope) -> str:
        return f"{self.colour(scope)} {self.one('is', '>')} {self.colour(scope)}"

    def lies_in(self, scope: Scope) -> str | None:
        if not scope.of("Token"):
            return None
        return f"{self.one(*scope.of('Token'))} is in {self.place(scope, holds='Token')}"

    def able(self, scope: Scope) -> str | None:
        return f"({self.player(scope)} can {self.one(*self.asking)})" if self.asking and not scope.open else None

    def both(self, scope: Scope) -> str:
        return f"({self.flag(scope)}) {self.one('and', 'or')} ({self.flag(scope)})"

    def negated(self, scope: Scope) -> str:
        return f"not ({self.flag(scope)})"

    def some(self, scope: Scope) -> str:
        each, inner = self.ranged(scope)
        return f"({self.one('some', 'no')} {each} where {self.about(*inner.names[-1], inner)})"

    def every(self, scope: Scope) -> str:
        each, inner = self.ranged(scope)
        return f"(every {each} has {self.about(*inner.names[-1], inner)})"

    def twins(self, scope: Scope) -> str:
        name, place = self.new("x"), self.place(scope, holds="Token")
        return f"(some {name}: {self.one('2', '1 to 2')} of Token in {place} where (distinct value in {name}) is 1)"

    def in_stretch(self, scope: Scope) -> str:
        return f"{self.number(scope)} is {self.one('', 'not ')}in (1 to {self.one(2, 4)})"
