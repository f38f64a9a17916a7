"""Whole small games, by chance, in the rules language: typed, so that most of them check clean.

Comes in: how to choose.  Goes out: the text of a game.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve
from hypothesis import strategies as st

from tests.generated.statements import Lines, Statements, Step
from tests.generated.values import COLOURS, TYPES, Counter, Defined, Place, Scope

BACKS = ("", "", ", backs seen by nobody", ", backs seen by all")
TILES = (
    '| 1 | "ant" | 0 | 1 | red |',
    '| 2 | "bee" | 1 | 1 | blue |',
    '| 1 | "cat" | 2 | 2 | - |',
    '| 3 | "dog" | 1 | 2 | red |',
)
PRIZES = ["table prize(amount: number):", "    | 0 | 2 |", "    | 1 to 3 | 5 |", "    | 4 or more | 1 |"]
SHEET = ["players:", "    | players | dealt |", "    | 2 | 3 |", "    | 3 or more | 2 |"]
IN_ROUND = ("turn_round", "game")


@define
class Writer(Statements):
    """Writes a game from its first line to its last"""

    does: bool = False
    secret: bool = False

    def game(self) -> str:
        """The whole text."""
        lines = ["rules 1", 'game "By Chance"', f"players {self.one('2', '2 to 3', '3', '2 to 4')}"]
        if self.often(10):
            self.sheet = True
            lines = [*lines[:2], *SHEET[:2], "    | 2 | 3 |", "    | 3 | 2 |"]
        lines += ["teams opposite when count players is 4"] if self.often(10) else []
        lines += [f"kind Colour: {', '.join(COLOURS[: 2 + self.below(2)])}", "define somebody = first player", *PRIZES]
        if self.often(25):
            lines += ["option speed: 1 or 2, normally 1", "option wild: off or on, normally off"]
            self.defines.append(Defined("speed", "number", "", True))
        lines += self.card_types() + self.state() + self.definitions() + self.steps() + self.offers()
        lines += self.hooks() + self.amendments() + self.course() + self.result() + self.variant()
        return "\n".join(lines) + "\n"

    # ------------------------------------------------------------ declarations

    def card_types(self) -> Lines:
        back = self.one("", "", ", back shows colour", ", back shows value")
        many = f"{self.one(1, 2)} for each colour, value in 1 to {self.one(2, 3)}"
        lines = [f'cards Token "{{colour}} {{value}}"{back}: {many}']
        self.does = self.often(25)
        lines += [f"cards Tile{self.one('', '', ', back shows size')}:"]
        lines += ["    | copies | name | worth | size | colour |" + (" does |" if self.does else "")]
        for number, row in enumerate(TILES[: 2 + self.below(3)]):
            step = self.one("rest", "-") if number else "rest"
            lines += [f"    {row}" + (f" {step} |" if self.does else "")]
        return lines

    def state(self) -> Lines:
        places = [self.place_line(number) for number in range(3 + self.below(3))]
        counters = [self.counter_line() for _ in range(1 + self.below(4))]
        return ["state:", "    rounds: 0 to 9", *(f"    {line}" for line in (*places, *counters))]

    def place_line(self, number: int) -> str:
        """The first is a hidden pile of everything, the second a hand of each player, others as it comes."""
        name = self.new("z")
        shape = ("pile", "hand")[number] if number < 2 else self.one("pile", "hand", "row", "bag", "slot")
        types = TYPES if number == 0 else self.one(TYPES, ("Token",), ("Tile",), TYPES)
        key = ("", "player")[number] if number < 2 else self.one("", "player", "colour", "number")
        looked, seen_by = ("nobody", "seen by nobody") if number == 0 else self.seen(shape, types, key)
        room = f"up to {self.one(2, 3, 6)} " if number and shape != "slot" and self.often(20) else ""
        refill = "" if room or shape != "pile" or not number else self.refill(types)
        self.places.append(Place(name, shape, types, key, looked, bool(room)))
        return f"{self.signed(name, key)}: {shape} of {room}{' or '.join(types)}, {seen_by}{self.one(*BACKS)}{refill}"

    def signed(self, name: str, key: str) -> str:
        receiver = f"{key}." if key in ("player", "colour", "token") else ""
        return f"{receiver}{name}{'(spot: 1 to 2)' if key == 'number' else ''}"

    def seen(self, shape: str, types: tuple[str, ...], key: str) -> tuple[str, str]:
        """Who sees a place: in a word, and as it is written."""
        if shape == "pile" and self.often(25):
            return "some", f"top seen by {self.one('all', 'all', *(['owner'] if key == 'player' else []))}"
        if len(types) == 1 and self.often(10):
            column = "value" if types == ("Token",) else "worth"
            return "some", f"seen by all where {types[0].lower()}.{column} > 1"
        words = self.one("all", "nobody", *(["owner", "owner", "others"] if key == "player" else []))
        return words, f"seen by {words}"

    def refill(self, types: tuple[str, ...]) -> str:
        fed = [
            each.name + (".below" if each.shape == "pile" and each.seen != "nobody" else "")
            for each in self.places
            if not each.key and set(each.types) <= set(types) and each.shape in ("pile", "hand", "bag")
        ]
        return f", refilled from {self.one(*fed)}" if fed and self.often(50) else ""

    def counter_line(self) -> str:
        name, key = self.new("n"), self.one("", "player", "colour", "token", "number")
        sort = self.one("number", "flag", *([] if key == "token" else ["player", "colour"]))
        seen = self.one("all", "all", "all", "nobody", *(["owner"] if key == "player" else []))
        maybe = sort in ("player", "colour") and self.often(50)
        begins = ""
        match sort:
            case "number":
                written = self.one("0 to 9", "-5 to 5", "0 to 3", "-99 to 99", "number")
                begins = f", starts at {self.one(0, 2)}" if self.often(30) else ""
            case "flag":
                written = "flag"
            case "player":
                written = "Player"
                begins = ", starts as random player" if not maybe and not key and self.often(60) else ""
            case _:
                written = "Colour"
        self.counters.append(Counter(name, sort, key, maybe, seen))
        words = "" if seen == "all" else f", seen by {seen}"
        return f"{self.signed(name, key)}: {written}{' or none' if maybe else ''}{words}{begins}"

    def definitions(self) -> Lines:
        lines = []
        for _ in range(1 + self.below(3)):
            name, key, sort = self.new("d"), self.one("player", "", "colour"), self.one("number", "number", "flag")
            scope = Scope(names=((key, key),) if key else (), open=self.often(60))
            write = self.number if sort == "number" else self.flag
            lines += [f"define {key + '.' if key else ''}{name} = {write(scope)}"]
            for _ in range(self.below(3)):
                usual = f"usual + {self.one(1, 2)}" if sort == "number" and self.often(40) else write(scope)
                lines += [f"    but {usual} when {self.flag(scope)}"]
            self.defines.append(Defined(name, sort, key, scope.open))
        return lines

    # ------------------------------------------------------------ steps

    def steps(self) -> Lines:
        """Those that are performed."""
        lines = ["to rest: nothing"]
        if self.often(30):
            self.sets = True
            lines += ["to gather(group: set of Token):", f"    move group to {self.place(Scope(), 'Token')}"]
        for _ in range(self.below(3)):
            name, number = self.new("s"), self.often(40)
            scope = Scope(me=True, names=(("amount", "number"),) if number else ())
            lines += [f"to {name}(amount: number):" if number else f"to {name}:", *self.body(scope, 1, asks=False)]
            self.performed.append(Step(name, number))
        return lines

    def offers(self) -> Lines:
        """Those that are chosen."""
        lines = []
        for _ in range(1 + self.below(4)):
            name = self.new("s")
            head, scope = self.head(Scope(me=True, open=True))
            body = self.body(evolve(scope, open=False, stops=IN_ROUND), 1, asks=True, many=3)
            lines += [f"to {name}:", *(['    "One of the things to do."'] if self.often(30) else []), *head, *body]
            self.offered.append(name)
            self.asking = (*self.asking, name)
        self.secret = self.often(25)
        return lines + (self.bid() if self.secret else [])

    def bid(self) -> Lines:
        """What is chosen in secret: a card or a number of one's own."""
        mine = [each for each in self.places if each.key == "player" and "Token" in each.types and each.shape != "slot"]
        hands = [each.name for each in mine if each.seen in ("owner", "all")]
        if hands and self.often(70):
            target = self.one(*[each.name for each in mine])
            return ["to bid:", f"    pick c0: Token in me.{self.one(*hands)}", f"    move c0 to me.{target}"]
        numbers = [each.name for each in self.counters if each.key == "player" and each.sort == "number"]
        return ["to bid:", "    pick m0 in 0 to 2", f"    set me.{numbers[0]} to m0" if numbers else "    nothing"]

    def hooks(self) -> Lines:
        lines: Lines = []
        for _ in range(self.below(3)):
            time = self.one("before", "after", "instead of")
            self.hooked = self.one(*self.offered, *[each.name for each in self.performed])
            when = f" when {self.flag(Scope(me=True))}" if self.often(40) else ""
            once = " once per turn_round" if self.often(20) else ""
            body = self.body(Scope(me=True), 1, asks=False)
            body += ["    as usual"] if time == "instead of" and self.often(70) else []
            lines += [f"{time} {self.hooked}{when}{once}:", *body]
        return lines

    def amendments(self) -> Lines:
        """What is laid over values and offers, and what waits for something."""
        lines: Lines = []
        scope, step = Scope(me=True, open=True), self.one(*self.offered)
        if self.often(20):
            lines += [f'forbid {step} when {self.flag(scope)} else "Forbidden."']
        if self.often(20):
            lines += [f"offer rest with {step}" + (f" when {self.flag(scope)}" if self.often(40) else "")]
        if self.often(25):
            end = self.one("stop game", "everyone loses", "stop game", "everyone wins", "nobody wins")
            body = self.body(Scope(), 1, asks=False) if self.often(60) else [f"    {end}"]
            lines += [f"whenever {self.flag(Scope())}:", *body]
        numbers = [each for each in self.defines if each.sort == "number" and each.name != "speed"]
        if numbers and self.often(20):
            chosen = self.one(*numbers)
            key = f"{chosen.key}." if chosen.key else ""
            test = self.one("rounds > 1", "count players > 2", "count " + self.places[0].name + " > 3")
            lines += [f"but {key}{chosen.name} = usual + 1 when {test}"]
        lines += [f"always {self.flag(Scope())}"] if self.often(8) else []
        lines += ["show tempo", "define tempo = rounds + 1"] if self.often(15) else []
        return lines

    def variant(self) -> Lines:
        if not self.often(20):
            return []
        hooked = self.body(Scope(me=True), 2, asks=False, many=1)
        options = [each for each in self.defines if each.name == "speed"]
        return [
            'variant "Other":',
            f"    after {self.one(*self.offered)}:",
            *[f"    {line}" if not line.startswith("        ") else line for line in hooked],
            *(["    option speed is 2"] if options and self.often(50) else []),
            *(["    replace to rest: add 1 to rounds"] if self.often(30) else []),
            *(['    remove "ant"'] if self.often(20) else []),
            *(["    replace winner: highest rounds_of, then shared", "    define player.rounds_of = rounds"]
              if self.often(30) else []),
        ]  # fmt: skip

    # ------------------------------------------------------------ course and result

    def course(self) -> Lines:
        names, lines = list(self.offered), self.setup()
        hands = [each for each in self.places if each.key == "player" and "Tile" in each.types]
        hands = [each for each in hands if each.seen in ("owner", "all")]
        if self.does and hands and self.often(60):
            lines += ["to act:", f"    pick c: Tile in me.{hands[0].name}", "    choose c.does, if none: pass"]
            names += ["act"]
        chosen = [*dict.fromkeys(self.one(*names) for _ in range(1 + self.below(3)))]
        choose = f"choose {', '.join([*chosen, *(['pass'] if self.often(15) else [])])}, if none: pass"
        starters = [each.name for each in self.counters if (each.sort, each.key, each.maybe) == ("player", "", False)]
        begins = self.one(*starters) if starters else "somebody"
        where = f" where {self.flag(Scope(me=True, open=True).plus('me', 'player'))}" if self.often(20) else ""
        lines += ["to turn_round:"]
        lines += ["    secretly each player: choose bid, if none: pass"] if self.secret else []
        if self.often(25):
            then = " then me.right" if self.often(30) else ""
            lines += [f"    turns from {begins}{then} where rounds < {self.one(3, 5)}:"]
            lines += ["        add 1 to rounds", f"        {choose}"]
            return [*lines, "play: turn_round"]
        by = f", by {self.best()} {self.key_of(Scope(open=True).plus('player', 'player'))}" if self.often(15) else ""
        lines += [f"    turns once{f' from {begins}' if self.often(60) else ''}{where}{by}: {choose}"]
        return [*lines, "play:", f"    repeat {self.one(2, 3, 1)} times: turn_round"]

    def setup(self) -> Lines:
        stock = self.places[0].name
        lines = ["setup:", f"    move every token to {stock}", f"    move every tile to {stock}"]
        lines += [f"    shuffle {stock}"] if not self.often(15) else []
        for each in self.places[1:]:
            if each.shape == "slot" or each.key in ("colour", "number"):
                continue
            if each.types == TYPES:
                loop, owner = ("for each player: ", "player.") if each.key else ("", "")
                lines += [f"    {loop}move up to {self.one(1, 2, 3)} from {stock} to {owner}{each.name}"]
            elif not each.key:
                card = each.types[0].lower()
                test = "value is 1" if card == "token" else "size is 1"
                lines += [f"    move every {card} in {stock} where {card}.{test} to {each.name}"]
        return lines + (self.body(Scope(), 1, asks=False) if self.often(30) else [])

    def result(self) -> Lines:
        numbers = [
            each.name for each in (*self.defines, *self.counters) if (each.key, each.sort) == ("player", "number")
        ]
        numbers += [f"count {each.name}" for each in self.places if each.key == "player"]
        orders = [f"{self.best()} {self.one(*numbers)}" for _ in range(1 + self.often(30))]
        lines = [f"winner: {', then '.join(dict.fromkeys(orders))}, then shared"]
        return lines + (
            [f"payoff player = {self.number(Scope(names=(('player', 'player'),)))}"] if self.often(20) else []
        )


def written(below: Callable[[int], int]) -> str:
    """The text of a game; `below(n)` chooses a number from 0 to n - 1."""
    return Writer(below).game()


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Texts of games."""
    return written(lambda many: draw(st.integers(0, many - 1)))
