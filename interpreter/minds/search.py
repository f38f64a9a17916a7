"""Search in trees of what players know (ISMCTS), and games by chance (see `interpreter.bots.ismcts`)."""

from __future__ import annotations

from interpreter.kernel.words import Cells, S, room
from interpreter.minds.guessing import draw_world
from interpreter.minds.naming import name_all, name_choice, name_sight
from interpreter.minds.words import (
    BOTS,
    CLOSE,
    COULD,
    CROWDED,
    FEW,
    GENERATOR,
    HIGHEST,
    MADE,
    MANY_OFFERS,
    MASK,
    MOST_DECISIONS,
    OFFERS,
    ONE,
    PARENT,
    PLAYERS,
    POINT,
    POINTS,
    ROOM_LEFT,
    TRUST,
    TWO,
    USED,
    VIEWER,
    VISITS,
    WIDER,
    WIDTH,
    WORTH,
    acted,
    below,
    blended,
    gained,
    listed,
    measured,
    promise,
    resting,
    valued,
    who,
)  # fmt: skip


def search(out: Cells, plan: Cells, tree: Cells, slots: Cells, rounds: int) -> int:
    """So many rounds, fewer if there is no room for more points; says how many."""
    done = 0
    while done < rounds:
        search_once(out, plan, tree, slots)
        if tree[CROWDED]:
            return done
        done += 1
    return done


def search_once(out: Cells, plan: Cells, tree: Cells, slots: Cells) -> None:
    """Down the trees in one world, one new point, to the end by chance; what comes of it is noted all the way up.

    A world that comes to a dead end teaches nothing.
    """
    points = room(PLAYERS)
    seat = 0
    while seat < PLAYERS:
        points[seat] = tree[POINTS] + POINT * seat
        seat += 1
    draw_world(out, plan)
    going = 1
    while going and resting() >= 0:
        many = listed(out)
        if many < 1:
            return
        if many == 1:
            if not acted(out, 0):
                return
        else:
            going = go_down(out, plan, tree, slots, points, many)
            if going < 0:
                return
    if play_on(out, MOST_DECISIONS) and valued(tree):
        measured(tree)
        go_up(tree, points)


def go_down(out: Cells, plan: Cells, tree: Cells, slots: Cells, points: Cells, many: int) -> int:
    """One choice; whether it was made there before, -1 if nothing comes of it."""
    seat = who()
    if seat < 0:
        return -1
    names = room(2 * many)
    heard = room(2)
    name_all(out, plan, seat, names, 0, many)
    name_sight(plan, seat, heard)
    close = reached(tree, slots, points[seat], heard[0], heard[1])
    choice = chosen(plan, tree, slots, points[seat], close, names, many)
    known = 1
    if choice < 0:
        choice = ~choice
        known = 0
    close = reached(tree, slots, close, names[2 * choice], names[2 * choice + 1])
    name_choice(out, choice * WIDTH, plan, seat, 1, heard, 0)
    other = 0
    while other < PLAYERS:
        if other == seat:
            points[other] = reached(tree, slots, points[other], names[2 * choice], names[2 * choice + 1])
        else:
            points[other] = reached(tree, slots, points[other], heard[0], heard[1])
        other += 1
    if tree[CROWDED] or not acted(out, choice * WIDTH):
        return -1
    if not known:
        tree[points[seat] + COULD] = 1
    if tree[close + COULD] == 0:
        tree[close + COULD] = 1
    tree[points[seat] + CLOSE] = close
    return known


def chosen(plan: Cells, tree: Cells, slots: Cells, point: int, close: int, names: Cells, many: int) -> int:
    """The choice that promises most, or ~ one that was never made here.

    What came of it with the same cards in sight counts alone once that has been seen often enough.
    """
    fresh = room(many)
    new = 0
    known = 0
    best = -1
    most = 0
    tree[point + VISITS] += 1
    tree[close + VISITS] += 1
    trusted = tree[close + VISITS] > tree[TRUST] * many
    at = 0
    while at < many:
        after = found(tree, slots, point, names[2 * at], names[2 * at + 1])
        if after < 0 or tree[after + COULD] == 0:
            fresh[new] = at
            new += 1
        else:
            tree[after + COULD] += 1
            known += 1
            near = found(tree, slots, close, names[2 * at], names[2 * at + 1])
            if near >= 0:
                tree[near + COULD] += 1
            if trusted and near >= 0:
                value = promise(tree, near)
            elif trusted:
                value = HIGHEST
            else:
                value = promise(tree, after)
            if best < 0 or value > most:
                best = at
                most = value
        at += 1
    if new and (many <= FEW or known * known < WIDER * tree[point + VISITS]):
        return ~fresh[below(plan, GENERATOR, new)]
    return best


def go_up(tree: Cells, points: Cells) -> None:
    """Whoever has chosen learns what it was worth."""
    seat = 0
    while seat < PLAYERS:
        point = points[seat]
        while point >= 0:
            if tree[point + COULD]:
                tree[point + MADE] += 1
                gained(tree, point + WORTH, seat)
                tree[tree[point + CLOSE] + MADE] += 1
                gained(tree, tree[point + CLOSE] + WORTH, seat)
            point = tree[point + PARENT]
        seat += 1


# ---------------------------------------------------------------- games by chance


def play_on(out: Cells, most: int) -> int:
    """On by choices drawn by chance, to the end or so many; whether that went well."""
    while most > 0 and resting() >= 0:
        many = listed(out)
        seat = who()
        if many < 1 or seat < 0 or not acted(out, below(S, BOTS + 2 * seat, many) * WIDTH):
            return 0
        most -= 1
    return 1


def try_each(out: Cells, plan: Cells, tree: Cells, order: Cells, many: int, at: int, games: int) -> int:
    """So many games, each in a world of its own, with the choices in turn from the one that is due; gives the next."""
    while games > 0:
        draw_world(out, plan)
        choice = order[at]
        if listed(out) > choice and acted(out, choice * WIDTH) and play_on(out, MOST_DECISIONS) and valued(tree):
            point = tree[POINTS] + POINT * choice
            tree[point + MADE] += 1
            gained(tree, point + WORTH, plan[VIEWER])
        at += 1
        if at == many:
            at = 0
        games -= 1
    return at


# ---------------------------------------------------------------- points


def found(tree: Cells, slots: Cells, parent: int, one: int, two: int) -> int:
    """The point of this name below another, -1 if there is none."""
    slot = blended(blended(one, two), parent) & tree[MASK]
    while slots[slot]:
        point = slots[slot]
        if tree[point + ONE] == one and tree[point + TWO] == two and tree[point + PARENT] == parent:
            return point
        slot = (slot + 1) & tree[MASK]
    return -1


def reached(tree: Cells, slots: Cells, parent: int, one: int, two: int) -> int:
    """The same; made if there is none, as long as there is room."""
    point = found(tree, slots, parent, one, two)
    if point >= 0:
        return point
    if tree[ROOM_LEFT] == 0:
        tree[CROWDED] = 1
        return parent
    point = tree[POINTS] + POINT * tree[USED]
    tree[USED] += 1
    tree[ROOM_LEFT] -= 1
    tree[point + PARENT] = parent
    tree[point + ONE] = one
    tree[point + TWO] = two
    settle_point(tree, slots, point)
    return point


def settle_point(tree: Cells, slots: Cells, point: int) -> None:
    """Its slot."""
    slot = blended(blended(tree[point + ONE], tree[point + TWO]), tree[point + PARENT]) & tree[MASK]
    while slots[slot]:
        slot = (slot + 1) & tree[MASK]
    slots[slot] = point


def find_offers(out: Cells, plan: Cells, tree: Cells, slots: Cells, points: Cells) -> None:
    """The point of each choice that there truly is, -1 where it was never made."""
    at = 0
    while at < plan[MANY_OFFERS]:
        name = plan[OFFERS] + 2 * at
        points[at] = found(tree, slots, tree[POINTS] + POINT * plan[VIEWER], plan[name], plan[name + 1])
        at += 1


def settle_all(out: Cells, tree: Cells, slots: Cells) -> None:
    """The slots of all points but the roots, after there has been made more room."""
    number = PLAYERS
    while number < tree[USED]:
        settle_point(tree, slots, tree[POINTS] + POINT * number)
        number += 1
