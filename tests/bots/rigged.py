"""Games in which somebody who sees what is hidden always wins, and everybody else wins half.  Not a test itself."""

from __future__ import annotations

HEAD = """rules 1
game "Rigged"
players 2

cards Ball "ball {{value}}": 1 for each value in 1 to 2

state:
    cup: slot of Ball, seen by nobody
    sack: pile of Ball, seen by nobody
    open: row of Ball, seen by all
    player.lot: 0 to 2, seen by owner
    player.points: 0 to 9
    player.said: 0 to 9

setup:
    move every ball to sack
    shuffle sack
{setup}
{steps}
play: {play}

winner: highest points, then shared
"""
STEPS = """
to say_one:
    set me.said to 1
    judge

to say_two:
    set me.said to 2
    judge

to judge:
"""
_AGAINST = "    else: add 1 to me.left.points\n"

GAMES = {
    "a hidden card": HEAD.format(
        setup="    move 1 from sack to cup",
        steps=STEPS + "    if cup.value is me.said: add 1 to me.points\n" + _AGAINST,
        play="\n    let guesser = first player\n    guesser chooses say_one, say_two",
    ),
    "the next card": HEAD.format(
        setup="",
        steps=STEPS
        + "    move 1 from sack to open\n"
        + "    if open.first.value is me.said: add 1 to me.points\n"
        + _AGAINST,
        play="\n    let guesser = first player\n    guesser chooses say_one, say_two",
    ),
    "a hidden number": HEAD.format(
        setup="    for each player: set player.lot to random number in 1 to 2",
        steps=STEPS + "    if me.left.lot is me.said: add 1 to me.points\n" + _AGAINST,
        play="\n    let guesser = first player\n    guesser chooses say_one, say_two",
    ),
    "the next number": HEAD.format(
        setup="",
        steps=STEPS
        + "    set me.left.lot to random number in 1 to 2\n"
        + "    if me.left.lot is me.said: add 1 to me.points\n"
        + _AGAINST,
        play="\n    let guesser = first player\n    guesser chooses say_one, say_two",
    ),
}
"""A says what it is, and wins if it is so."""

SECRET = """rules 1
game "Rigged Fingers"
players 2

state:
    player.shown: 0 to 2
    player.points: 0 to 9

to show_one: set me.shown to 1
to show_two: set me.shown to 2

play:
    secretly each player: choose show_one, show_two
    let even = first player
    if even.shown is even.left.shown: add 1 to even.left.points
    else: add 1 to even.points

winner: highest points, then shared
"""
"""B, who is asked last, wins if both show the same."""

DARE = """rules 1
game "Dare"
players 2

cards Ball "ball {{value}}": 4 for each value in 1 to 2

state:
    sack: pile of Ball, seen by nobody
    player.palm: slot of Ball, seen by owner
    player.lot: 0 to 2, seen by owner
    player.points: 0 to 9
    luck: 0 to 4

to be_safe:
    set luck to random number in 1 to 4
    if luck is 1: add 1 to me.points
    else: add 1 to me.left.points

to dare: nothing

to say_one:
    if {own} is 1: add 1 to me.points
    else: add 1 to me.left.points

to say_two:
    if {own} is 2: add 1 to me.points
    else: add 1 to me.left.points

setup:
    move every ball to sack
    shuffle sack
    for each player:
        move 1 from sack to player.palm
        set player.lot to random number in 1 to 2

play:
    let daring = first player
    daring chooses be_safe, dare
    if daring.points + daring.left.points is 0: daring.left chooses say_one, say_two

winner: highest points, then shared
"""
"""Who dares loses: the other says what only that player sees.  Who is safe wins one of four games."""

BETRAYED = """rules 1
game "Rigged Tells"
players 2

cards Ball "ball {{value}}": 1 for each value in 1 to 2

state:
    cup: slot of Ball, seen by nobody
    sack: pile of Ball, seen by nobody
    player.hand: hand of Ball, seen by owner
    player.points: 0 to 9
    player.said: 0 to 9

setup:
    move every ball to sack
    shuffle sack

to nod: nothing
to frown: nothing

to say_one:
    set me.said to 1
    judge

to say_two:
    set me.said to 2
    judge

to judge:
    if {judged}: add 1 to me.points
    else: add 1 to me.left.points

play:
    let guesser = first player
    move 1 from sack to guesser.left.hand
    guesser.left chooses nod, frown
{after}    guesser chooses say_one, say_two

winner: highest points, then shared

bot "telling":
    nod when some mine: Ball in me.hand where mine.value is 2
    frown
"""
TOLD = BETRAYED.format(judged="some theirs: Ball in me.left.hand where theirs.value is me.said", after="")
"""B's face tells which ball B has; who does not read it is right half of the time."""
MIXED = BETRAYED.format(
    judged="cup.value is me.said",
    after="""    move 1 from sack to guesser.left.hand
    let put = random ball in guesser.left.hand
    move put to cup
""",
)
"""B's face told of the first ball; which of both lies in the cup nobody has seen, so it is right half of the time.  Who
reads it by where the first ball truly went is always right."""
