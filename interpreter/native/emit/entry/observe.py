"""Games that are asked word by word, and what a player sees in numbers, as LLVM functions.

Comes in: a program and a `Plan`.  Goes out: writers.  The functions step many games with one call, as those of `batch`
do, and write masks and numbers into buffers of the caller.  Each game has some cells beside its own: how many words of
the choices have been gone through, a choice that begins with them, how many were said, and those.
"""

from __future__ import annotations

from interpreter.kernel.written import cells, width
from interpreter.machine.layout import BLOCK
from interpreter.native.abi import PATIENCE, X_BUDGET, X_KIND
from interpreter.native.emit.entry.batch import NOBODY, SLOT, fetch, keep, stride
from interpreter.native.emit.entry.desk import NO_CHOICE, UNLISTED, drawn, troubled, word
from interpreter.native.emit.entry.recalling import OVER, memory, recalling_writers
from interpreter.native.emit.entry.seeing import seeing_writers
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer
from interpreter.native.plan import OfferPlan, PickPlan, Plan
from rulelang.ir.model.program import Decision

OPEN = ("say_all", "show_all", "draw_words")
AT, FIRST, SAID = 0, 1, 2
"""The cells of each game: words gone through, a choice that begins with them, how many were said; then those."""


def across(plan: Plan) -> int:
    """How many words a choice is written with; those behind its last are the word that ends sets."""
    return plan.longest + 1


def beside(plan: Plan) -> int:
    """How many cells each game has beside its own."""
    return SAID + 1 + plan.longest


def observing_writers(context: Context, plan: Plan) -> list[Writer]:
    """``say_all``, ``show_all`` and ``draw_words``, and what they need."""
    spelling = [
        _spell(context, plan, number, decision, plan.decisions[number][2])
        for number, decision in enumerate(context.program.decisions)
    ]
    return [
        _fetched(context), _kept(context), *spelling, _spelt(context, plan), _fits(plan), _skipped(plan),
        *seeing_writers(context, plan), *recalling_writers(context, plan, across(plan), width(context.program)),
        _show(context, plan), _say(context, plan), _say_on(context, plan),
        _say_all(context, plan), _show_all(context, plan), _drawn_word(plan), _draw_words(context, plan),
    ]  # fmt: skip


def _fetched(context: Context) -> Writer:
    """``fetch(desk, slot)``: the list of choices of a game to the desk, if it is short."""
    w = Writer("fetch", ((ADDRESS, "desk"), (ADDRESS, "slot")), "void")
    fetch(context, w)
    w.give(None)
    return w


def _kept(context: Context) -> Writer:
    """``keep(desk, slot)``: the list of choices at the desk to the slot, if it is short."""
    w = Writer("keep", ((ADDRESS, "desk"), (ADDRESS, "slot")), "void")
    keep(context, w)
    w.give(None)
    return w


# ---------------------------------------------------------------- how choices are spelt


def _spell(context: Context, plan: Plan, number: int, decision: Decision, offers: tuple[OfferPlan, ...]) -> Writer:
    """``spell3(choice, out)``: the words of a written choice."""
    w = Writer(f"spell{number}", ((ADDRESS, "choice"), (ADDRESS, "out")), "void")
    at = w.variable(start="0")
    declared = decision.all_offers
    after, labels = w.label("after"), [(place, w.label("offer")) for place in range(len(offers))]
    w.switch(w.load("%choice", "0"), after, labels)
    for (_, label), offer, planned in zip(labels, declared, offers, strict=True):
        w.place(label)
        _put(w, at, str(planned.word))
        cell = 1
        for item, pick in zip(context.program.headers[offer.header].picks, planned.picks, strict=True):
            _pick(context, w, at, cell, pick, plan)
            cell += cells(item)
        w.go(after)
    w.place(after)
    with w.counted(str(across(plan))) as (place, loop):
        rest = w.label("rest")
        w.branch(w.test(">=", place, w.get(at)), rest, loop.next)
        w.place(rest)
        w.store("%out", place, str(plan.end))
    w.give(None)
    return w


def _put(w: Writer, at: str, value: str) -> None:
    w.store("%out", w.get(at), value)
    w.add_to(at)


def _pick(context: Context, w: Writer, at: str, cell: int, pick: PickPlan, plan: Plan) -> None:
    table = context.constant(pick.words)
    value = w.load("%choice", str(cell))
    if pick.sort == "digits":
        _digits(w, at, value, pick)
        return
    if pick.sort == "place":
        value = w.call("position", f"i32 {value}")
    if pick.sort != "cards":
        _put(w, at, w.load(table, w.two("sub", value, str(pick.low))))
        return
    first = w.get(at)
    with w.counted(value) as (member, _):
        card = w.load("%choice", w.two("add", member, str(cell + 1)))
        _put(w, at, w.load(table, w.two("sub", card, str(pick.low))))
    _sort(w, first, w.get(at))
    _put(w, at, str(plan.end))


def _digits(w: Writer, at: str, value: str, pick: PickPlan) -> None:
    minus, plus, *digits = pick.words
    if pick.low < 0:
        below = w.test("<", value, "0")
        _put(w, at, w.op(f"select i1 {below}, i32 {minus}, i32 {plus}"))
        value = w.op(f"select i1 {below}, i32 {w.two('sub', '0', value)}, i32 {value}")
    for power in reversed(range(abs(pick.low))):
        digit = w.two("urem", w.two("udiv", value, str(10**power)), "10")
        word = str(digits[0])
        for number, other in enumerate(digits[1:], 1):
            word = w.op(f"select i1 {w.test('==', digit, str(number))}, i32 {other}, i32 {word}")
        _put(w, at, word)


def _sort(w: Writer, first: str, after: str) -> None:
    """The words from `first` on in their order, which they mostly have already."""
    with w.counted(w.two("sub", after, first)) as (place, loop):
        now = w.variable(start=w.two("add", first, place))
        again, lower, swap = (w.label(hint) for hint in ("again", "lower", "swap"))
        w.place(again)
        w.branch(w.test(">", w.get(now), first), lower, loop.next)
        w.place(lower)
        here, before = w.get(now), w.two("sub", w.get(now), "1")
        one, other = w.load("%out", before), w.load("%out", here)
        w.branch(w.test(">", one, other), swap, loop.next)
        w.place(swap)
        w.store("%out", before, other)
        w.store("%out", here, one)
        w.set(now, before)
        w.go(again)


def _spelt(context: Context, plan: Plan) -> Writer:
    """``spelt(desk, out)``: the words of all choices at the desk; gives how many there are, or what `many` gives."""
    w = Writer("spelt", ((ADDRESS, "desk"), (ADDRESS, "out")))
    many = w.call("many", "ptr %desk", "i32 0")
    bad, nowhere = w.label("bad"), w.label("nowhere")
    with w.when(w.test("<=", many, "0")):
        w.give(many)
    listed = word(w, "out")
    labels = [(number, w.label("decision")) for number in range(len(context.program.decisions))]
    w.switch(w.load("@DECISION", w.two("sub", "-1", w.load("%S", str(BLOCK)))), nowhere, labels)
    for number, label in labels:
        w.place(label)
        with w.counted(many) as (choice, _):
            source = w.cell(listed, w.two("mul", choice, str(width(context.program))))
            target = w.cell("%out", w.two("mul", choice, str(across(plan))))
            w.do(f"spell{number}", f"ptr {source}", f"ptr {target}")
        w.branch(troubled(w), bad, nowhere)
    w.place(bad)
    w.give(str(UNLISTED))
    w.place(nowhere)
    w.give(many)
    return w


def _fits(plan: Plan) -> Writer:
    """``fits(out, choice, first, at)``: whether a choice begins with as many words as another."""
    w = Writer("fits", ((ADDRESS, "out"), (NUMBER, "choice"), (NUMBER, "first"), (NUMBER, "at")))
    mine, theirs = (w.two("mul", f"%{name}", str(across(plan))) for name in ("choice", "first"))
    with w.counted("%at") as (place, loop):
        differ = w.label("differ")
        same = w.test("==", w.load("%out", w.two("add", mine, place)), w.load("%out", w.two("add", theirs, place)))
        w.branch(same, loop.next, differ)
        w.place(differ)
        w.give("0")
    w.give("1")
    return w


def _skipped(plan: Plan) -> Writer:
    """``skipped(out, many, first, at)``: how many words have been gone through when what follows of itself is left out;
    nothing is if one choice is left.
    """
    w = Writer("skipped", ((ADDRESS, "out"), (NUMBER, "many"), (NUMBER, "first"), (NUMBER, "at")))
    now = w.variable(start="%at")
    again, leave, further = (w.label(hint) for hint in ("again", "leave", "further"))
    mine = w.two("mul", "%first", str(across(plan)))
    w.place(again)
    at, others = w.get(now), w.variable(start="0")
    expected = w.load("%out", w.two("add", mine, at))
    with w.counted("%many") as (choice, loop):
        on = w.label("on")
        fits = w.call("fits", "ptr %out", f"i32 {choice}", "i32 %first", f"i32 {at}")
        w.branch(w.truth(fits), on, loop.next)
        w.place(on)
        w.add_to(others)
        own = w.load("%out", w.two("add", w.two("mul", choice, str(across(plan))), at))
        differs = w.label("differs")
        w.branch(w.test("==", own, expected), loop.next, differs)
        w.place(differs)
        w.give(at)
    w.branch(w.test("<", w.get(others), "2"), leave, further)
    w.place(further)
    w.add_to(now)
    w.go(again)
    w.place(leave)
    w.give("%at")
    return w


# ---------------------------------------------------------------- what is told of a game


def _show(context: Context, plan: Plan) -> Writer:
    """``shown(desk, many, out, beside, mask, numbers, memory, information)``: the mask of the words that may be said,
    and what the chooser sees and remembers if there are buffers for it; gives who that is, or something negative:
    trouble, or `NOBODY` at the end.
    """
    buffers = ("out", "beside", "mask", "numbers", "memory", "information")
    given = ((ADDRESS, "desk"), (NUMBER, "many"), *((ADDRESS, name) for name in buffers))
    w = Writer("shown", given)
    w.line(f"call void @llvm.memset.p0.i64(ptr %mask, i8 0, i64 {plan.words}, i1 false)")
    looked = w.op("icmp ne ptr %numbers, null")
    with w.when(looked):
        w.line(f"call void @llvm.memset.p0.i64(ptr %numbers, i8 0, i64 {4 * plan.size}, i1 false)")
    listed, fresh = w.variable(start="%many"), w.op(f"or i1 {w.test('<', '%many', '0')}, {_nothing_said(w)}")
    with w.when(fresh):
        w.set(listed, w.call("spelt", "ptr %desk", "ptr %out"))
    many = w.get(listed)
    with w.when(w.test("==", many, "0")):
        if plan.rows:
            w.store("%memory", str(OVER), "1")
        w.give(str(NOBODY))
    with w.when(w.test("<", many, "0")):
        w.give(str(UNLISTED))
    with w.when(_nothing_said(w)):
        w.store("%beside", str(FIRST), "0")
        w.store("%beside", str(AT), w.call("skipped", "ptr %out", f"i32 {many}", "i32 0", "i32 0"))
    at, first = w.load("%beside", str(AT)), w.load("%beside", str(FIRST))
    with w.counted(many) as (choice, loop):
        on = w.label("on")
        w.branch(w.truth(w.call("fits", "ptr %out", f"i32 {choice}", f"i32 {first}", f"i32 {at}")), on, loop.next)
        w.place(on)
        own = w.load("%out", w.two("add", w.two("mul", choice, str(across(plan))), at))
        w.line(f"store i8 1, ptr {w.op(f'getelementptr i8, ptr %mask, i32 {own}')}")
    seat = w.call("chooser")
    with w.when(troubled(w)):
        w.give(str(UNLISTED))
    with w.when(looked):
        w.do("see", f"i32 {seat}", "ptr %beside", "ptr %numbers")
        with w.when(troubled(w)):
            w.give(str(UNLISTED))
    if plan.rows:
        w.do("memory_row", f"i32 {seat}", "ptr %beside", "ptr %memory", "ptr %information")
        with w.when(troubled(w)):
            w.give(str(UNLISTED))
    w.give(seat)
    return w


def _nothing_said(w: Writer) -> str:
    return w.test("==", w.load("%beside", str(SAID)), "0")


def _say(context: Context, plan: Plan) -> Writer:
    """``say(desk, word, slot, worth, out, beside, chosen, memory, information)``: says a word; if a choice is complete
    with it, that is carried out and stored.  Gives what `step_one` gives.
    """
    pointers = ("slot", "worth", "out", "beside", "chosen", "memory", "information")
    given = ((ADDRESS, "desk"), (NUMBER, "word"), *((ADDRESS, name) for name in pointers))
    w = Writer("say", given)
    w.store("%X", str(X_KIND), "0")
    w.store("%X", str(X_BUDGET), str(PATIENCE))
    w.do("fetch", "ptr %desk", "ptr %slot")
    many = w.call("spelt", "ptr %desk", "ptr %out")
    with w.when(w.test("<", many, "0")):
        w.give(str(UNLISTED))
    at, first = w.load("%beside", str(AT)), w.load("%beside", str(FIRST))
    left, found = w.variable(start="0"), w.variable(start="0")
    with w.counted(many) as (choice, loop):
        on, mine = w.label("on"), w.label("mine")
        w.branch(w.truth(w.call("fits", "ptr %out", f"i32 {choice}", f"i32 {first}", f"i32 {at}")), on, loop.next)
        w.place(on)
        own = w.load("%out", w.two("add", w.two("mul", choice, str(across(plan))), at))
        w.branch(w.test("==", own, "%word"), mine, loop.next)
        w.place(mine)
        w.set(found, choice)
        w.add_to(left)
    complete, more = w.label("complete"), w.label("more")
    over = w.test("==", many, "0")
    w.branch(w.op(f"or i1 {over}, {w.test('<', w.get(left), '2')}"), complete, more)
    w.place(more)
    said = w.load("%beside", str(SAID))
    w.store("%beside", w.two("add", said, str(SAID + 1)), "%word")
    w.store("%beside", str(SAID), w.two("add", said, "1"))
    w.store("%beside", str(FIRST), w.get(found))
    further = [f"i32 {many}", f"i32 {w.get(found)}", f"i32 {w.two('add', at, '1')}"]
    w.store("%beside", str(AT), w.call("skipped", "ptr %out", *further))
    w.give(many)
    w.place(complete)
    w.store("%chosen", "0", w.get(found))
    if plan.rows:
        with w.when(w.test("!=", many, "0")):
            given_on = "ptr %beside", "ptr %memory", "ptr %information"
            w.do("memory_choice", "ptr %desk", "ptr %out", f"i32 {w.get(found)}", "i32 %word", *given_on)
    w.store("%beside", str(SAID), "0")
    w.give(w.call("step_one", "ptr %desk", f"i32 {w.get(found)}", "ptr %slot", "ptr %worth"))
    return w


# ---------------------------------------------------------------- many games

_NAMES = ("left", "players", "out", "beside", "masks", "numbers", "memories", "informations")
_BUFFERS = tuple((ADDRESS, name) for name in _NAMES)


def _say_on(context: Context, plan: Plan) -> Writer:
    """``say_on(desk, word, slot, worth, out, beside, chosen, mask, memory, information, seat)``: says a word, none if
    it is negative; where `seat` is one, words drawn by chance are said for the others until it has to say one.  Gives
    what `step_one` gives.
    """
    names = ("slot", "worth", "out", "beside", "chosen", "mask", "memory", "information")
    pointers = [(ADDRESS, name) for name in names]
    w = Writer("say_on", ((ADDRESS, "desk"), (NUMBER, "word"), *pointers, (NUMBER, "seat")))
    word, left = w.variable(start="%word"), w.variable(start="1")
    again, look, nothing, say, mine = (w.label(hint) for hint in ("again", "look", "nothing", "say", "mine"))
    w.place(again)
    w.branch(w.test("<", w.get(word), "0"), nothing, say)
    w.place(say)
    recalled = "ptr %memory", "ptr %information"
    given = "ptr %slot", "ptr %worth", "ptr %out", "ptr %beside", "ptr %chosen", *recalled
    w.set(left, w.call("say", "ptr %desk", f"i32 {w.get(word)}", *given))
    w.go(nothing)
    w.place(nothing)
    done = w.op(f"or i1 {w.test('<=', w.get(left), '0')}, {w.test('<', '%seat', '0')}")
    w.branch(done, mine, look)
    w.place(look)
    who = w.call("shown", "ptr %desk", "i32 -1", "ptr %out", "ptr %beside", "ptr %mask", "ptr null", *recalled)
    with w.when(w.test("<", who, "0")):
        w.give(w.op(f"select i1 {w.test('==', who, str(NOBODY))}, i32 0, i32 {UNLISTED}"))
    w.set(word, w.call("drawn_word", "ptr %mask", f"i32 {who}", "i32 %seat"))
    w.branch(w.test("==", who, "%seat"), mine, again)
    w.place(mine)
    w.give(w.get(left))
    return w


def _say_all(context: Context, plan: Plan) -> Writer:
    """``say_all(desk, many, words, slots, worth, chosen, seats, left, players, out, beside, masks, numbers,
    memories, informations)``: gives how many games are in trouble.

    A game that is over begins anew.  If a word may not be said in a game, nothing is said in any: its number is given,
    counted from -1 downwards.  `seats`: by game who it goes on to, see `say_on`; no address if it does not.
    """
    given = (
        (ADDRESS, "desk"), (NUMBER, "many"), (ADDRESS, "words"), (ADDRESS, "slots"), (ADDRESS, "worth"),
        (ADDRESS, "chosen"), (ADDRESS, "seats"), *_BUFFERS,
    )  # fmt: skip
    w = Writer("say_all", given)
    going = w.op("icmp ne ptr %seats, null")
    with w.counted("%many") as (number, loop):
        ask, wrong, look, some = w.label("ask"), w.label("wrong"), w.label("look"), w.label("some")
        said = w.load("%words", number)
        w.branch(w.test("==", w.load("%left", number), "0"), loop.next, some)
        w.place(some)
        w.branch(w.op(f"and i1 {going}, {w.test('==', said, '-1')}"), loop.next, ask)
        w.place(ask)
        w.branch(w.test("ult", said, str(plan.words)), look, wrong)
        w.place(look)
        may = w.op(f"getelementptr i8, ptr %masks, i32 {w.two('add', w.two('mul', number, str(plan.words)), said)}")
        w.branch(w.op(f"icmp ne i8 {w.op(f'load i8, ptr {may}')}, 0"), loop.next, wrong)
        w.place(wrong)
        w.give(w.two("sub", str(NO_CHOICE), number))
    bad = w.variable(start="0")
    with w.counted("%many") as (number, _):
        state, slot, own = _of_game(context, plan, w, number)
        seat = w.variable(start="-1")
        with w.when(going):
            w.set(seat, w.load("%seats", number))
        worth = w.op(f"getelementptr double, ptr %worth, i32 {w.two('mul', number, str(context.program.players))}")
        mask = w.op(f"getelementptr i8, ptr %masks, i32 {w.two('mul', number, str(plan.words))}")
        arguments = [
            f"i32 {w.load('%words', number)}", f"ptr {slot}", f"ptr {worth}", "ptr %out", f"ptr {own}",
            f"ptr {w.cell('%chosen', number)}", f"ptr {mask}", *_memory(context, plan, w, number),
            f"i32 {w.get(seat)}",
        ]  # fmt: skip
        w.store("%X", str(X_KIND), "0")
        left = w.op(f"call i32 @say_on(ptr {state}, ptr %X, ptr %A, ptr %desk, {', '.join(arguments)})")
        w.store("%left", number, left)
        _shown(context, plan, w, number, state, own, w.op(f"select i1 {going}, i32 -1, i32 {left}"))
        w.add_to(bad, w.flag(w.test("<", w.load("%left", number), "0")))
    w.give(w.get(bad))
    return w


def _show_all(context: Context, plan: Plan) -> Writer:
    """``show_all(desk, many, slots, …)``: the same without a word being said."""
    w = Writer("show_all", ((ADDRESS, "desk"), (NUMBER, "many"), (ADDRESS, "slots"), *_BUFFERS), "void")
    with w.counted("%many") as (number, _):
        w.store("%X", str(X_KIND), "0")
        w.store("%X", str(X_BUDGET), str(PATIENCE))
        state, slot, own = _of_game(context, plan, w, number)
        _shown(context, plan, w, number, state, own, "-1")
        with w.when(w.test(">", w.load("%left", number), "0")):
            w.line(f"call void @keep(ptr {state}, ptr %X, ptr %A, ptr %desk, ptr {slot})")
    w.give(None)
    return w


def _of_game(context: Context, plan: Plan, w: Writer, number: str) -> tuple[str, str, str]:
    """The state of a game, its slot, and its cells beside."""
    state = w.cell("%S", w.two("mul", number, str(stride(context.layout))))
    slot = w.cell("%slots", w.two("mul", number, str(SLOT)))
    return state, slot, w.cell("%beside", w.two("mul", number, str(beside(plan))))


def _memory(context: Context, plan: Plan, w: Writer, number: str) -> tuple[str, str]:
    """What a game has in memory, and where its numbers stand."""
    wide = w.op(f"mul i64 {w.op(f'sext i32 {number} to i64')}, {context.program.players * plan.recalled}")
    cells = w.cell("%memories", w.two("mul", number, str(memory(plan, context.program.players))))
    return f"ptr {cells}", f"ptr {w.op(f'getelementptr float, ptr %informations, i64 {wide}')}"


def _shown(context: Context, plan: Plan, w: Writer, number: str, state: str, own: str, many: str) -> None:
    """The mask and the numbers of one game, if it is not in trouble; and who has to choose.  `many`: how many choices
    are spelt there already, if some of one has been said; -1 if none are.
    """
    w.store("%players", number, str(NOBODY))
    with w.when(w.test(">=", w.load("%left", number), "0")):
        mask = w.op(f"getelementptr i8, ptr %masks, i32 {w.two('mul', number, str(plan.words))}")
        wide = w.op(f"mul i64 {w.op(f'sext i32 {number} to i64')}, {plan.size}")
        there = w.op(f"getelementptr float, ptr %numbers, i64 {wide}")
        numbers = w.op(f"select i1 {w.op('icmp eq ptr %numbers, null')}, ptr null, ptr {there}")
        recalled = ", ".join(_memory(context, plan, w, number))
        arguments = f"ptr %desk, i32 {many}, ptr %out, ptr {own}, ptr {mask}, ptr {numbers}, {recalled}"
        seat = w.op(f"call i32 @shown(ptr {state}, ptr %X, ptr %A, {arguments})")
        w.store("%players", number, seat)
        with w.when(w.test("<", seat, str(NOBODY))):
            w.store("%left", number, str(UNLISTED))
            w.store("%players", number, str(NOBODY))


def _drawn_word(plan: Plan) -> Writer:
    """``drawn_word(mask, player, seat)``: a word of a mask, each equally likely, from the stream of the bot in a seat;
    0, and no draw, if it is the seat for which nobody draws.
    """
    w = Writer("drawn_word", ((ADDRESS, "mask"), (NUMBER, "player"), (NUMBER, "seat")))
    with w.when(w.test("==", "%player", "%seat")):
        w.give("0")
    may = w.variable(start="0")
    with w.counted(str(plan.words)) as (place, _):
        w.add_to(may, _bit(w, "%mask", place))
    left = w.variable(start=drawn(w, w.get(may), "%player"))
    with w.counted(str(plan.words)) as (place, loop):
        here, found = w.label("here"), w.label("found")
        w.branch(w.truth(_bit(w, "%mask", place)), here, loop.next)
        w.place(here)
        now = w.get(left)
        w.add_to(left, "-1")
        w.branch(w.test("==", now, "0"), found, loop.next)
        w.place(found)
        w.give(place)
    w.give("0")
    return w


def _draw_words(context: Context, plan: Plan) -> Writer:
    """``draw_words(desk, many, masks, players, words)``: a word for each game, each that may be said equally likely,
    from the stream of the bot in the seat that has to choose; 0 at the end.
    """
    given = ((ADDRESS, "desk"), (NUMBER, "many"), (ADDRESS, "masks"), (ADDRESS, "players"), (ADDRESS, "words"))
    w = Writer("draw_words", given, "void")
    with w.counted("%many") as (number, games):
        w.store("%words", number, "0")
        asked = w.label("asked")
        player = w.load("%players", number)
        w.branch(w.test("<", player, "0"), games.next, asked)
        w.place(asked)
        mask = w.op(f"getelementptr i8, ptr %masks, i32 {w.two('mul', number, str(plan.words))}")
        state = w.cell("%S", w.two("mul", number, str(stride(context.layout))))
        word = w.op(f"call i32 @drawn_word(ptr {state}, ptr %X, ptr %A, ptr {mask}, i32 {player}, i32 -1)")
        w.store("%words", number, word)
    w.give(None)
    return w


def _bit(w: Writer, mask: str, place: str) -> str:
    at = w.op(f"getelementptr i8, ptr {mask}, i32 {place}")
    bit = w.op(f"load i8, ptr {at}")
    return w.op(f"zext i8 {bit} to i32")
