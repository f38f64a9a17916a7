"""Where everything lies in the flat list of integers that is a state.

Comes in: a program.  Goes out: addresses, and a table of its zone instances.  Every backend reads the same
layout, so all of them make the same lists; docs/design/ir.md ("Layout of the state") is the law that this
file carries out.

Nothing unused has a cell: facts and told counters only where the program shows them, and no variable that one
block alone needs (`frames` is none for it; see `lifetimes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Literal

from rulelang.ir.analyse.lifetimes import stored_frames, told_columns, told_counters
from rulelang.ir.model.program import Key, Program, Seen, ZoneDecl
from rulelang.nodes import frozen

BLOCK = 0
"""The block before which the state rests, or -1 - b if it rests at the end of block b (a decision, the end of
the game)."""
OUTCOME = 1
FIRST_STREAM = 2
STREAM_CELLS = {"deal": FIRST_STREAM, "dice": FIRST_STREAM + 2}
"""Two cells for each stream, the low word first …"""
FIRST_BOT = FIRST_STREAM + 4
"""… and after them a stream for the bot in each seat, in order."""

Shape = Literal["pile", "row", "hand", "slot", "bag"]
BY_NUMBER = frozenset({"hand", "bag"})
"""The shapes in which cards stand by their numbers, whatever happened to them."""
WORD_BITS = 32


@frozen
class Place:
    """One zone instance: `size` is the cell of its size, `cards` that of its first card (the bottom one of a
    pile)

    Cells of a pile: size, low, loose, cards.  Others: size, cards.  `room`: how many cells the cards take.  `base`:
    in a packed layout the card for which the first bit stands; none where the cards themselves are written.  `seen`:
    the bit set of who sees all of it, where this never changes; none where it must be asked.  With `top_only` it holds
    for the top card alone.  `turned`: a pile whose top, or the back of its top, can be seen: the top card never is
    loose.
    """

    declaration: int
    shape: Shape
    keys: tuple[int, ...]
    size: int
    cards: int
    capacity: int
    room: int
    base: int | None
    seen: int | None
    top_only: bool
    turned: bool

    @property
    def low(self) -> int:
        return self.size + 1

    @property
    def loose(self) -> int:
        return self.size + 2


@frozen
class Facts:
    """Cells of one column: who was told, for each card of ``first … first + cards - 1``, about each of
    `values`"""

    start: int
    first: int
    cards: int
    values: tuple[int, ...]

    def cell(self, card: int, value: int) -> int | None:
        """The cell for a card and a value; none where everybody can tell: no card of the column has that
        value."""
        if not 0 <= card - self.first < self.cards or value not in self.values:
            return None
        return self.start + (card - self.first) * len(self.values) + self.values.index(value)


@frozen
class Layout:
    """Addresses of everything in the state of one program

    `counters[c]` is the first cell of a counter, instances follow one another with the last key fastest.
    `zone` and `known` are the first cells of two runs with one cell for each card.  `facts` by column, `told`
    by counter (both only where used). `frames[f]` is none for a variable without a cell.  Where a program keeps nothing
    in mind of where cards lie (`Program.placing`), neither of the two runs has cells.
    """

    program: Program
    counters: tuple[int, ...]
    zone: int
    known: int
    facts: dict[int, Facts]
    told: dict[int, int]
    places: tuple[Place, ...]
    first_place: tuple[int, ...]
    frames: tuple[int | None, ...]
    size: int
    packed: bool = False

    def place_number(self, declaration: int, keys: tuple[int, ...]) -> int:
        """The number of a zone instance."""
        return self.first_place[declaration] + offset(self.program.zones[declaration].keys, keys)

    def counter_cell(self, counter: int, keys: tuple[int, ...]) -> int:
        """The cell of one instance of a counter."""
        return self.counters[counter] + offset(self.program.counters[counter].keys, keys)

    def cards_in(self, state: list[int], place: int) -> list[int]:
        """The cards of a zone instance in the order in which an expression goes through them (the top of a
        pile first)."""
        at = self.places[place]
        cards = state[at.cards : at.cards + state[at.size]]
        return cards[::-1] if at.shape == "pile" else cards

    def dump(self) -> str:
        """One line for each thing: its first cell, how many cells, what it is."""
        return "\n".join(f"{start:>6} {cells:>5}  {text}" for start, cells, text in _lines(self)) + "\n"


def layout_of(program: Program, packed: bool = False) -> Layout:
    """The layout of a program's state; nothing of it depends on a backend.

    `packed`: what is kept by card number (hands and bags) takes a bit for each card that may lie there.  No state of
    this kind leaves the native code.
    """
    counters, at = _run(after_streams(program.players), [instances(counter.keys) for counter in program.counters])
    zone, known = at, at + len(program.cards)
    if program.placing:
        at += 2 * len(program.cards)
    facts: dict[int, Facts] = {}
    for column in sorted(told_columns(program)):
        table = program.tables[program.columns[column][1]]
        facts[column] = Facts(at, table.first, len(table.values), tuple(sorted(set(table.values))))
        at += facts[column].cards * len(facts[column].values)
    told: dict[int, int] = {}
    for counter in sorted(told_counters(program)):
        told[counter] = at
        at += instances(program.counters[counter].keys)
    places: list[Place] = []
    first_place: list[int] = []
    for number, declaration in enumerate(program.zones):
        first_place.append(len(places))
        for keys in product(*(range(key.low, key.high + 1) for key in declaration.keys)):
            places.append(_place(program, number, declaration, keys, at, packed))
            at = places[-1].cards + places[-1].room
    frames: list[int | None] = []
    stored = stored_frames(program)
    for number, frame in enumerate(program.frames):
        frames.append(at if number in stored else None)
        if number in stored:
            at += (1 + frame.capacity if frame.capacity else 1) * (program.players if frame.seats else 1)
    return Layout(
        program, counters, zone, known, facts, told, tuple(places), tuple(first_place), tuple(frames), at, packed
    )


def bot_cell(seat: int) -> int:
    """Where the stream of the bot in a seat lies."""
    return FIRST_BOT + 2 * seat


def after_streams(players: int) -> int:
    """The first cell after all streams."""
    return bot_cell(players)


def instances(keys: tuple[Key, ...]) -> int:
    """How many instances a zone or counter with these keys has."""
    return prod(key.high - key.low + 1 for key in keys)


def strides(keys: tuple[Key, ...]) -> tuple[int, ...]:
    """How far one step of each key goes, counted in instances; the last key is the fastest."""
    return tuple(instances(keys[place + 1 :]) for place in range(len(keys)))


def offset(keys: tuple[Key, ...], values: tuple[int, ...]) -> int:
    """Which instance these keys name, counted from 0.  The keys lie inside."""
    return sum((value - key.low) * stride for key, value, stride in zip(keys, values, strides(keys), strict=True))


def _run(at: int, sizes: list[int]) -> tuple[tuple[int, ...], int]:
    starts = []
    for size in sizes:
        starts.append(at)
        at += size
    return tuple(starts), at


def _place(program: Program, number: int, declaration: ZoneDecl, keys: tuple[int, ...], at: int, packed: bool) -> Place:
    cards = at + (3 if declaration.shape == "pile" else 1)
    room, base = declaration.capacity, None
    if packed and declaration.shape in BY_NUMBER:
        types = [program.types[kind] for kind in declaration.types]
        shift = word_shift(program)
        first = min((kind.first for kind in types), default=0)
        base = first - (first + shift) % WORD_BITS
        room = (max((kind.first + kind.count for kind in types), default=0) - base + WORD_BITS - 1) // WORD_BITS
    seen, top_only = static_seen(program, declaration.seen, keys), declaration.seen.top_only
    backs = declaration.backs.who != "nobody" and _backs_differ(program, number, declaration)
    turned = declaration.shape == "pile" and (top_only or backs)
    return Place(number, declaration.shape, keys, at, cards, declaration.capacity, room, base, seen, top_only, turned)


def word_shift(program: Program) -> int:
    """Where the words of a packed layout begin, so that most types of cards take as few as they can: word borders lie
    before the cards n for which n + shift is a multiple of their length, in all places alike.
    """

    def words(shift: int) -> int:
        ends = ((kind.first + shift, kind.first + shift + kind.count - 1) for kind in program.types if kind.count)
        return sum(last // WORD_BITS - first // WORD_BITS for first, last in ends)

    return min(range(WORD_BITS), key=words)


def _backs_differ(program: Program, number: int, declaration: ZoneDecl) -> bool:
    """Whether the backs of the cards that may lie there tell anything; nobody looks into the box, place 0."""
    return number > 0 and any(card.back for card in program.cards if card.type in declaration.types)


def static_seen(program: Program, seen: Seen, keys: tuple[int, ...]) -> int | None:
    """The bit set of who sees a place or counter, none where a function of the state decides."""
    everyone = (1 << program.players) - 1
    match seen.who:
        case "nobody":
            return 0
        case "all":
            return everyone
        case "owner":
            return 1 << keys[0]
        case "others":
            return everyone & ~(1 << keys[0])
        case "players" | "card":
            return None


def _lines(layout: Layout) -> Iterator[tuple[int, int, str]]:
    program = layout.program
    yield BLOCK, 1, "block"
    yield OUTCOME, 1, "outcome"
    for stream, cell in STREAM_CELLS.items():
        yield cell, 2, f"stream {stream}"
    yield FIRST_BOT, 2 * program.players, "streams of the bots, one for each player"
    for start, counter in zip(layout.counters, program.counters, strict=True):
        yield start, instances(counter.keys), f"counter {counter.name}{_keys(counter.keys)}"
    yield layout.zone, len(program.cards), "the place in which each card lies"
    yield layout.known, len(program.cards), "the players who know each card"
    for column, facts in layout.facts.items():
        values = f"{facts.cards} cards, values {', '.join(map(str, facts.values))}"
        yield facts.start, facts.cards * len(facts.values), f"told of {program.columns[column][0]}: {values}"
    for number, start in layout.told.items():
        counter = program.counters[number]
        yield start, instances(counter.keys), f"told of {counter.name}{_keys(counter.keys)}"
    for number, place in enumerate(layout.places):
        name = program.zones[place.declaration].name
        keys = f"[{', '.join(map(str, place.keys))}]" if place.keys else ""
        seen = "by a rule" if place.seen is None else f"by {place.seen:0{program.players}b}"
        top = ", the top only" if place.top_only else ""
        text = f"{place.shape} {number}: {name}{keys}, at most {place.capacity}, seen {seen}{top}"
        yield place.size, place.cards - place.size + place.capacity, text
    for frame_start, frame in zip(layout.frames, program.frames, strict=True):
        if frame_start is not None:
            cells = (1 + frame.capacity if frame.capacity else 1) * (program.players if frame.seats else 1)
            yield frame_start, cells, f"variable {frame.name}{' for each player' if frame.seats else ''}"
    yield layout.size, 0, "end"


def _keys(keys: tuple[Key, ...]) -> str:
    return f"[{', '.join(f'{key.low}..{key.high}' for key in keys)}]" if keys else ""


def first_state(layout: Layout) -> list[int]:
    """Initial values, and every card in the box: a pile with the lowest number on top."""
    state = [0] * layout.size
    for first, counter in zip(layout.counters, layout.program.counters, strict=True):
        many = instances(counter.keys)
        state[first : first + many] = [counter.initial] * many
    box, cards = layout.places[0], len(layout.program.cards)
    state[box.size] = cards
    state[box.cards : box.cards + cards] = range(cards - 1, -1, -1)
    return state
