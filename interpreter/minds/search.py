"""Search in trees of what players know (ISMCTS), and games by chance (see `interpreter.bots.ismcts`)."""

from __future__ import annotations

from interpreter.kernel.words import Cells, S, room
from interpreter.minds.guessing import draw_world
from interpreter.minds.naming import name_all, name_choice, name_sight
from interpreter.minds.words import (
    BACK,
    BOTS,
    CLOSE,
    COULD,
    CROWDED,
    FEW,
    GENERATOR,
    MADE,
    MANY_OFFERS,
    MASK,
    MOST_DECISIONS,
    OFFERS,
    ONE,
    PLAYERS,
    POINT,
    POINTS,
    ROOM_LEFT,
    SEAT,
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
    story = room(2 * PLAYERS + 1)
    begin_story(story)
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
            going = go_down(out, plan, tree, slots, story, many)
            if going < 0:
                return
    if play_on(out, MOST_DECISIONS) and valued(tree):
        measured(tree)
        go_up(tree, story[2 * PLAYERS])


def begin_story(story: Cells) -> None:
    """The names of all that each player has heard since the root, two cells each; then the point of the last choice."""
    seat = 0
    while seat < PLAYERS:
        story[2 * seat] = blended(1, seat)
        story[2 * seat + 1] = blended(2, seat)
        seat += 1
    story[2 * PLAYERS] = -1


def go_down(out: Cells, plan: Cells, tree: Cells, slots: Cells, story: Cells, many: int) -> int:
    """One choice; whether it was made there before, -1 if nothing comes of it."""
    seat = who()
    if seat < 0:
        return -1
    names = room(2 * many)
    heard = room(2)
    name_all(out, plan, seat, names, 0, many)
    point = reached(tree, slots, story[2 * seat], story[2 * seat + 1])
    close = -1
    if tree[point + VISITS] >= many:  # before, there is nothing to be told apart
        name_sight(plan, seat, heard)
        close = reached(tree, slots, blended(story[2 * seat], heard[0]), blended(story[2 * seat + 1], heard[1]))
    if tree[CROWDED]:
        return -1
    choice = chosen(plan, tree, slots, point, close, names, many)
    one = names[2 * choice]
    two = names[2 * choice + 1]
    after = reached(tree, slots, blended(tree[point + ONE], one), blended(tree[point + TWO], two))
    near = -1
    if close >= 0:
        near = reached(tree, slots, blended(tree[close + ONE], one), blended(tree[close + TWO], two))
    name_choice(out, choice * WIDTH, plan, seat, 1, heard, 0)
    hear(story, seat, heard, tree[after + ONE], tree[after + TWO])
    if tree[CROWDED] or not acted(out, choice * WIDTH):
        return -1
    known = tree[after + COULD] > 0
    if not known:
        tree[after + COULD] = 1
    tree[after + CLOSE] = near
    tree[after + SEAT] = seat
    tree[after + BACK] = story[2 * PLAYERS]
    story[2 * PLAYERS] = after
    return known


def hear(story: Cells, seat: int, heard: Cells, one: int, two: int) -> None:
    """Everybody has heard of a choice; who made it, all of it."""
    other = 0
    while other < PLAYERS:
        story[2 * other] = blended(story[2 * other], heard[0])
        story[2 * other + 1] = blended(story[2 * other + 1], heard[1])
        other += 1
    story[2 * seat] = one
    story[2 * seat + 1] = two


def chosen(plan: Cells, tree: Cells, slots: Cells, point: int, close: int, names: Cells, many: int) -> int:
    """The choice that promises most, or one that was never made here.

    What came of it with the same cards in sight counts alone once that has been seen often enough; there it could be
    chosen each time.
    """
    fresh = room(many)
    new = 0
    known = 0
    best = -1
    most = 0
    tree[point + VISITS] += 1
    base = point
    trusted = 0
    if close >= 0:
        tree[close + VISITS] += 1
        trusted = tree[close + VISITS] > tree[TRUST] * many
        if trusted:
            base = close
    one = tree[base + ONE]
    two = tree[base + TWO]
    at = 0
    while at < many:
        after = found(tree, slots, blended(one, names[2 * at]), blended(two, names[2 * at + 1]))
        if after < 0 or (tree[after + COULD] == 0 and not trusted):
            fresh[new] = at
            new += 1
        else:
            known += 1
            if trusted:
                tree[after + COULD] = tree[base + VISITS]
            else:
                tree[after + COULD] += 1
            value = promise(tree, after)
            if best < 0 or value > most:
                best = at
                most = value
        at += 1
    if new and (many <= FEW or known * known < WIDER * tree[base + VISITS]):
        return fresh[below(plan, GENERATOR, new)]
    return best


def go_up(tree: Cells, last: int) -> None:
    """Whoever has chosen learns what it was worth."""
    point = last
    while point >= 0:
        seat = tree[point + SEAT]
        tree[point + MADE] += 1
        gained(tree, point + WORTH, seat)
        near = tree[point + CLOSE]
        if near >= 0:
            tree[near + MADE] += 1
            gained(tree, near + WORTH, seat)
        point = tree[point + BACK]


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


def found(tree: Cells, slots: Cells, one: int, two: int) -> int:
    """The point of this name, -1 if there is none."""
    slot = blended(one, two) & tree[MASK]
    while slots[slot]:
        point = slots[slot]
        if tree[point + ONE] == one and tree[point + TWO] == two:
            return point
        slot = (slot + 1) & tree[MASK]
    return -1


def reached(tree: Cells, slots: Cells, one: int, two: int) -> int:
    """The same; made if there is none, as long as there is room."""
    point = found(tree, slots, one, two)
    if point >= 0:
        return point
    if tree[ROOM_LEFT] == 0:
        tree[CROWDED] = 1
        return tree[POINTS]
    point = tree[POINTS] + POINT * tree[USED]
    tree[USED] += 1
    tree[ROOM_LEFT] -= 1
    tree[point + ONE] = one
    tree[point + TWO] = two
    settle_point(tree, slots, point)
    return point


def settle_point(tree: Cells, slots: Cells, point: int) -> None:
    """Its slot."""
    slot = blended(tree[point + ONE], tree[point + TWO]) & tree[MASK]
    while slots[slot]:
        slot = (slot + 1) & tree[MASK]
    slots[slot] = point


def find_offers(out: Cells, plan: Cells, tree: Cells, slots: Cells, points: Cells) -> None:
    """The point of each choice that there truly is, -1 where it was never made."""
    story = room(2 * PLAYERS + 1)
    begin_story(story)
    one = story[2 * plan[VIEWER]]
    two = story[2 * plan[VIEWER] + 1]
    at = 0
    while at < plan[MANY_OFFERS]:
        name = plan[OFFERS] + 2 * at
        points[at] = found(tree, slots, blended(one, plan[name]), blended(two, plan[name + 1]))
        at += 1


def settle_all(out: Cells, tree: Cells, slots: Cells) -> None:
    """The slots of all points, after there has been made more room."""
    number = 0
    while number < tree[USED]:
        settle_point(tree, slots, tree[POINTS] + POINT * number)
        number += 1
