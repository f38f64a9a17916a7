"""A program written by hand for the tests of the machine's outside; it holds what no single game needs.

Market, for two or three: each player in turn takes two cards from a hidden larder, eats a meal of equal cards,
tells a neighbour something about a shelf that only the others see, asks what stands on the own shelf, turns a
guard, or waits.  Then all bid in secret, and most coins win.  Waiting by -1 is a fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from interpreter import Game, State
from interpreter.machine.layout import BLOCK
from rulelang.ir.model.expressions import (
    NONE,
    Binary,
    Call,
    Const,
    Expr,
    Fold,
    Frame,
    Held,
    Items,
    Local,
    Lookup,
    Numbers,
    Read,
    Seats,
    Size,
    Source,
    Subsets,
    Values,
    Zone,
)
from rulelang.ir.model.program import (
    Block,
    Card,
    CardType,
    CounterDecl,
    Criterion,
    Decision,
    Display,
    FrameDecl,
    Function,
    Header,
    HeadItem,
    Key,
    Kind,
    NeedItem,
    OfferDecl,
    Parameter,
    PickItem,
    Program,
    Result,
    Rule,
    Seen,
    StepText,
    Table,
    Value,
    ZoneDecl,
)
from rulelang.ir.model.statements import (
    Assign,
    Branch,
    Deal,
    Decide,
    Each,
    Finish,
    Goto,
    Halt,
    Move,
    Note,
    Show,
    ShowFact,
    Shuffle,
    Switch,
    Write,
)

BOX, LARDER, SCRAPS, HAND, SHELF = range(5)
COINS, WISH, TURNED = range(3)
ME, ANSWER, MEAL, FRIEND, SPOT, NUMBER, BIDS, GUARD, SORT = range(9)
GATHER, EAT, HINT, TURN, WAIT, NAP, BID, SAY = range(8)
TEXTS = ["apple"] * 6 + ["joker"] * 4 + ["Guard", "guard"] + ["clown", "clown"]
LOOKS = [0] * 6 + [1] * 4 + [2, 3] + [4, 4]
COLOURS = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2)
NUMBER_SORT, FLAG, PLAYER, CARD = (Display("number"), Display("flag"), Display("player"), Display("card"))
OWNER, ALL, NOBODY = Seen("owner"), Seen("all"), Seen("nobody")


def pick(variable: str, source: Source, display: Display, **more: Any) -> PickItem:
    """A pick with nothing special about it."""
    plain = PickItem(variable, source, None, False, False, False, 0, display, 1)
    return evolve(plain, **more)


def hand(player: Expr) -> Zone:
    return Zone(HAND, (player,))


def plus(left: Expr, right: Expr) -> Expr:
    return Binary("+", left, right)


def equal(left: Expr, right: Expr) -> Expr:
    return Binary("==", left, right)


def _headers() -> tuple[Header, ...]:
    me = Local("me")
    mine = Items(hand(me))
    sorts = Fold("distinct", "card", Items(Held(Local("meal"))), None, Lookup(0, Local("card")))
    by = (Parameter("me"),)

    def header(name: str, *items: HeadItem) -> Header:
        return Header(name, by, items)

    return (
        header("gather", NeedItem(Binary(">", Size(Zone(LARDER, ())), Const(0)), "The larder is empty.", 2)),
        header(
            "eat",
            pick("meal", Subsets(mine, Const(0), Const(3), True), Display("cards"), alike=True, capacity=3),
            NeedItem(Binary("<=", sorts, Const(1)), "A meal is one sort of food.", 3),
        ),
        header(
            "hint",
            pick("friend", Seats(me), PLAYER, where=Binary("!=", Local("friend"), me)),
            pick("sort", Numbers(Const(0), Const(2)), Display("member", 0)),
        ),
        header("turn", pick("guard", mine, CARD, where=equal(Lookup(0, Local("guard")), Const(2)), alike=True)),
        header("wait", pick("number", Numbers(Const(-1), Const(1)), NUMBER_SORT)),
        header("nap"),
        header("bid", pick("number", Numbers(Const(0), Const(3)), NUMBER_SORT)),
        header(
            "say",
            pick("spot", Items(Zone(SHELF, (me,))), CARD, by_place=True),
            pick("number", Numbers(Const(0), Const(1)), FLAG),
        ),
    )


def _offer(step: int, label: str, *into: int) -> OfferDecl:
    return OfferDecl(step, label, step, (Frame(ME),), None, tuple(Frame(slot) for slot in into))


def _decisions() -> tuple[Decision, ...]:
    market = (
        _offer(GATHER, "gather"),
        _offer(EAT, "eat", MEAL),
        _offer(HINT, "hint", FRIEND, SORT),
        _offer(TURN, "turn", GUARD),
        _offer(WAIT, "wait", NUMBER),
        _offer(SAY, "say", SPOT, NUMBER),
    )
    bid = OfferDecl(BID, "bid", BID, (Frame(ME),), None, (Frame(BIDS, Frame(ME)),))
    return (
        Decision("market", Frame(ME), market, _offer(NAP, "nap"), Frame(ANSWER), False, 1),
        Decision("bids", Frame(ME), (bid,), None, Frame(ANSWER), True, 1),
    )


def _blocks(players: int) -> tuple[Block, ...]:
    me, seat, card = Frame(ME), Local("seat"), Local("card")
    cards = Numbers(Const(0), Const(len(TEXTS) - 1))
    setup = (
        Each("card", cards, None, (), (Move(card, Zone(LARDER, ()), None, 0),)),
        Shuffle(Zone(LARDER, ()), 0),
        Each(
            "seat",
            Seats(Const(0)),
            None,
            (),
            (
                Deal(Const(2), Zone(LARDER, ()), hand(seat), None, False, None, None, 0),
                Deal(Const(2), Zone(LARDER, ()), Zone(SHELF, (seat,)), None, False, None, None, 0),
            ),
        ),
        Assign(me, Const(0)),
    )
    told = ShowFact(0, card, Frame(SORT), Call(0, (Frame(FRIEND),)), 1)
    bids = Each(
        "seat",
        Seats(Const(0)),
        None,
        (),
        (
            Note(BID, seat, 1),
            Write(COINS, (seat,), plus(Read(COINS, (seat,)), Frame(BIDS, seat)), 1),
        ),
    )
    eaten = Each("card", Items(Held(Frame(MEAL))), None, (), (Move(card, Zone(SCRAPS, ()), None, 3),))
    earn = Write(COINS, (me,), plus(Read(COINS, (me,)), Size(Held(Frame(MEAL)))), 3)
    last = Binary("==", me, Const(players - 1))
    on = (Assign(me, Binary("%", plus(me, Const(1)), Const(players))),)
    refill = Items(Zone(SCRAPS, ()))
    return (
        Block("begin", setup, Goto(1)),
        Block("market", (), Decide(0, 2)),
        Block("chosen", (), Switch(Frame(ANSWER), (3, 4, 5, 6, 7, 8, 9), 1)),
        Block(
            "gather",
            (Note(GATHER, me, 2), Deal(Const(2), Zone(LARDER, ()), hand(me), None, True, refill, None, 2)),
            Goto(10),
        ),
        Block("eat", (Note(EAT, me, 3), eaten, earn), Goto(10)),
        Block(
            "hint", (Note(HINT, me, 1), Each("card", Items(Zone(SHELF, (Frame(FRIEND),))), None, (), (told,))), Goto(10)
        ),
        Block("turn", (Note(TURN, me, 1), Write(TURNED, (Frame(GUARD),), Const(1), 1)), Goto(10)),
        Block("wait", (Note(WAIT, me, 1), Write(WISH, (me,), Frame(NUMBER), 4)), Goto(10)),
        Block("say", (Note(SAY, me, 1), Show(Values((Frame(SPOT),)), Call(0, (me,)), 1)), Goto(10)),
        Block("nap", (Note(NAP, me, 1),), Goto(10)),
        Block("on", on, Branch(Binary(">", me, Const(0)), 1, 11)),
        Block("lap", (Assign(Frame(GUARD), Const(NONE)),), Goto(12)),
        Block("secret", (), Decide(1, 13)),
        Block("collected", (), Branch(last, 15, 14)),
        Block("next bid", on, Goto(12)),
        Block("open", (bids, *on, Finish("ended", 1)), Goto(16)),
        Block("end", (), Halt()),
    )


def market(players: int = 2) -> Program:
    """The whole program."""
    of_player = Key(PLAYER, 0, players - 1)
    of_card = Key(CARD, 10, 13)
    types = (0,)
    size = len(TEXTS)
    return Program(
        title="Market",
        players=players,
        variants=(),
        options=(("length", "short"),),
        rules_hash="5eed" * 16,
        rules=(
            Rule("set-up", "market.rules:1:1"),
            Rule("market", "market.rules:2:1"),
            Rule("gather", "market.rules:3:1"),
            Rule("eat", "market.rules:4:1"),
            Rule("wait", "market.rules:5:1"),
        ),
        kinds=(Kind("Sort", ("fruit", "wild", "people"), ("fruit", "wild", "people")),),
        types=(CardType("Card", 0, size),),
        cards=tuple(Card(text, 0, look, "wood" if look == 1 else "") for text, look in zip(TEXTS, LOOKS, strict=True)),
        card_counters=(TURNED,),
        tables=(Table("Card.sort", 0, COLOURS),),
        columns=(("sort", 0, Display("member", 0)),),
        zones=(
            ZoneDecl("box", "pile", (), types, size, NOBODY),
            ZoneDecl("larder", "pile", (), types, size, NOBODY, backs=NOBODY),
            ZoneDecl("scraps", "pile", (), types, size, ALL),
            ZoneDecl("hand", "hand", (of_player,), types, size, OWNER),
            ZoneDecl("shelf", "row", (of_player,), types, size, Seen("others")),
        ),
        counters=(
            CounterDecl("coins", (of_player,), 0, 20, 0, NUMBER_SORT, ALL),
            CounterDecl("wish", (of_player,), 0, 1, 0, NUMBER_SORT, OWNER),
            CounterDecl("turned", (of_card,), 0, 1, 0, FLAG, ALL),
        ),
        frames=(
            FrameDecl("me"),
            FrameDecl("answer"),
            FrameDecl("meal", 3),
            FrameDecl("friend"),
            FrameDecl("spot"),
            FrameDecl("number"),
            FrameDecl("bids", 0, True),
            FrameDecl("guard"),
            FrameDecl("sort"),
        ),
        functions=(
            Function("only", (Parameter("player"),), _bit(players)),
            Function("coins", (Parameter("player"),), Read(COINS, (Local("player"),))),
            Function("held", (Parameter("player"),), Size(hand(Local("player")))),
        ),
        headers=_headers(),
        procedures=(),
        blocks=_blocks(players),
        decisions=_decisions(),
        steps=(
            StepText("gather", "Take two cards."),
            StepText("eat", "Eat up to three cards of one sort."),
            StepText("hint", ""),
            StepText("turn", ""),
            StepText("wait", ""),
            StepText("nap", ""),
            StepText("bid", ""),
            StepText("say", ""),
        ),
        entries=(),
        values=(Value("riches", 1, (PLAYER,), NUMBER_SORT), Value("held", 2, (PLAYER,), NUMBER_SORT)),
        always=(),
        result=Result(
            (Criterion("highest", 1, "highest coins"), Criterion("highest", 2, "highest count hand")), None, None, True
        ),
        play=1,
    )


def _bit(players: int) -> Expr:
    """The bit set that holds one player."""
    total: Expr = Const(0)
    for seat in range(players):
        total = plus(total, Binary("*", equal(Local("player"), Const(seat)), Const(1 << seat)))
    return total


def stand(
    game: Game, cards: dict[int, list[list[str]]], turned: Sequence[int] = (), larder_empty: bool = False
) -> State:
    """A state at A's first decision with these cards, by their texts, in the instances of these zones.

    All others lie in the larder, or else in the box.
    """
    array = [0] * game.layout.size
    engine = game.engine(traced=True)
    engine.begin(array)
    left = list(range(len(TEXTS)))
    lying = {game.layout.first_place[BOX if larder_empty else LARDER]: left}
    for zone, instances in cards.items():
        for number, names in enumerate(instances):
            lying[game.layout.first_place[zone] + number] = [_take(left, name) for name in names]
    _lay(game, array, lying)
    for card in turned:
        array[game.layout.counter_cell(TURNED, (card,))] = 1
    array[BLOCK] = 1
    engine.run(array)
    assert engine.events is not None
    engine.events.clear()
    return game.stand(array)


def _take(left: list[int], name: str) -> int:
    card = next(card for card in left if TEXTS[card] == name)
    left.remove(card)
    return card


def _lay(game: Game, array: list[int], lying: dict[int, list[int]]) -> None:
    """Writes cards into places, all piles loose."""
    layout = game.layout
    for number, place in enumerate(layout.places):
        found = lying.get(number, [])
        if place.shape in ("hand", "pile"):
            found = sorted(found)
        array[place.cards : place.cards + place.capacity] = [*found, *[0] * (place.capacity - len(found))]
        array[place.size] = len(found)
        if place.shape == "pile":
            array[place.loose] = len(found)
        for card in found:
            array[layout.zone + card] = number
