"""Addresses: what has a cell, where, and which variables have none."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from syrupy.assertion import SnapshotAssertion

from interpreter.machine.layout import layout_of
from rulelang.ir.analyse.lifetimes import stored_frames
from rulelang.ir.model.expressions import Const, Expr, Frame, Held, Items, Numbers, Size, Zone
from rulelang.ir.model.program import (
    Block,
    Decision,
    Entry,
    FrameDecl,
    Function,
    Key,
    Parameter,
    Procedure,
    Program,
    Seen,
    Table,
)  # fmt: skip
from rulelang.ir.model.statements import (
    Assign,
    Branch,
    Deal,
    Decide,
    Each,
    Goto,
    Halt,
    Hold,
    If,
    Random,
    ShowCounter,
    ShowFact,
    Stmt,
    Times,
    While,
    Write,
)  # fmt: skip
from tests.interpreter.programs import (
    ALL,
    NUMBER,
    by_player,
    counter,
    less,
    market,
    offer,
    plus,
    poker,
    tiny,
    zone,
)  # fmt: skip


def test_a_packed_place_has_a_bit_for_each_card() -> None:
    def rooms(cards: int) -> list[int]:
        made = tiny((0,) * cards, (zone("bag", "bag", 5), zone("hand", "hand", cards), zone("row", "row", 5)))
        return [place.room for place in layout_of(made, packed=True).places]

    assert [rooms(cards) for cards in (1, 31, 32, 33, 64, 65)] == [
        [1, 1, 1, 5], [31, 1, 1, 5], [32, 1, 1, 5], [33, 2, 2, 5], [64, 2, 2, 5], [65, 3, 3, 5],
    ]  # fmt: skip


def test_layout_of_two_games(text_snapshot: SnapshotAssertion) -> None:
    assert layout_of(poker()).dump() + "\n" + layout_of(market()).dump() == text_snapshot


def everything() -> Program:
    show: tuple[Stmt, ...] = (
        ShowFact(1, Const(2), Const(4), Const(1), 0),
        ShowCounter(1, (Const(1), Const(3)), Const(1), 0),
    )
    return tiny(
        tuple(range(5)),
        (
            zone("grid", "row", 2, ALL, (Key(NUMBER, 3, 4), Key(NUMBER, -1, 1))),
            zone("seen", "row", 1, Seen("others"), by_player(3)),
            zone("asked", "row", 1, Seen("players", 0)),
        ),
        3,
        counters=(counter("one", 0, 3), counter("two", 0, 3, 0, (Key(NUMBER, 0, 1), Key(NUMBER, 2, 4)))),
        tables=(Table("rank", 0, (1, 1, 1, 1, 1)), Table("suit", 1, (4, 6, 4))),
        columns=(("rank", 0, NUMBER), ("suit", 1, NUMBER)),
        functions=(Function("who", (), Const(1)),),
        blocks=(Block("start", show, Halt()),),
        frames=(FrameDecl("unused"),),
    )


def test_addresses_do_not_overlap_and_fill_the_state() -> None:
    for program in (poker(), market(), everything()):
        layout = layout_of(program)
        cells = {line.split()[0]: int(line.split()[1]) for line in layout.dump().splitlines()}
        starts = sorted(int(start) for start in cells)
        assert all(start + cells[str(start)] == after for start, after in pairwise(starts))
        assert starts[-1] == layout.size


def test_keys_find_their_cells() -> None:
    layout = layout_of(everything())
    assert [layout.counter_cell(1, (a, b)) for a in (0, 1) for b in (2, 3, 4)] == list(range(13, 19))
    numbers = [layout.place_number(1, (a, b)) for a in (3, 4) for b in (-1, 0, 1)]
    assert numbers == [1, 2, 3, 4, 5, 6]
    assert [layout.places[number].keys for number in numbers[:2]] == [(3, -1), (3, 0)]
    assert layout.places[2].size - layout.places[1].size == 3
    assert [place.seen for place in layout.places] == [0, *[7] * 6, 6, 5, 3, None]


def test_only_what_is_told_has_cells() -> None:
    layout = layout_of(everything())
    assert list(layout.facts) == [1]
    facts = layout.facts[1]
    assert (facts.first, facts.cards, facts.values) == (1, 3, (4, 6))
    assert [facts.cell(card, value) for card in (1, 2, 3) for value in (4, 6)] == list(
        range(facts.start, facts.start + 6)
    )
    assert facts.cell(0, 4) is facts.cell(4, 4) is facts.cell(1, 5) is None
    assert list(layout.told) == [1]
    assert layout.frames == (None,)
    assert layout_of(poker()).facts == {}


# ---------------------------------------------------------------- variables without a cell

V, W = Frame(0), Frame(1)
PILE = Zone(0, ())


def stored(*bodies: tuple[Stmt, ...], **parts: Any) -> set[int]:
    blocks = tuple(Block(f"b{number}", body, Halt()) for number, body in enumerate(bodies))
    usual: dict[str, Any] = {"blocks": blocks, "frames": (FrameDecl("v", 2), FrameDecl("w"))}
    return set(stored_frames(tiny((0, 0), **(usual | parts))))


def uses(value: Expr) -> Stmt:
    return Write(0, (), value, 0)


def test_a_variable_of_one_block_has_no_cell() -> None:
    assert stored((Assign(V, Const(1)), uses(V))) == set()
    assert stored((Assign(V, Const(1)), uses(V)), (Assign(V, Const(2)),)) == {0}
    assert stored((uses(V), Assign(V, Const(1)))) == {0}
    assert stored((Assign(V, plus(V, Const(1))),)) == {0}
    assert stored((Hold(V, Items(PILE)), uses(Size(Held(V))))) == set()
    assert stored((Random(V, "x", Numbers(Const(1), Const(6)), None, "dice", "number", 0), uses(V))) == set()
    deal = Deal(Const(1), Zone(0, ()), Zone(0, ()), None, True, None, V, 0)
    assert stored((deal, uses(V))) == set()
    assert stored((Deal(V, PILE, PILE, None, True, None, V, 0),)) == {0}


def test_every_path_must_set_it_first() -> None:
    sets = Assign(V, Const(1))
    assert stored((If(Const(1), (sets,), (sets,)), uses(V))) == set()
    assert stored((If(Const(1), (sets,), ()), uses(V))) == {0}
    assert stored((If(Const(1), (sets, uses(V)), ()),)) == set()
    for loop in (
        Each("x", Numbers(Const(1), Const(2)), None, (), (sets,)),
        Times(Const(2), (sets,), 0),
        While(Const(1), (sets,), 0),
    ):
        assert stored((loop, uses(V))) == {0}
        assert stored((sets, loop, uses(V))) == set()
    assert stored((Each("x", Numbers(V, Const(2)), None, (), (sets,)),)) == {0}
    assert stored((While(V, (sets,), 0),)) == {0}
    assert stored((Times(V, (sets,), 0),)) == {0}


def test_whatever_else_may_read_it_keeps_it() -> None:
    body = (Assign(V, Const(1)), Assign(W, Const(1)))
    decision = Decision("d", W, (offer(0, "x", (V,)),), None, W, False, 0)
    assert stored(body, decisions=(decision,)) == {0, 1}
    assert stored(body, functions=(Function("f", (), V),)) == {0}
    assert stored(body, procedures=(Procedure("p", (Parameter("x"),), (uses(W),)),)) == {1}
    assert stored(body, entries=(Entry("turn", "turn", 0, W),)) == {1}
    assert stored(blocks=(Block("a", (Assign(W, Const(1)),), Branch(less(V, W), 0, 0)),)) == {0}
    assert stored(blocks=(Block("a", (Assign(V, Const(1)),), Branch(V, 0, 0)), Block("b", (), Decide(0, 1)))) == set()
    each = stored(
        blocks=(Block("a", (Assign(Frame(0, Const(0)), Const(1)),), Goto(0)),), frames=(FrameDecl("v", 0, True),)
    )
    assert each == {0}
    keyed = Assign(Frame(0, W), Const(1))
    assert stored((keyed, Assign(W, Const(1))), frames=(FrameDecl("v", 0, True), FrameDecl("w"))) == {0, 1}
