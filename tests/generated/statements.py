"""Statements and headers of steps, by chance.

Comes in: what may be named.  Goes out: lines.  A statement is a method; it gives nothing where it does not fit.
"""

from __future__ import annotations

from attrs import define, evolve, field

from tests.generated.questions import Questions
from tests.generated.values import COLUMNS, TYPES, Scope

Lines = list[str]


@define
class Step:
    """A step that is performed, with a number if it takes one"""

    name: str
    number: bool = False


@define
class Statements(Questions):
    """Writes headers and bodies"""

    performed: list[Step] = field(factory=list)
    offered: list[str] = field(factory=list)
    hooked: str = ""
    sets: bool = False

    # ------------------------------------------------------------ headers

    def head(self, scope: Scope) -> tuple[Lines, Scope]:
        """Picks, lets and needs, and what is in sight behind them."""
        lines: Lines = []
        for _ in range(self.below(3) + (not self.often(20))):
            item = self.one(self.pick_card, self.pick_other, self.pick_set, self.pick_card, self.let, self.needs)
            more, scope = item(scope)
            lines += more
        return lines, scope

    def pick_card(self, scope: Scope) -> tuple[Lines, Scope]:
        name, sort = self.new("c"), self.one(*TYPES)
        inner = scope.plus(name, sort)
        where = self.where(inner, 40)
        able = " if able" if where and self.often(30) else ""
        return [f"    pick {name}: {sort} in {self.cards(scope, sort)}{where}{able}"], inner

    def pick_other(self, scope: Scope) -> tuple[Lines, Scope]:
        name, sort = self.new("c"), self.one("number", "player", "colour")
        inner = scope.plus(name, sort)
        source = {
            "number": f"in {self.one('1 to 3', '0 to 4 by 2', '1 to 2')}",
            "player": f"in {self.one('me.others', 'players', f'players from {self.player(scope)}')}",
            "colour": "",
        }[sort]
        typed = {"number": name, "player": f"{name}: Player", "colour": f"{name}: Colour"}[sort]
        return [f"    pick {typed} {source}".rstrip() + self.where(inner, 30)], inner

    def pick_set(self, scope: Scope) -> tuple[Lines, Scope]:
        name, sort = self.new("c"), self.one(*TYPES)
        many = self.one("2", "up to 2", "1 to 2", "2 or more", self.small(scope))
        where = f" where (sum of {COLUMNS[sort][0]} in {name}) > {self.one(1, 3)}" if self.often(40) else ""
        able = " if able" if where and self.often(40) else ""
        lines = [f"    pick {name}: {many} of {sort} in {self.place(scope, holds=sort)}{where}{able}"]
        if self.often(40):
            test = f"(distinct colour in {name}) is 1" if sort == "Token" else f"(sum of worth in {name}) > 0"
            lines += [f"    needs {test}"]
        return lines, scope.plus(name, f"set {sort}")

    def let(self, scope: Scope) -> tuple[Lines, Scope]:
        name = self.new("l")
        return [f"    let {name} = {self.number(scope)}"], scope.plus(name, "number")

    def needs(self, scope: Scope) -> tuple[Lines, Scope]:
        reason = ' else "Not now."' if self.often(50) else ""
        return [f"    needs {self.flag(scope)}{reason}"], scope

    # ------------------------------------------------------------ bodies

    def body(self, scope: Scope, indent: int, asks: bool, many: int = 2) -> Lines:
        lines: Lines = []
        for _ in range(1 + self.below(many)):
            more, scope = self.statement(scope, indent, asks)
            lines += more
        return lines

    def statement(self, scope: Scope, indent: int, asks: bool) -> tuple[Lines, Scope]:
        """Lines, and what is in sight behind them."""
        pad, number = "    " * indent, self.below(20)
        if number < 4 and indent < 3:
            return self.one(self.if_, self.for_each, self.repeat, self.repeat_until)(scope, indent, asks), scope
        if number == 4:
            name = self.new("l")
            return [f"{pad}let {name} = {self.number(scope)}"], scope.plus(name, "number")
        if number == 5 and asks and self.offered and indent < 3:
            return [pad + self.ask(scope)], scope
        if number == 6:
            return self.first_card(scope, pad)
        ways = [self.set_, self.move_card, self.deal, self.deal, self.add, self.move_every, self.show, self.swap]
        ways += [self.move_place, self.shuffle, self.whether, self.perform, self.tell, self.swap_cards, self.stop]
        ways += [self.move_places]
        return [pad + (self.one(*ways)(scope) or "nothing")], scope

    def if_(self, scope: Scope, indent: int, asks: bool) -> Lines:
        pad = "    " * indent
        lines = [f"{pad}if {self.flag(scope)}:", *self.body(scope, indent + 1, asks)]
        return [*lines, f"{pad}else:", *self.body(scope, indent + 1, asks)] if self.often(35) else lines

    def for_each(self, scope: Scope, indent: int, asks: bool) -> Lines:
        each, inner = self.ranged(scope)
        head = f"for each {each}{self.where(inner, 40)}{self.ordered(inner, 30)}:"
        return ["    " * indent + head, *self.body(inner, indent + 1, asks and self.often(20))]

    def repeat(self, scope: Scope, indent: int, asks: bool) -> Lines:
        head = f"repeat {self.one('2', '3', self.small(scope))} times:"
        return ["    " * indent + head, *self.body(scope, indent + 1, asks)]

    def repeat_until(self, scope: Scope, indent: int, asks: bool) -> Lines:
        chosen = self.one(*self.places)
        place = self.at(chosen, scope)
        dealt = f"move 1 from {place} to {self.one('box', self.place(scope, *chosen.types))}"
        return [f"{'    ' * indent}repeat until count {place} <= {self.one(0, 1, 2)}: {dealt}"]

    def first_card(self, scope: Scope, pad: str) -> tuple[Lines, Scope]:
        """The best card of a place has a name, and moves if there is one."""
        name, sort = self.new("l"), self.one(*TYPES)
        inner = scope.plus(self.new("x"), sort)
        which = f"{inner.names[-1][0]}: {sort} in {self.cards(scope, sort)}{self.where(inner)}"
        lines = [f"{pad}let {name} = first {which}{self.ordered(inner, 60)}", f"{pad}if {name} is not none:"]
        return [*lines, f"{pad}    move {name} to {self.place(scope, sort)}"], scope

    # ------------------------------------------------------------ effects

    def set_(self, scope: Scope) -> str:
        chosen = self.one(*self.counters)
        target = self.keyed(chosen.name, chosen.key, scope)
        if target is None:
            return ""
        nothing = ["none"] if chosen.maybe else []
        match chosen.sort:
            case "number":
                value = self.one(self.number(scope), f"random {self.new('r')} in 0 to 3", "3")
            case "flag":
                value = self.one("yes", "no", f"({self.flag(scope)})")
            case "player":
                value = self.one(self.player(scope), "random player", *nothing)
            case _:
                value = self.one(self.colour(scope), "random colour", *nothing)
        return f"set {target} to {value}"

    def add(self, scope: Scope) -> str:
        found = self.counted(evolve(scope, open=False))
        return f"{self.one(f'add {self.small(scope)} to', 'subtract 1 from')} {found}" if found else ""

    def move_card(self, scope: Scope) -> str:
        sort = self.one(*TYPES)
        known = scope.of(sort) + scope.of(f"set {sort}")
        if known:
            chosen = self.one(*known)
            at = f" at {self.one(1, 1, 2)}" if chosen in scope.of(sort) and self.often(25) else ""
            return f"move {chosen} to {self.place(scope, sort)}{at}"
        source = self.place(scope, holds=sort)
        card = f"(random {self.new('r')}: {sort} in {source})"
        return f"move {card} to {self.place(scope, sort)}" if self.often(20) else ""

    def deal(self, scope: Scope) -> str:
        source = self.one(*self.places)
        many = self.one("1", "up to 2", "up to 1", "up to 3", f"up to {self.small(scope)}")
        named = f" as {self.new('c')}" if many == "1" and self.often(30) else ""
        at = " at 1" if self.often(10) else ""
        return f"move {many} from {self.at(source, scope)} to {self.place(scope, *source.types)}{at}{named}"

    def move_every(self, scope: Scope) -> str:
        sort, name = self.one(*TYPES), self.new("x")
        inner = scope.plus(name, sort)
        # Outside brackets `or` is no part of a condition here.
        where = self.where(inner, 60).replace(") or (", ") and (")
        source = self.place(scope, holds=sort)
        return f"move every {name}: {sort} in {source}{where}{self.ordered(inner, 30)} to {self.place(scope, sort)}"

    def move_places(self, scope: Scope) -> str:
        known = [each for each in self.places if each.key == "player"]
        pairs = [
            (one, other) for one in known for other in known
            if one.types == other.types and not other.limited
            and ((one.shape, other.shape) == ("row", "row") or (one.shape != "pile" and other.shape in ("hand", "bag")))
        ]  # fmt: skip
        if not pairs:
            return ""
        one, other = self.one(*pairs)
        where = f" where player is not {self.player(scope)}" if self.often(30) else ""
        return f"move every player.{one.name}{where} to player.{self.one('left', 'right', 'left.left')}.{other.name}"

    def move_place(self, scope: Scope) -> str:
        one = self.one(*self.places)
        return f"move {self.at(one, scope)} to {self.place(scope, *one.types)}"

    def show(self, scope: Scope) -> str:
        cards = [*scope.of("Token"), *scope.of("Tile"), *scope.of("set Token"), self.place(scope)]
        return f"show {self.one(*cards)} to {self.to(scope)}"

    def tell(self, scope: Scope) -> str:
        chosen = self.one(*self.counters)
        told = self.keyed(chosen.name, chosen.key, scope)
        return f"show {told} to {self.to(scope)}" if told else ""

    def whether(self, scope: Scope) -> str:
        known = scope.of("Token")
        test = self.one("value is 2", "colour is red", "value is 1")
        return f"show whether {self.one(*known)}.{test} to {self.to(scope)}" if known else ""

    def to(self, scope: Scope) -> str:
        return str(self.one("all", self.player(scope), f"{self.player(scope)}.others"))

    def swap(self, scope: Scope) -> str:
        one = self.one(*self.places)
        other = self.one(*[each for each in self.places if each.types == one.types])
        return f"swap {self.at(one, scope)} with {self.at(other, scope)}"

    def swap_cards(self, scope: Scope) -> str:
        for sort in TYPES:
            if len(known := scope.of(sort)) > 1:
                return f"swap {known[0]} with {known[-1]}"
        rows = [each for each in self.places if each.shape == "row"]
        if not rows:
            return ""
        row = self.at(self.one(*rows), scope)
        return f"swap {row}.first with {row}.last"

    def shuffle(self, scope: Scope) -> str:
        return f"shuffle {self.place(scope, shapes=('pile', 'bag', 'hand'))}"

    def stop(self, scope: Scope) -> str:
        return f"stop {self.one(*scope.stops)}" if scope.stops and self.often(30) else ""

    def perform(self, scope: Scope) -> str:
        group = scope.of("set Token")
        if group and self.sets and self.often(60):
            return f"gather({self.one(*group)})"
        known = [each for each in self.performed if each.name != self.hooked]
        if not known:
            return ""
        step = self.one(*known)
        call = f"{step.name}({self.number(scope)})" if step.number else step.name
        return f"{call} by {self.player(scope)}" if not scope.me or self.often(25) else call

    def ask(self, scope: Scope) -> str:
        offers = ", ".join(dict.fromkeys(self.one(*self.offered) for _ in range(1 + self.below(2))))
        if self.often(20):
            return f"anyone of {self.one('players', f'{self.player(scope)}.others')} may {offers}"
        if self.often(20):
            step = self.one(*self.offered)
            return f"do {step}{f' by {self.player(scope)}' if self.often(40) else ''}"
        who = f"{self.player(scope)} chooses" if self.often(40) else "choose"
        return f"{who} {offers}, if none: pass"
