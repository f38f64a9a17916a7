"""What choices are called: the same in every world, and for cards that look alike."""

from __future__ import annotations

from interpreter.kernel.knowledge import knows
from interpreter.kernel.places import position
from interpreter.kernel.words import LOOK, MANY_CARDS, ZONE, Cells, S, room
from interpreter.minds.words import (
    BY_LOOK,
    BY_PLACE,
    MANY_OFFERS,
    MANY_PRIVATE,
    NAMING,
    OFFERS,
    PRIVATE,
    SECRET,
    VIEWER,
    WIDTH,
    blended,
    heaped,
    listed,
    resting,
)  # fmt: skip


def same_offers(out: Cells, plan: Cells) -> int:
    """Whether there are the choices that there truly are: what can be chosen is something that its player sees."""
    many = plan[MANY_OFFERS]
    if many == 0:
        return 1
    if listed(out) != many:
        return 0
    name = room(2)
    at = 0
    while at < many:
        name_choice(out, at * WIDTH, plan, plan[VIEWER], 0, name, 0)
        if name[0] != plan[plan[OFFERS] + 2 * at] or name[1] != plan[plan[OFFERS] + 2 * at + 1]:
            return 0
        at += 1
    return 1


def name_all(out: Cells, plan: Cells, seat: int, names: Cells, to: int, many: int) -> None:
    """The names of the choices that are listed, as the seat that makes them calls them."""
    at = 0
    while at < many:
        name_choice(out, at * WIDTH, plan, seat, 0, names, to + 2 * at)
        at += 1


def name_offers(out: Cells, plan: Cells, names: Cells, to: int, room_for: int) -> int:
    """The names of the choices that there are, unless they are more than there is room for; says how many there are,
    -1 where they cannot be listed."""
    many = listed(out)
    if many <= room_for:
        name_all(out, plan, plan[VIEWER], names, to, many)
    return many


def name_choice(out: Cells, at: int, plan: Cells, seat: int, heard: int, names: Cells, to: int) -> None:
    """The name of a choice; `heard`: as the others hear of it."""
    decision = resting()
    row = plan[plan[NAMING] + decision]
    one = blended(blended(1, decision), seat)
    two = blended(blended(2, decision), seat)
    if not heard or plan[row] == 0:
        offer = out[at]
        one = blended(one, offer)
        two = blended(two, offer)
        item = plan[row + 1 + offer]
        end = item + 1 + 3 * plan[item]
        item += 1
        at += 1
        while item < end:
            many = 1
            if plan[item + 1]:
                many = out[at]
                one = blended(one, many)
                two = blended(two, many)
                at += 1
            last = at + plan[item + 1]
            if plan[item + 1] == 0:
                last = at + 1
            if heard and plan[item + 2]:
                one = blended(one, 3)
                two = blended(two, 3)
                many = 0
            while many > 0:
                value = out[at]
                if plan[item] == BY_LOOK and value >= 0:
                    value = LOOK[value]
                if plan[item] == BY_PLACE and value >= 0:
                    one = blended(one, S[ZONE + value])
                    two = blended(two, S[ZONE + value])
                    value = position(value)
                one = blended(one, value)
                two = blended(two, value)
                at += 1
                many -= 1
            at = last
            item += 3
    names[to] = one
    names[to + 1] = two


def name_sight(plan: Cells, seat: int, names: Cells) -> None:
    """The name of what a player sees and knows: which cards lie where, and the counters that not everybody sees."""
    one = 0
    two = 0
    bit = 1 << seat
    card = 0
    while card < MANY_CARDS:
        if knows(card) & bit:
            value = blended(blended(1, LOOK[card]), S[ZONE + card])
            one = heaped(one, value)
            two = heaped(two, blended(2, value))
        card += 1
    at = plan[PRIVATE]
    end = at + SECRET * plan[MANY_PRIVATE]
    while at < end:
        if plan[at + 1] & bit:
            value = blended(blended(3, plan[at]), S[plan[at]])
            one = heaped(one, value)
            two = heaped(two, blended(2, value))
        at += SECRET
    names[0] = one
    names[1] = two
