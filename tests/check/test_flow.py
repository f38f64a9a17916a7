"""What is said of the flow of a game, and of which words: one line of a small game at a time."""

from __future__ import annotations

import pytest

import rulelang

HEAD = """rules 1
game "Flow"
players {players}
kind Colour: red, blue
cards Chip "{{colour}} {{worth}}": 1 for each colour, worth in 1 to 9
state:
    deck: pile of Chip, seen by nobody
    line: row of Chip, seen by all
    empty_row: row of Chip, seen by all
    player.hand: hand of Chip, seen by owner
    player.score: 0 to 99
    player.tired: flag
    rounds: 0 to 9
    open: flag
to dig: move up to 1 from deck to line
to rest: nothing
winner: highest score, then shared
"""
SETUP = "setup:\n    move every chip to deck\n    shuffle deck\n"
PLAY = "play: turns once: choose dig, rest\n"


def told(rules: str, codes: str, players: str = "2 to 4") -> list[str]:
    """The words that something is said of, by messages of these codes."""
    text = HEAD.format(players=players) + (SETUP if "setup:" not in rules else "") + rules
    text += PLAY if "play:" not in rules else ""
    found = rulelang.project_from_text(text, "flow.rules").check()
    wanted = [one for one in found if one.code in codes.split()]
    assert not [one.message for one in found if one.is_error and one not in wanted]
    return [f"{one.code} {text[one.span.start : one.span.end].splitlines()[0]}" for one in wanted if one.span]


LINES = {
    "stop leaves": ("to act:\n    stop game\n    dig", ["RL0505 dig"]),
    "everyone loses leaves": ("to act:\n    everyone loses\n    dig", ["RL0505 dig"]),
    "one arm leaves": ("to act:\n    if open: stop game\n    dig", []),
    "every arm leaves": ("to act:\n    if open: stop game\n    else: everyone loses\n    dig", ["RL0505 dig"]),
    "only the first arm leaves": ("to act:\n    if open: stop game\n    else: rest\n    dig", []),
    "only the last arm leaves": ("to act:\n    if open: rest\n    else: everyone loses\n    dig", []),
    "an arm whose last line leaves": (
        "to act:\n    if open:\n        rest\n        stop game\n    else:\n        rest\n        stop game\n    dig",
        ["RL0505 dig"],
    ),
    "an arm that goes on": (
        "to act:\n    if open:\n        stop game\n    else:\n        if open: stop game\n        rest\n    dig",
        [],
    ),
    "inside of a loop": ("to act:\n    for each player:\n        stop game\n        rest\n    dig", ["RL0505 rest"]),
    "in a hook": ("to act: dig\nafter act:\n    stop game\n    rest", ["RL0505 rest"]),
    "in set-up": (
        "to act: dig\nsetup:\n    move every chip to deck\n    everyone loses\n    shuffle deck",
        ["RL0505 shuffle deck"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_lines_that_are_never_reached(name: str) -> None:
    rules, expected = LINES[name]
    assert told(f"{rules}\nplay: turns once: choose act, rest\n", "RL0505") == expected


LOOPS = {
    "without an end": ("repeat: dig", ["RL0510 repeat: dig"]),
    "the game stops": ("repeat: over\nto over: stop game", []),
    "everyone loses": ("repeat: over\nto over: everyone loses", []),
    "what it stops is beneath it": ("repeat: over\nto over: stop over", ["RL0510 repeat: over"]),
    "until something that changes": ("repeat until rounds is 3: on\nto on: add 1 to rounds", []),
    "until something that does not": ("repeat until rounds is 3: dig", ["RL0511 rounds is 3"]),
    "until cards have moved": ("repeat until deck is empty: dig", []),
    "until cards lie elsewhere": ("repeat until deck is empty: rest", ["RL0511 deck is empty"]),
    "through a value": ("repeat until late: on\nto on: add 1 to rounds\ndefine late = rounds > 3", []),
    "through a value that stays": ("repeat until late: dig\ndefine late = rounds > 3", ["RL0511 late"]),
    "a hook of what it does": ("repeat until rounds is 3: dig\nafter dig: add 1 to rounds", []),
    "a whenever": ("repeat until rounds is 3: dig\nwhenever deck is empty: add 1 to rounds", []),
    "so many times": ("repeat 3 times: dig", []),
    "in another loop": ("for each player:\n        repeat: dig", ["RL0510 repeat: dig"]),
    "in an arm": ("if open:\n        repeat: dig", ["RL0510 repeat: dig"]),
    "turns": ("turns from (first player) where rounds < 2: choose dig", ["RL0511 rounds < 2"]),
    "turns that end": ("turns from (first player) where deck is not empty: choose dig", []),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
def test_loops_that_cannot_end(name: str) -> None:
    rules, expected = LOOPS[name]
    first, _, more = rules.partition("\nto ")
    first, _, rest = first.partition("\n" if "\n    " not in first else "\0")
    declared = rest + (f"\nto {more}" if more else "")
    assert told(f"play:\n    {first}\n    rest\n{declared}\n", "RL0510 RL0511") == expected


HOOKS = {
    "of a step that nobody comes to": ("to sing: nothing\nafter sing: dig", ["RL0506 after sing: dig"]),
    "of a step that is only offered": ("after rest: dig", []),
    "before what always takes its place": (
        "before rest: dig\ninstead of rest: nothing", ["RL0507 before rest: dig"],
    ),
    "after what always takes its place": ("instead of rest: nothing\nafter rest: dig", ["RL0507 after rest: dig"]),
    "an earlier one": (
        "instead of rest when open: dig\ninstead of rest: nothing", ["RL0507 instead of rest when open: dig"],
    ),
    "a later one": ("instead of rest: nothing\ninstead of rest when open: dig", []),
    "one that says `as usual`": ("before rest: dig\ninstead of rest: as usual", []),
    "one that says so in an arm": ("before rest: dig\ninstead of rest:\n    if open: as usual", []),
    "one with a condition": ("before rest: dig\ninstead of rest when open: nothing", []),
    "one once a round": ("before dig: rest\ninstead of dig once per rest: nothing", []),
}  # fmt: skip


@pytest.mark.parametrize("name", HOOKS)
def test_hooks_that_never_fire(name: str) -> None:
    rules, expected = HOOKS[name]
    assert told(f"{rules}\n", "RL0506 RL0507") == expected


OFFERS = {
    "a place that is filled": ("pick chip in line", "2 to 4", []),
    "a place that never is": ("pick chip in empty_row", "2 to 4", ["RL0509 choose act"]),
    "some of a place that never is": ("pick group: 2 of Chip in empty_row", "2 to 4", []),
    "the others": ("pick player in me.others", "2 to 4", []),
    "the others of a game for one": ("pick player in me.others", "1", ["RL0509 choose act"]),
    "the others where there may be some": ("pick player in me.others", "1 to 2", []),
    "all of a game for one": ("pick player in players", "1", []),
    "a need that never holds": ("needs no", "2 to 4", ["RL0509 choose act"]),
    "a need that always holds": ("needs yes", "2 to 4", []),
}  # fmt: skip


@pytest.mark.parametrize("name", OFFERS)
def test_choices_that_are_always_empty(name: str) -> None:
    header, players, expected = OFFERS[name]
    rules = f"to act:\n    {header}\n    rest\nplay:\n    turns once: choose dig\n    turns once:\n        choose act\n"
    assert told(rules, "RL0509", players) == expected
    assert told(rules.replace("choose act", "choose act, rest"), "RL0509", players) == []
    assert told(rules.replace("choose act", "choose act, if none: rest"), "RL0509", players) == []


CIRCLES = {
    "of one step": ("to sing: sing", "RL0501 sing: `sing` comes back to itself: `sing` → `sing`"),
    "of two": (
        "to sing: hum\nto hum: sing",
        "RL0501 hum: `sing` comes back to itself: `sing` → `hum` → `sing`",
    ),
    "through a hook and an offer": (
        "to sing: nothing\nafter sing: choose hum, rest\nto hum: sing",
        "RL0501 hum: `sing` comes back to itself: `sing` → `hum` → `sing`",
    ),
    "of values": (
        "define one = two + 1\ndefine two = one",
        "RL0502 one: to know `one` one must know `one`: `one` → `two` → `one`",
    ),
    "of what can be done": (
        "to sing:\n    needs some player where player can sing",
        "RL0502 player can sing: to know `can sing` one must know `can sing`: `can sing` → `can sing`",
    ),
    "none, only twice the same": ("to sing:\n    rest\n    rest\nto hum:\n    sing\n    rest", None),
}  # fmt: skip


@pytest.mark.parametrize("name", CIRCLES)
def test_circles(name: str) -> None:
    rules, expected = CIRCLES[name]
    text = f"{HEAD.format(players='2')}{SETUP}{rules}\nplay: turns once: choose sing, hum, rest\n"
    text = text if "to hum" in text else text.replace(" hum,", "")
    text = text if "to sing" in text else text.replace(" sing,", "")
    found = [one for one in rulelang.project_from_text(text, "flow.rules").check() if one.is_error]
    said = [f"{one.code} {text[one.span.start : one.span.end]}: {one.message}" for one in found if one.span]
    assert said == ([] if expected is None else [expected])


RESULTS = {
    "a winner": ("winner: highest score, then shared", "play:\n    dig\n    rest", []),
    "no winner": ("", "play:\n    dig\n    rest", ["RL0705 dig"]),
    "a payoff": ("define player.payoff = player.score", "play:\n    dig\n    rest", []),
    "everyone may lose": ("", "play:\n    dig\n    everyone loses", []),
    "everyone may lose in a step": ("to lose: everyone loses", "play:\n    dig\n    lose", []),
    "a tie": ("winner: highest score", "play: dig", ["RL0706 winner: highest score"]),
    "somebody by name": ("winner: first player", "play: dig", []),
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_how_it_ends(name: str) -> None:
    winner, play, expected = RESULTS[name]
    head = HEAD.replace("winner: highest score, then shared\n", "")
    text = head.format(players="2 to 4") + SETUP + f"{play}\n{winner}\n"
    found = [one for one in rulelang.project_from_text(text, "ends.rules").check() if one.code.startswith("RL070")]
    said = [f"{one.code} {text[one.span.start : one.span.end]}" for one in found if one.span]
    assert [one for one in said if one[:6] in ("RL0705", "RL0706")] == expected


def test_a_game_without_play_and_one_without_a_title() -> None:
    text = HEAD.format(players="2 to 4") + SETUP
    (found,) = [one for one in rulelang.project_from_text(text, "ends.rules").check() if one.code == "RL0707"]
    assert found.span is not None
    assert (found.span.path, found.span.start, found.span.end) == ("ends.rules", 0, 0)
    untitled = text.replace('game "Flow"\n', "") + "play:\n    dig\n    rest\n"
    (found,) = [one for one in rulelang.project_from_text(untitled, "ends.rules").check() if one.code == "RL0708"]
    assert found.span is not None
    assert untitled[found.span.start : found.span.end] == "dig"
