"""Small programs written by hand, for tests of layouts and engines.

`tiny` fills in everything that a test does not care about; `poker` and `market` are two whole games that use
most of the IR.  Nothing here goes through the compiler.
"""

from __future__ import annotations

from typing import Any

import attrs

from interpreter.machine.generator import seed_streams
from interpreter.reference.engine import ReferenceEngine
from rulelang.ir.model.expressions import (
    At,
    Binary,
    Cond,
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
)  # fmt: skip
from rulelang.ir.model.program import (
    Block,
    Card,
    CardType,
    CounterDecl,
    Criterion,
    Decision,
    Display,
    Entry,
    FrameDecl,
    Function,
    Header,
    Key,
    LetItem,
    NeedItem,
    OfferDecl,
    Parameter,
    PickItem,
    Procedure,
    Program,
    Result,
    Rule,
    Seen,
    StepText,
    Table,
    ZoneDecl,
)  # fmt: skip
from rulelang.ir.model.statements import (
    Assign,
    Branch,
    Deal,
    Decide,
    Each,
    Finish,
    Goto,
    Halt,
    Hold,
    If,
    Move,
    Note,
    Perform,
    Show,
    Shuffle,
    Stmt,
    SwapPlaces,
    Switch,
    Write,
)  # fmt: skip

NUMBER, CARD, PLAYER, CARDS = Display("number"), Display("card"), Display("player"), Display("cards")
NOBODY, ALL, OWNER = Seen("nobody"), Seen("all"), Seen("owner")
ME = Local("me")


def tiny(looks: tuple[int, ...] = (), zones: tuple[ZoneDecl, ...] = (), players: int = 2, **parts: Any) -> Program:
    """A program with these cards and zones after the box; `parts` replace anything else."""
    cards = tuple(Card(f"card {look}", 0, look) for look in looks)
    box = ZoneDecl("box", "pile", (), (0,), len(cards), NOBODY)
    usual: dict[str, Any] = {
        "title": "tiny", "players": players, "variants": (), "options": (), "rules_hash": "", "kinds": (),
        "rules": tuple(Rule(f"rule {number}", f"tiny.rules:{number}:1") for number in range(10)),
        "types": (CardType("Card", 0, len(cards)),), "cards": cards, "card_counters": (), "tables": (),
        "columns": (), "zones": (box, *zones), "counters": (), "frames": (), "functions": (), "headers": (),
        "procedures": (), "blocks": (Block("start", (), Halt()),), "decisions": (), "steps": (), "entries": (),
        "values": (), "always": (), "result": Result((), None, None, False), "play": 0,
    }  # fmt: skip
    return Program(**(usual | parts))


def begun(program: Program, seed: int | str = 1, **more: Any) -> tuple[ReferenceEngine, list[int]]:
    """An engine and a state before block 0."""
    engine = ReferenceEngine(program, **more)
    state = [0] * engine.layout.size
    seed_streams(state, program.players, seed)
    engine.begin(state)
    return engine, state


def value_of(node: Expr, *arguments: int | tuple[int, ...], sets: tuple[int, ...] = (), **parts: Any) -> int:
    """The value of an expression whose locals are a, b, c …; `sets` are the numbers of those that hold
    sets."""
    names = "abcdefgh"[: len(arguments)]
    parameters = tuple(Parameter(name, number in sets) for number, name in enumerate(names))
    parts["functions"] = (Function("asked", parameters, node), *parts.get("functions", ()))
    engine, state = begun(tiny(**parts))
    return engine.call(0, state, *arguments)


def carried_out(program: Program, *body: Stmt, seed: int | str = 1) -> tuple[ReferenceEngine, list[int]]:
    """The state after these statements, carried out as the only block of a program."""
    engine, state = begun(attrs.evolve(program, blocks=(Block("only", body, Halt()),)), seed)
    engine.run(state)
    return engine, state


def by_player(players: int) -> tuple[Key, ...]:
    """The keys of a thing of which every player has one."""
    return (Key(PLAYER, 0, players - 1),)


def zone(name: str, shape: Any, capacity: int, seen: Seen = NOBODY, keys: tuple[Key, ...] = ()) -> ZoneDecl:
    """A zone for cards of the only type."""
    return ZoneDecl(name, shape, keys, (0,), capacity, seen)


def counter(name: str, low: int, high: int, initial: int = 0, keys: tuple[Key, ...] = (), **more: Any) -> CounterDecl:
    """A number that everybody sees."""
    return CounterDecl(name, keys, low, high, initial, NUMBER, more.pop("seen", ALL), **more)


def pick(variable: str, source: Source, where: Expr | None = None, **more: Any) -> PickItem:
    """A pick that pays heed to nothing but its source."""
    usual: dict[str, Any] = {
        "if_able": False, "alike": False, "by_place": False, "capacity": 0, "display": CARD, "rule": 1,
    }  # fmt: skip
    return PickItem(variable, source, where, **(usual | more))


def offer(header: int, label: str, into: tuple[Frame, ...] = (), *arguments: Expr, **more: Any) -> OfferDecl:
    """One step on offer."""
    return OfferDecl(header, label, header, arguments, more.get("condition"), into)


def plus(left: Expr, right: Expr) -> Binary:
    return Binary("+", left, right)


def equal(left: Expr, right: Expr) -> Binary:
    return Binary("==", left, right)


def less(left: Expr, right: Expr) -> Binary:
    return Binary("<", left, right)


def each_card(cards: int, *body: Any) -> Each:
    """Over all cards by number."""
    return Each("card", Numbers(Const(0), Const(cards - 1)), None, (), body)


def poker() -> Program:
    """Three cards, two players, one chip each; pass or bet, twice at most, and the higher card wins."""
    deck, hand = 1, 2
    turn, answer, bets = Frame(0), Frame(1), Frame(2)
    stake = 0
    other = Binary("-", Const(1), turn)

    def go_on(bet_so_far: int, then: int, name: str) -> Decision:
        words = ("pass", "bet") if not bet_so_far else ("fold", "call")
        offers = tuple(offer(0, word) for word in words)
        return Decision(name, turn, offers, None, answer, False, 2)

    raise_stake = Write(stake, (turn,), plus(Read(stake, (turn,)), Const(1)), 3)
    folded = Frame(3)
    blocks = (
        Block(
            "start",
            (
                each_card(3, Move(Local("card"), Zone(deck, ()), None, 0)),
                Shuffle(Zone(deck, ()), 0),
                Each(
                    "p", Seats(Const(0)), None, (),
                    (Deal(Const(1), Zone(deck, ()), Zone(hand, (Local("p"),)), None, False, None, None, 1),),
                ),
                Assign(turn, Const(0)),
                Assign(folded, Const(-1)),
            ),
            Decide(0, 1),
        ),
        Block(
            "opened",
            (
                Assign(bets, answer),
                If(answer, (raise_stake,), ()),
                Assign(turn, other),
            ),
            Branch(bets, 3, 2),
        ),
        Block("second", (), Decide(1, 4)),
        Block("under a bet", (), Decide(2, 5)),
        Block(
            "second has spoken",
            (If(answer, (raise_stake, Assign(turn, other)), ()),),
            Branch(answer, 3, 6),
        ),
        Block("bet answered", (), Switch(answer, (7, 8), 4)),
        Block("show down", (Show(Items(Zone(hand, (Const(0),))), Const(3), 5),), Goto(9)),
        Block("fold", (Assign(folded, turn),), Goto(9)),
        Block("call", (raise_stake,), Goto(6)),
        Block("end", (Finish("ended", 6),), Halt()),
    )  # fmt: skip
    card_of = At(Zone(hand, (ME,)), Const(0))
    other_card = At(Zone(hand, (Binary("-", Const(1), ME),)), Const(0))
    lost = Binary("or", equal(folded, ME), Binary("and", equal(folded, Const(-1)), less(card_of, other_card)))
    payoff = Cond(lost, Binary("-", Const(0), Read(stake, (ME,))), Read(stake, (Binary("-", Const(1), ME),)))
    return tiny(
        (0, 1, 2),
        (zone("deck", "pile", 3), zone("hand", "slot", 1, OWNER, by_player(2))),
        title="poker",
        counters=(counter("stake", 1, 2, 1, by_player(2)),),
        frames=(FrameDecl("turn"), FrameDecl("answer"), FrameDecl("bets"), FrameDecl("folded")),
        functions=(Function("payoff", (Parameter("me"),), payoff),),
        headers=(Header("speak", (), ()),),
        blocks=blocks,
        decisions=(go_on(0, 1, "opening"), go_on(0, 4, "second"), go_on(1, 5, "answer")),
        result=Result((), None, 0, False),
    )


DECK, DISCARD, HAND, LINE, BAG, ASIDE = range(1, 7)
"""The zones of the market."""


def market(players: int = 3, looks: tuple[int, ...] = (0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 6), turns: int = 30) -> Program:
    """A game without sense that uses nearly everything: draw, lay away sets, place in a line, swap, show,
    steal, bag."""
    many = len(looks)
    turn, answer, round_ = Frame(0), Frame(1), Frame(2)
    card, where, group, victim, drawn = Frame(3), Frame(4), Frame(5), Frame(6), Frame(7)
    hand, deck, discard, line = Zone(HAND, (ME,)), Zone(DECK, ()), Zone(DISCARD, ()), Zone(LINE, ())
    mine = Zone(HAND, (turn,))
    room = less(Size(hand), Const(6))
    headers = (
        Header("draw", (Parameter("me"),), (NeedItem(room, "the hand is full", 2),)),
        Header(
            "lay away",
            (Parameter("me"),),
            (
                pick("group", Subsets(Items(hand), Const(2), Const(3), True), capacity=3, display=CARDS),
                LetItem("top", Fold("highest", "c", held("group"), None, Lookup(0, Local("c")), 3)),
                NeedItem(less(Const(0), Local("top")), "a set of nothing", 3),
            ),
        ),
        Header(
            "place",
            (Parameter("me"),),
            (
                pick("card", Items(hand), Binary("!=", Lookup(0, Local("card")), Const(0)), alike=True, if_able=True),
                pick("spot", Numbers(Const(0), Size(line)), display=NUMBER),
                NeedItem(less(Size(line), Const(5)), "the line is full", 4),
            ),
        ),
        Header(
            "steal",
            (Parameter("me"),),
            (
                pick("victim", Seats(ME), Binary("!=", Local("victim"), ME), display=PLAYER),
                pick("taken", Items(Zone(HAND, (Local("victim"),))), by_place=True),
                NeedItem(room, "the hand is full", 5),
            ),
        ),
        Header("pass", (), ()),
    )  # fmt: skip
    decision = Decision(
        "act",
        turn,
        (
            offer(0, "draw", (), turn),
            offer(1, "lay_away", (group,), turn),
            offer(2, "place", (card, where), turn),
            offer(3, "steal", (victim, card), turn, condition=less(Const(3), round_)),
        ),
        offer(4, "pass"),
        answer,
        False,
        1,
    )  # fmt: skip
    recycle = Items(discard)
    set_up = (
        each_card(many, If(less(Local("card"), Const(many - 2)), (Move(Local("card"), deck, None, 0),), ())),
        Each("card", Items(Zone(0, ())), None, (), (Move(Local("card"), Zone(BAG, ()), None, 0),)),
        Shuffle(deck, 0),
        Each(
            "p", Seats(Const(0)), None, (),
            (
                Deal(Const(1), Zone(BAG, ()), Zone(HAND, (Local("p"),)), None, True, None, None, 0),
                Deal(Const(2), deck, Zone(HAND, (Local("p"),)), None, True, None, None, 0),
            ),
        ),
        Assign(turn, Const(0)),
    )  # fmt: skip
    blocks = (
        Block("start", set_up, Goto(1)),
        Block("turn", (Assign(round_, plus(round_, Const(1))), Note(1, turn, 1)), Decide(0, 2)),
        Block("chosen", (), Switch(answer, (3, 4, 5, 6, 7), 1)),
        Block("draw", (Deal(Const(1), deck, mine, None, True, recycle, drawn, 2),), Goto(7)),
        Block(
            "lay away",
            (
                Each("c", held(group), None, (), (Move(Local("c"), discard, None, 3),)),
                Perform(0, (turn, Items(mine))),
            ),
            Goto(7),
        ),
        Block(
            "place",
            (Move(card, line, where, 4), If(equal(Size(line), Const(5)), (SwapPlaces(line, mine, 4),), ())),
            Goto(7),
        ),
        Block("steal", (Move(card, mine, None, 5), Show(Values((card,)), Const(1), 5)), Goto(7)),
        Block(
            "next",
            (Assign(turn, Binary("%", plus(turn, Const(1)), Const(players))),),
            Branch(less(round_, Const(turns)), 1, 8),
        ),
        Block("end", (Finish("ended", 6),), Halt()),
    )  # fmt: skip
    score = Procedure(
        "score",
        (Parameter("me"), Parameter("left", is_set=True)),
        (
            Hold(Local("kept"), held("left")),
            Write(0, (ME,), plus(Read(0, (ME,)), Fold("count", "c", held("kept"), None, Const(1))), 6),
        ),
    )  # fmt: skip
    return tiny(
        looks,
        (
            zone("deck", "pile", many),
            zone("discard", "pile", many, Seen("all", top_only=True)),
            zone("hand", "hand", many, OWNER, by_player(players)),
            zone("line", "row", many, ALL),
            zone("bag", "bag", many),
            zone("aside", "slot", 1),
        ),
        players,
        title="market",
        tables=(Table("look", 0, looks),),
        counters=(counter("points", 0, 1000, 0, by_player(players)),),
        frames=(
            FrameDecl("turn"), FrameDecl("answer"), FrameDecl("round"), FrameDecl("card"), FrameDecl("where"),
            FrameDecl("group", 3), FrameDecl("victim"), FrameDecl("drawn"),
        ),
        functions=(Function("points", (Parameter("me"),), Read(0, (ME,))),),
        headers=headers,
        procedures=(score,),
        steps=(StepText("nothing", ""), StepText("turn", "It is your turn.")),
        blocks=blocks,
        decisions=(decision,),
        entries=(Entry("turn", "turn", 1, turn),),
        result=Result((Criterion("highest", 0, "points"),), None, None, True),
        play=1,
    )  # fmt: skip


def held(variable: str | Frame) -> Items:
    """The cards of a set variable."""
    return Items(Held(Local(variable) if isinstance(variable, str) else variable))
