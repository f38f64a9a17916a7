"""Chance made explicit: exact probabilities of whole trees of draws, asked of the plain engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import attrs
import pytest

from interpreter.machine.layout import after_streams
from interpreter.reference.engine import ReferenceEngine
from rulelang.ir.model.expressions import Binary, Const, Frame, Items, Local, Numbers, Seats, Values, Zone
from rulelang.ir.model.program import Block, FrameDecl, Program, Seen
from rulelang.ir.model.statements import Deal, Halt, Move, Random, Shuffle, Stmt, Times
from tests.interpreter.programs import ALL, begun, less, tiny, zone

PILE, ROW, BAG, TOP = (Zone(number, ()) for number in (1, 2, 3, 4))
PLACES = (
    zone("pile", "pile", 6),
    zone("row", "row", 6, ALL),
    zone("bag", "bag", 6),
    zone("top", "pile", 6, Seen("all", top_only=True)),
)
GAME = tiny(tuple(range(6)), PLACES, 3, frames=(FrameDecl("x", 0, True),))


class Asked(Exception):
    """The script is used up; `members` are the next outcomes."""

    def __init__(self, stream: str, members: tuple[int, ...], sort: str, rule: int) -> None:
        super().__init__()
        self.stream, self.members, self.sort, self.rule = stream, members, sort, rule


def outcomes(body: tuple[Stmt, ...], read: Callable[[ReferenceEngine, list[int]], object]) -> dict[object, Fraction]:
    """What the state says in the end -> its exact probability."""
    engine, start = begun(attrs.evolve(GAME, blocks=(Block("only", body, Halt()),)))
    found: Counter[object] = Counter()

    def play(script: list[int], weight: Fraction) -> None:
        left = list(script)

        def hook(state: list[int], stream: str, members: tuple[int, ...], sort: str, rule: int) -> int:
            if not left:
                raise Asked(stream, members, sort, rule)
            return left.pop(0)

        engine.chance = hook
        state = list(start)
        try:
            engine.run(state)
        except Asked as asked:
            members = asked.members
        else:
            assert state[2:8] == start[2:8], "a scripted game does not touch the streams"
            found[read(engine, state)] += weight  # type: ignore[assignment]
            return
        assert len(members) > 1
        for place in range(len(members)):
            play([*script, place], weight / len(members))

    play([], Fraction(1))
    assert sum(found.values()) == 1
    return dict(found)  # type: ignore[arg-type]


def row(engine: ReferenceEngine, state: list[int]) -> tuple[int, ...]:
    return tuple(engine.layout.cards_in(state, 2))


def to(place: Zone, *cards: int, at: int | None = None) -> tuple[Stmt, ...]:
    return tuple(Move(Const(card), place, None if at is None else Const(at), 0) for card in cards)


def deal(amount: int, source: Zone = PILE, **more: object) -> Deal:
    usual: dict[str, object] = {"at": None, "up_to": False, "refill": None, "card": None, "rule": 3}
    return Deal(Const(amount), source, ROW, **(usual | more))  # type: ignore[arg-type]


def uniform(rows: list[tuple[int, ...]]) -> dict[object, Fraction]:
    return {cards: Fraction(1, len(rows)) for cards in rows}


def test_a_shuffled_pile_comes_off_in_every_order_equally() -> None:
    body = (*to(PILE, 0, 1, 2, 3), Shuffle(PILE, 0), deal(4))
    assert outcomes(body, row) == uniform(list(permutations(range(4))))


def test_a_bag_too_and_part_of_it() -> None:
    assert outcomes((*to(BAG, 0, 1, 2, 3), deal(2, BAG)), row) == uniform(list(permutations(range(4), 2)))


def test_known_cards_on_top_and_beneath_stay_there() -> None:
    body = (*to(PILE, 0, 1, 2), Shuffle(PILE, 0), *to(PILE, 3), *to(PILE, 4, at=4), deal(5))
    assert outcomes(body, row) == uniform([(3, *cards, 4) for cards in permutations(range(3))])


def test_a_seen_top_is_drawn_when_it_is_turned_up() -> None:
    """Shuffled, then one card dealt: the top that comes off was fixed by the shuffle, the next one by the
    deal."""

    def two(engine: ReferenceEngine, state: list[int]) -> tuple[int, ...]:
        at = engine.layout.places[4]
        assert (state[at.size], state[at.low], state[at.loose]) == (2, 0, 1)
        return (*row(engine, state), engine.layout.cards_in(state, 4)[0])

    body = (*to(TOP, 0, 1, 2), Shuffle(TOP, 0), deal(1, TOP))
    assert outcomes(body, two) == uniform(list(permutations(range(3), 2)))


def test_a_refill_mixes_only_what_comes_back() -> None:
    body = (*to(ROW, 0, 1, 2), *to(PILE, 5), Times(Const(1), (deal(3, refill=Items(ROW)),), 0))
    # the 5 goes to the row first and comes back with the others
    found = outcomes(body, row)
    assert found == uniform(list(permutations((0, 1, 2, 5), 2)))


def test_random_members_are_equally_likely() -> None:
    def first(engine: ReferenceEngine, state: list[int]) -> object:
        start = engine.layout.frames[0]
        assert start is not None
        return state[start]

    kept = Frame(0, Const(0))
    odd = Binary("%", Local("n"), Const(2))
    thirds = {1: Fraction(1, 3), 3: Fraction(1, 3), 5: Fraction(1, 3)}
    assert outcomes((Random(kept, "n", Numbers(Const(1), Const(6)), odd, "dice", "number", 0),), first) == thirds
    twice = Values((Const(4), Const(4), Const(7)))
    expected = {4: Fraction(2, 3), 7: Fraction(1, 3)}
    assert outcomes((Random(kept, "n", twice, None, "deal", "Letter", 0),), first) == expected
    nothing = less(Local("n"), Const(0))
    assert outcomes((Random(kept, "n", Seats(Const(0)), nothing, "deal", "player", 0),), first) == {-1: 1}


@pytest.mark.parametrize(
    ("source", "stream", "sort", "members"),
    [
        (Items(ROW), "deal", "card", (4, 2)),
        (Seats(Const(1)), "deal", "player", (1, 2, 0)),
        (Numbers(Const(1), Const(3)), "dice", "number", (1, 2, 3)),
        (Values((Const(5), Const(4))), "deal", "Letter", (5, 4)),
    ],
)
def test_the_hook_hears_what_is_at_stake(
    source: Items | Seats | Numbers | Values, stream: str, sort: str, members: tuple[int, ...]
) -> None:
    draw = Random(Frame(0, Const(0)), "n", source, None, stream, sort, 6)  # type: ignore[arg-type]
    body = (*to(ROW, 4, 2), draw)
    engine, state = begun(attrs.evolve(GAME, blocks=(Block("only", body, Halt()),)))
    heard: list[object] = []

    def hook(state: list[int], *asked: object) -> int:
        heard.append(asked)
        return 0

    engine.chance = hook
    engine.run(state)
    assert heard == [(stream, members, sort, 6)]


def test_the_generator_draws_in_the_same_order_as_the_hook_hears() -> None:
    """Replaying the places that the generator gave, through the hook, leads to the same cards."""
    program: Program = attrs.evolve(
        GAME, blocks=(Block("only", (*to(PILE, 0, 1, 2, 3, 4), Shuffle(PILE, 0), deal(5)), Halt()),)
    )
    engine, state = begun(program, "again")
    engine.run(state)
    cards = list(row(engine, state))
    engine, again = begun(program, "again")
    engine.chance = lambda _, stream, members, sort, rule: members.index(cards[5 - len(members)])
    engine.run(again)
    assert row(engine, again) == tuple(cards)
    first = after_streams(program.players)
    assert again[first:] == state[first:]
