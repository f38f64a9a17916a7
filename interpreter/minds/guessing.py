"""Draws a world by a plan (see `interpreter.worlds.plans`): cards change their names, and nothing else."""

from __future__ import annotations

from interpreter.kernel.lists import sort
from interpreter.kernel.words import (
    FACT_CARDS,
    FACT_FIRST,
    FACT_START,
    FACT_VALUES,
    KNOWN,
    MANY_CARDS,
    MANY_FACTS,
    ZONE,
    Cells,
    S,
    copy,
    room,
)
from interpreter.minds.naming import same_offers
from interpreter.minds.words import (
    AFTER_STREAMS,
    ASIDE,
    ASKED,
    BEGUN,
    COUNTER,
    COUNTERS,
    DRAWS,
    GENERATOR,
    GIVEN,
    MANY_ASIDE,
    MANY_COUNTERS,
    MANY_DRAWS,
    MANY_GIVEN,
    MANY_ROWS,
    MANY_RUNS,
    MANY_SPOTS,
    NEXT_DRAW,
    PLAYERS,
    ROW_CELLS,
    ROWS,
    RUN,
    RUNS,
    SET_ASIDE,
    SPOT,
    SPOTS,
    STATE,
    STREAMS,
    TRIES,
    WIDTH,
    below,
    listed,
    promised,
    stored,
)  # fmt: skip


def draw_world(out: Cells, plan: Cells) -> int:
    """Makes the state a world; whether it keeps the promises of the rules and offers the same choices."""
    tries = 0
    while tries < TRIES:
        draw_one(out, plan)
        if promised() and same_offers(out, plan):
            return 1
        tries += 1
    return 0


def draw_one(out: Cells, plan: Cells) -> None:
    """Any way in which the hidden cards may lie."""
    cards = room(plan[MANY_SPOTS] + 1)
    copy(S, 0, plan, plan[BEGUN], STATE)
    deal_rows(plan, cards)
    deal_given(plan, cards)
    lay_cards(plan, cards)
    lay_runs(plan, cards)
    set_counters(plan)
    choose_secretly(out, plan)
    cell = STREAMS
    while cell < AFTER_STREAMS:
        high = below(plan, GENERATOR, 65536) - 32768
        S[cell] = high * 65536 + below(plan, GENERATOR, 65536)
        cell += 1


# ---------------------------------------------------------------- which card for which spot


def deal_rows(plan: Cells, cards: Cells) -> None:
    """Each row gets any of its cards that no row before has got."""
    taken = room(MANY_CARDS)
    free = room(MANY_CARDS)
    at = 0
    while at < MANY_CARDS:
        taken[at] = 0
        at += 1
    row = plan[ROWS]
    end = row + ROW_CELLS * plan[MANY_ROWS]
    while row < end:
        deal_row(plan, row, cards, taken, free)
        row += ROW_CELLS


def deal_row(plan: Cells, row: int, cards: Cells, taken: Cells, free: Cells) -> None:
    many = 0
    at = plan[row + 3]
    end = at + plan[row + 2]
    while at < end:
        card = plan[at]
        if not taken[card]:
            free[many] = card
            many += 1
        at += 1
    spots = plan[row]
    spot = plan[row + 1]
    at = 0
    while at < spots:
        other = at + below(plan, GENERATOR, many - at)
        card = free[other]
        free[other] = free[at]
        cards[plan[spot + at]] = card
        taken[card] = 1
        at += 1


def deal_given(plan: Cells, cards: Cells) -> None:
    """The cards that were drawn elsewhere, one draw after the other."""
    many = plan[MANY_GIVEN]
    if many == 0:
        return
    spot = plan[GIVEN]
    drawn = plan[DRAWS] + many * plan[NEXT_DRAW]
    at = 0
    while at < many:
        cards[plan[spot + at]] = plan[drawn + at]
        at += 1
    plan[NEXT_DRAW] += 1
    if plan[NEXT_DRAW] == plan[MANY_DRAWS]:
        plan[NEXT_DRAW] = 0


# ---------------------------------------------------------------- laying them there


def lay_cards(plan: Cells, cards: Cells) -> None:
    """Cards into their spots, and into whatever names what lies there."""
    spot = plan[SPOTS]
    many = plan[MANY_SPOTS]
    at = 0
    while at < many:
        card = cards[at]
        S[ZONE + card] = plan[spot]
        S[KNOWN + card] = plan[spot + 2]
        if plan[spot + 1] >= 0:
            S[plan[spot + 1]] = card
        name = plan[spot + 3]
        end = name + plan[spot + 4]
        while name < end:
            S[plan[name]] = card
            name += 1
        if plan[spot + 5] >= 0:
            note(plan, plan[spot + 5], card)
        spot += SPOT
        at += 1


def note(plan: Cells, at: int, card: int) -> None:
    """What was told of a card, and the counters that lie on it."""
    column = 0
    while column < MANY_FACTS:
        values = FACT_VALUES[column]
        index = card - FACT_FIRST[column]
        if index >= 0 and index < FACT_CARDS[column]:
            copy(S, FACT_START[column] + index * values, plan, at, values)
        at += values
        column += 1
    mark = at + 1
    end = mark + 3 * plan[at]
    while mark < end:
        S[plan[mark] + card * plan[mark + 1]] = plan[mark + 2]
        mark += 3


def lay_runs(plan: Cells, cards: Cells) -> None:
    """Cards without an order, by their numbers."""
    run = plan[RUNS]
    end = run + RUN * plan[MANY_RUNS]
    while run < end:
        first = plan[run]
        kept = plan[run + 1]
        many = plan[run + 4]
        copy(S, first, plan, plan[run + 2], kept)
        copy(S, first + kept, cards, plan[run + 3], many)
        sort(S, first, kept + many)
        run += RUN


def set_counters(plan: Cells) -> None:
    """Each hidden counter gets one of its values."""
    at = plan[COUNTERS]
    end = at + COUNTER * plan[MANY_COUNTERS]
    while at < end:
        many = plan[at + 2]
        if many > 0:
            S[plan[at]] = plan[plan[at + 1] + below(plan, GENERATOR, many)]
        else:
            S[plan[at]] = plan[at + 1] + below(plan, GENERATOR, 0 - many)
        at += COUNTER


def choose_secretly(out: Cells, plan: Cells) -> None:
    """While a secret choice is open, whatever somebody has set aside is one of their choices, each equally likely."""
    if plan[ASKED] < 0:
        return
    before = room(STATE)
    copy(before, 0, S, 0, STATE)
    seat = 0
    while seat < PLAYERS:
        S[plan[ASKED]] = seat
        many = listed(out)
        if many > 0:
            stored(out, below(plan, GENERATOR, many) * WIDTH)
        at = plan[ASIDE]
        end = at + SET_ASIDE * plan[MANY_ASIDE]
        while at < end:
            if plan[at] == seat:
                copy(before, plan[at + 1], S, plan[at + 1], plan[at + 2])
            at += SET_ASIDE
        copy(S, 0, before, 0, STATE)
        seat += 1
