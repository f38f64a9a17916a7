"""What is said in other words, beside how it is written: one message on its line, with the right line in its help."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.compiling import project_from_text
from rulelang.syntax.mistakes import slips

BASE = (Path(__file__).parent / "slips.rules").read_text(encoding="utf-8")
STEP = [
    ("move all trinkets to heap", "move every trinket to heap"),
    ("if deck is empty then shuffle deck", "if deck is empty: shuffle deck"),
    ("if deck is empty, shuffle deck", "if deck is empty: shuffle deck"),
    ("if count deck equals 3: shuffle deck", "if count deck is 3: shuffle deck"),
    ("if deck has less than 3: shuffle deck", "if count deck < 3: shuffle deck"),
    ("if me.hand has fewer than 3 cards: shuffle deck", "if count me.hand < 3: shuffle deck"),
    ("if me.hand has at least 3 cards: shuffle deck", "if count me.hand >= 3: shuffle deck"),
    ("if me.hand has no cards: shuffle deck", "if me.hand is empty: shuffle deck"),
    ("if me.score is greater than 3: shuffle deck", "if me.score > 3: shuffle deck"),
    ("if me.score is at most 3: shuffle deck", "if me.score <= 3: shuffle deck"),
    ("if me.score = 3: shuffle deck", "if me.score is 3: shuffle deck"),
    ("if me.score == 3: shuffle deck", "if me.score is 3: shuffle deck"),
    ("if me.score != 3: shuffle deck", "if me.score is not 3: shuffle deck"),
    ("if me.score => 3: shuffle deck", "if me.score >= 3: shuffle deck"),
    ("if me.score > 3 && noisy: shuffle deck", "if me.score > 3 and noisy: shuffle deck"),
    ("if deck.count < 3: shuffle deck", None),
    ("any other player may rest", "anyone of me.others may rest"),
    ("any player can rest", "anyone of players may rest"),
    ("anyone else may rest", "anyone of me.others may rest"),
    ("the others may rest", "anyone of me.others may rest"),
    ("somebody may rest", "anyone of players may rest"),
    ("any of me.others can rest", "anyone of me.others may rest"),
    ("anyone of me.others can rest", "anyone of me.others may rest"),
    ("anyone of me.others may take or rest", "anyone of me.others may take, rest"),
    ("move all player.hand to player.left.hand", "move every player.hand to player.left.hand"),
    ("move every player.hand in players to player.left.hand", "move every player.hand to player.left.hand"),
    ("move every player.left.hand to player.hand", "move every player.hand to player.right.hand"),
    ("move every player.right.hand to player.hand", "move every player.hand to player.left.hand"),
    ("if playing Rich: shuffle deck", 'if playing "Rich": shuffle deck'),
    ('if variant "Rich": shuffle deck', 'if playing "Rich": shuffle deck'),
    ("set me.score to lowest of (me.score, 3)", "set me.score to lowest of me.score and 3"),
    ("set me.score to lowest of me.score or 3", "set me.score to lowest of me.score and 3"),
    ("set me.score to lowest of me.score", "set me.score to lowest of me.score and …"),
    ("if deck.top like heap.top: shuffle deck", "if deck.top is like heap.top: shuffle deck"),
    ("no one wins", "nobody wins"),
    ("resolve rest", "do rest"),
    ("pass player.hand to player.left.hand", "move every player.hand to player.left.hand"),
    ("subtract lowest of me.score and 3 from me.score", "subtract (lowest of me.score and 3) from me.score"),
    ("add lowest of 2 and (count me.hand) to me.score", "add (lowest of 2 and (count me.hand)) to me.score"),
    ("if anyone has 10 score: stop game", "if some player where player.score >= 10: stop game"),
    ("if a player reaches 10 score: stop game", "if some player where player.score >= 10: stop game"),
    ("if any player has at least 10 score: stop game", "if some player where player.score >= 10: stop game"),
    ("for each value from 1 to 3: shuffle deck", "for each value in 1 to 3: shuffle deck"),
    ("each player gains 2 score", "for each player: add 2 to player.score"),
    ("each player pays 2 score", "for each player: subtract 2 from player.score"),
    ("each player draws 2 cards from deck", "for each player: move 2 from deck to …"),
    ("every player draws 2 cards", "for each player: move 2 from … to …"),
    ("add 2 score to me", "add 2 to me.score"),
    ("subtract 2 score from me", "subtract 2 from me.score"),
    ("move a random trinket from me.hand to heap", "move (random trinket in me.hand) to heap"),
    ("move the highest trinket in me.hand to heap", "move (first trinket in me.hand, by highest …) to heap"),
    ("give 2 score to player.left", "add 2 to player.left.score"),
    ("set me.score to me.score / 2", "set me.score to me.score / 2 rounded down"),
    ("set me.score to 2 * me.score / (count players)", "set me.score to 2 * me.score / (count players) rounded down"),
    ("add sum of value in me.hand to me.score", "add (sum of value in me.hand) to me.score"),
    ("add highest value in me.hand to me.score", "add (highest value in me.hand) to me.score"),
    ("add 2 + lowest of 2 and 3 to me.score", "add (2 + lowest of 2 and 3) to me.score"),
    ("move lowest of 2 and 3 from deck to me.hand", "move (lowest of 2 and 3) from deck to me.hand"),
    ("set me.score to lowest of me.score, 3", "set me.score to lowest of me.score and 3"),
    ("set me.score to the smaller of me.score and 3", "set me.score to lowest of me.score and 3"),
    ("set me.score to maximum of me.score and 3", "set me.score to highest of me.score and 3"),
    ("if deck.top looks like heap.top: shuffle deck", "if deck.top is like heap.top: shuffle deck"),
    ("Move 1 from deck to heap", "move 1 from deck to heap"),
    ("Shuffle deck", "shuffle deck"),
    ("me.score += 1", "add 1 to me.score"),
    ("me.score -= 1", "subtract 1 from me.score"),
    ("me.score++", "add 1 to me.score"),
    ("me.score + 1", "add 1 to me.score"),
    ("increase me.score by 2", "add 2 to me.score"),
    ("reduce me.score by 2", "subtract 2 from me.score"),
    ("me gains 3 score", "add 3 to me.score"),
    ("me loses 3 score", "subtract 3 from me.score"),
    ("me.score = 3", "set me.score to 3"),
    ("set me.score = 3", "set me.score to 3"),
    ("set me.score to random 1 to 6", "set me.score to random n in 1 to 6"),
    ("draw 1 from deck", "move 1 from deck to …"),
    ("draw 2 cards from deck to me.hand", "move 2 from deck to me.hand"),
    ("draw 2 cards from deck to my hand", "move 2 from deck to me.hand"),
    ("if deck is empty then end game", "if deck is empty: stop game"),
    ("deal 3 to each player", "for each player: move 3 from … to …"),
    ("put t on heap", "move t to heap"),
    ("put t to heap", "move t to heap"),
    ("return t to deck", "move t to deck"),
    ("discard t", "move t to …"),
    ("reveal t", "show t to all"),
    ("exchange deck with heap", "swap deck with heap"),
    ("swap deck and heap", "swap deck with heap"),
    ("reshuffle deck", "shuffle deck"),
    ("shuffle the heap", "shuffle heap"),
    ("move 1 from the deck to the heap", "move 1 from deck to heap"),
    ("move 2 cards from deck to heap", "move 2 from deck to heap"),
    ("move a card from deck to heap", "move 1 from deck to heap"),
    ("move top 2 cards of deck to heap", "move 2 from deck to heap"),
    ("end turn", "stop turn"),
    ("if noisy: shuffle deck\n    elif heap is empty: shuffle deck", "else if heap is empty: shuffle deck"),
    ("if noisy: shuffle deck\n    else if heap is empty then shuffle deck", "else if heap is empty: shuffle deck"),
    ("if noisy: shuffle deck\n    else shuffle heap", "else: shuffle heap"),
    ("if noisy: shuffle deck\n    otherwise: shuffle heap", "else: shuffle heap"),
    ("until deck is empty: shuffle deck", "repeat until deck is empty: shuffle deck"),
    ("when deck is empty: shuffle heap", "if deck is empty: shuffle heap"),
    ("if noisy || deck is empty: shuffle heap", "if noisy or deck is empty: shuffle heap"),
    ("if me.hand has more than 3 cards: shuffle deck", "if count me.hand > 3: shuffle deck"),
    ("if me.hand has at most 3 cards: shuffle deck", "if count me.hand <= 3: shuffle deck"),
    ("if me.hand has exactly 3 cards: shuffle deck", "if count me.hand is 3: shuffle deck"),
    ("if number of cards in deck < 3: shuffle deck", "if count deck < 3: shuffle deck"),
    ("for player in players: shuffle deck", "for each player: shuffle deck"),
    ("me.score--", "subtract 1 from me.score"),
    ("me.score - 2", "subtract 2 from me.score"),
    ("increment me.score", "add 1 to me.score"),
    ("decrease me.score", "subtract 1 from me.score"),
    ("set me.score as 3", "set me.score to 3"),
    ("move all cards from deck to heap", "move deck to heap"),
    ("draw a card from deck to me.hand", "move 1 from deck to me.hand"),
    ("draw 2 cards", "move 2 from … to …"),
    ("discard 2 cards", "move 2 from … to …"),
    ("game over", "stop game"),
    ('print "Hello."', 'say "Hello."'),
    ("do nothing", "nothing"),
    ("while deck is empty: shuffle deck", "repeat until not (deck is empty): shuffle deck"),
    ("shuffle deck // note", "shuffle deck  # note"),
    ("for every player: shuffle deck", "for each player: shuffle deck"),
    ("for all players: shuffle deck", "for each player: shuffle deck"),
    ("everybody loses", "everyone loses"),
]
PICK = [
    ("pick u: trinkets in me.hand", "pick u: Trinket in me.hand"),
    ("pick u: Trinket from me.hand", "pick u: Trinket in me.hand"),
    ("pick trinket from me.hand", "pick trinket in me.hand"),
    ("pick a trinket in me.hand", "pick trinket in me.hand"),
    ("pick u: Trinket in me.hand where u like t", "pick u: Trinket in me.hand where u is like t"),
    ("pick u: 2 to 3 Trinket in me.hand", "pick u: 2 to 3 of Trinket in me.hand"),
    ("needs count heap > 0 else The heap is empty.", 'needs count heap > 0 else "The heap is empty."'),
    ('needs count heap > 0, "The heap is empty."', 'needs count heap > 0 else "The heap is empty."'),
    ("requires count heap > 0", "needs count heap > 0"),
]
STATE = [
    ("shelf: row of 4 Trinket, seen by all", "shelf: row of up to 4 Trinket, seen by all"),
    ("shelf: row of at most 4 Trinket, seen by all", "shelf: row of up to 4 Trinket, seen by all"),
    ("shelf: row of no more than 4 Trinket, seen by all", "shelf: row of up to 4 Trinket, seen by all"),
    ("shelf: row with room for 4 Trinket, seen by all", "shelf: row of up to 4 Trinket, seen by all"),
    ("shelf: row of max 4 Trinket, seen by all", "shelf: row of up to 4 Trinket, seen by all"),
    ("shelf: row of 0 to 4 Trinket, seen by all", "shelf: row of up to 4 Trinket, seen by all"),
    ("shelf: row of Trinket or NewLaw, at most 4, seen by all", "shelf: row of up to 4 Trinket or NewLaw, seen by all"),
    ("shelf: row of Trinket (max 4), seen by all", "shelf: row of up to 4 Trinket, seen by all"),
    ("player.coins: 0", "player.coins: number, starts at 0"),
    ("angry: yes or no", "angry: flag"),
    ("too noisy: flag", "too_noisy: flag"),
    ("bag: a stack of Trinket, seen by nobody", "bag: pile of Trinket, seen by nobody"),
    ("coins: number = 3", "coins: number, starts at 3"),
]
PLAY = [
    ("repeat: take, lay", "repeat: choose take, lay"),
    ("choose take or lay", "choose take, lay"),
    ("choose: take, lay", "choose take, lay"),
    ("choose one of take, lay", "choose take, lay"),
    ("turns: choose take", "turns from (first player where …): choose take"),
    ("if heap is empty: end game", "stop game"),
    ("if deck is empty: everybody wins", "everyone wins"),
    ("if deck is empty: it is a draw", "nobody wins"),
]
END = [
    ("at the end of each take: shuffle deck", "after take: shuffle deck"),
    ("at the start of every take: shuffle deck", "before take: shuffle deck"),
    ("def player.worth = 3", "define player.worth = 3"),
    ("cards Foo: 1 for each n in 2..10", "1 for each n in 2 to 10"),
    ("suit Colour: red, blue", "kind Colour: red, blue"),
    ("begin: shuffle deck", "setup: shuffle deck"),
    ("board:\n    bag: pile of Trinket, seen by all", "state:"),
    ("course:\n    nothing", "play:"),
    ("kind Colour = red, blue", "kind Colour: red, blue"),
    ("option tax: no, yes", "option tax: no or yes, normally no"),
    ("step rest: shuffle deck", "to rest: shuffle deck"),
    ("bot bold:\n    take", 'bot "bold":'),
    ('bot: "bold"\n    take', 'bot "bold":'),
    ("but player.points = 3 when\n    noisy", "but player.points = 3 when noisy"),
]
WINNER = [
    (
        "winner: highest sum of value in player.hand, then shared",
        "winner: highest (sum of value in player.hand), then shared",
    ),
    ("stalemate: stop game", "whenever …: stop game"),
    ("replace player.score: 0 to 9", "replace state:\n    player.score: 0 to 9"),
    ("but player.score: 0 to 9", "replace state:\n    player.score: 0 to 9"),
    ("replace state: player.score: 0 to 9", "replace state:\n    player.score: 0 to 9"),
    ("loser is first player", "loser: first player"),
    ("loser: highest points", "loser: first player in players, by highest points"),
    ("payoff player in units of 6 = player.points", "payoff player in units of 1/6 = player.points"),
    ("payoff player in 1/6 = player.points", "payoff player in units of 1/6 = player.points"),
    ("winner: most points", "winner: highest points"),
    ("winner: player with highest points", "winner: highest points"),
    ("winner: the player with the most points", "winner: highest points"),
    ("winner: lowest amount in hand", "winner: lowest count hand"),
    ("winner: lowest cards in hand", "winner: lowest count hand"),
    ("winner highest points", "winner: highest points"),
    ("winner: fewest points", "winner: lowest points"),
]
BOT = [
    ("choose take", "take"),
    ("take if deck is empty", "take when deck is empty"),
    ("if deck is empty: take", "take when deck is empty"),
    ("lay(u), highest u.value", "lay(u), by highest u.value"),
    ("lay(u), by u.value", "lay(u), by highest u.value"),
]
TEST = [
    ("then A can only take, lay", "then A may only take, lay"),
    ("then A may take only", "then A may only take"),
    ("then only A may take, lay", "then A may only take, lay"),
    ("then A may only take and lay", "then A may only take, lay"),
    ("given each player.score is 3", "given every player.score is 3"),
    ("given A.score 3", "given A.score is 3"),
    ('as in "a start"', 'given as in "a start"'),
    ('given like "a start"', 'given as in "a start"'),
    ("given as in a start", 'given as in "a start"'),
]
HEAD = [
    ("players 2-4", "players 2 to 4"),
    ("player 2 to 4", "players 2 to 4"),
    ('name "Slips"', 'game "Slips"'),
    ("players: 2 to 4", "players 2 to 4"),
    ('game: "Slips"', 'game "Slips"'),
]
ROWS = [
    *(("    # STEP", f"    {written}", write) for written, write in STEP),
    *(("    # PICK", f"    {written}", write) for written, write in PICK),
    *(("    # STATE", f"    {written}", write) for written, write in STATE),
    *(("        # PLAY", f"        {written}", write) for written, write in PLAY),
    *(("    # BOT", f"    {written}", write) for written, write in BOT),
    *(("    # TEST", f"    {written}", write) for written, write in TEST),
    *(("# END", written, write) for written, write in END),
    *(("winner: highest points, then shared", written, write) for written, write in WINNER),
    *(("players 2 to 4" if write.startswith("players") else 'game "Slips"', written, write) for written, write in HEAD),
]


def found(text: str) -> list[tuple[str, str | None]]:
    """The lines of all errors in a text, as they are written, with their help."""
    project = project_from_text(text, "slips.rules")
    told = [d for d in project.check() if d.is_error]
    return [(project.source.line(project.source.position(d.span.start)[0]), d.help) for d in told if d.span]


def test_the_base_is_right() -> None:
    assert found(BASE) == []


@pytest.mark.parametrize(("at", "written", "write"), ROWS, ids=[row[1].strip() for row in ROWS])
def test_how_it_is_written(at: str, written: str, write: str | None) -> None:
    assert BASE.count(f"{at}\n") == 1
    told = found(BASE.replace(f"{at}\n", f"{written}\n"))
    [(line, help)] = told
    assert line in written.split("\n")
    if write is not None:
        assert help == f"write `{write}`"


@pytest.mark.parametrize(
    "written", ["move 1 1 from deck", "shuffle deck heap", "if : shuffle deck", "set to 3", "(((("]
)
def test_nothing_is_proposed_that_is_no_better(written: str) -> None:
    [(_, help)] = found(BASE.replace("    # STEP", f"    {written}"))
    assert (
        help is None or not help.startswith("write `") or found(BASE.replace("    # STEP", f"    {help[7:-1]}")) == []
    )


def test_each_turn_of_speech_stands_in_a_row() -> None:
    said = [
        part.strip()
        for _, written, _ in ROWS
        for line in written.split("\n")
        for part in (line, line.rpartition(": ")[2])
    ]
    unused = [
        slip
        for slip, (pattern, _) in zip(slips._SLIPS, slips._compiled(), strict=True)
        if not any(map(pattern.search, said))
    ]
    assert unused == []
