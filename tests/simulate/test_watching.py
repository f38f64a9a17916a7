"""What is noted of a game, against the same game played once more by other means."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from interpreter import load
from interpreter.bots import Sight, seat_bots
from interpreter.game import Game
from interpreter.simulate import Playout, play_out
from interpreter.simulate.watching import changes, lines_that_show, only_fallbacks, open_score

CALM = """rules 1
game "Calm"
players 2
state:
    leader: Player, starts as random player
    player.sail: flag
    mist: 0 to 9
to wait:
    "Wait."
    set me.sail to no
    add 1 to mist
    if mist is 3: set mist to 0
play: turns once: choose wait
define player.points = 1
winner: highest points, then shared
"""

GAMES = [("werwars", "coins", 3), ("magpie", "points", 2), ("letters", "favours", 2)]


def again(game: Game, seed: str, score: str) -> dict[str, Any]:
    """The same game through the state and its log, with everything counted anew."""
    bots = seat_bots(["random"] * game.players, seed)
    state = game.new(seed)
    counted: dict[str, Any] = {"options": [], "asked": Counter(), "passes": Counter(), "first": None}
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    leaders: list[str] = []
    while (decision := state.decision) is not None:
        leaders.append(leader([state.value(score, seat) for seat in range(game.players)]))
        counted["first"] = decision.player if counted["first"] is None else counted["first"]
        counted["options"].append(len(decision.choices))
        counted["asked"][decision.player] += 1
        fallback = decision.declaration.fallback
        texts = {choice.step for choice in decision.choices}
        offered.update(texts)
        if fallback and {choice.offer for choice in decision.choices} == {len(decision.declaration.offers)}:
            counted["passes"][decision.player] += 1
        bot = bots[decision.player]
        assert bot is not None
        choice = decision.choices[bot.choose(Sight(state, decision.player, len(decision.choices)))]
        chosen[choice.step] += 1
        state.apply(choice)
    leaders.append(leader([state.value(score, seat) for seat in range(game.players)]))
    result = state.result
    assert result is not None
    half = leaders[len(counted["options"]) // 2]
    alone = "".join(leaders).replace("-", "")
    return counted | {
        "moves": {name: (offered[name], chosen[name]) for name in offered},
        "lead_changes": sum(a != b for a, b in pairwise(alone)),
        "half": -1 if half == "-" else int(half),
        "leaders": leaders,
        "result": result,
    }


def leader(values: list[int]) -> str:
    best = [seat for seat, value in enumerate(values) if value == max(values)]
    return str(best[0]) if len(best) == 1 else "-"


@pytest.mark.parametrize(("name", "score", "players"), GAMES)
def test_notes(name: str, score: str, players: int) -> None:
    game = load(name, players=players)
    for number in range(6):
        playout = play_out(game, f"n/{number}", ("random",) * players, watch=True)
        notes, known = playout.notes, again(game, f"n/{number}", score)
        assert notes is not None
        assert playout.result == known["result"]
        assert list(notes.options) == known["options"]
        assert playout.options == sum(known["options"])
        assert notes.asked == tuple(known["asked"][seat] for seat in range(players))
        assert notes.passes == tuple(known["passes"][seat] for seat in range(players))
        assert notes.moves == known["moves"]
        assert (notes.first, notes.lead_changes, notes.half) == (
            known["first"], known["lead_changes"], known["half"],
        )  # fmt: skip
        check_ahead(notes.ahead, known, playout)


def check_ahead(ahead: int | None, known: dict[str, Any], playout: Playout) -> None:
    winners = known["result"].winners
    if len(winners) != 1:
        assert ahead is None
        return
    assert ahead is not None
    leaders = known["leaders"]
    won = str(winners[0])
    if leaders[-1] != won:
        assert ahead == playout.decisions  # a tie-break did it
    else:
        assert set(leaders[ahead:]) == {won}
        assert ahead == 0 or leaders[ahead - 1] != won


def test_watching_changes_nothing() -> None:
    game = load("werwars", players=2)
    for number in range(5):
        watched = play_out(game, f"s/{number}", ("random",) * 2, watch=True)
        assert evolve(watched, notes=None) == play_out(game, f"s/{number}", ("random",) * 2)


def test_piles_made_anew_are_those_of_the_log() -> None:
    game = load("werwars", players=3)
    watched = [play_out(game, f"s/{number}", ("random",) * 3, watch=True) for number in range(5)]
    assert sum(playout.notes.refills for playout in watched if playout.notes) > 0
    for playout in watched:
        state = game.new(playout.seed)
        bots = seat_bots(["random"] * 3, playout.seed)
        while (decision := state.decision) is not None:
            bot = bots[decision.player]
            assert bot is not None
            state.apply(bot.choose(Sight(state, decision.player, len(decision.choices))))
        assert playout.notes is not None
        assert playout.notes.refills == sum(line.endswith(" and is shuffled") for line in state.log())


def test_changes_of_the_lead() -> None:
    assert changes([-1, 0, -1, 0, 1, -1, 1, 0]) == 2
    assert changes([-1, -1]) == 0


def test_what_the_rules_tell_beforehand() -> None:
    werwars = load("werwars").program
    assert only_fallbacks(werwars) == ["give_up"]
    places = lines_that_show(werwars)
    assert "gather" in places.values()
    assert all("werwars.rules:" in place for place in places)
    assert open_score(load("magpie").program)
    assert not open_score(load("kuhn").program)  # nothing is compared there


def test_what_is_set_to_the_value_that_it_has_did_happen(tmp_path: Path) -> None:
    (tmp_path / "calm.rules").write_text(CALM)
    game = load(tmp_path / "calm.rules")
    notes = play_out(game, "s/0", ["random"] * 2, watch=True).notes
    assert notes is not None
    missed = {place.rsplit(":", 2)[1]: rule for place, rule in lines_that_show(game.program).items()}
    for place in notes.touched:
        missed.pop(place.rsplit(":", 2)[1], None)
    assert missed == {"12": "wait"}


OPEN_GAME = """rules 1
game "Open"
players 2
cards Chip "{{worth}}": 1 for each worth in 1 to 4
state:
    deck: pile of Chip, seen by nobody
    line: row of Chip, seen by all
    heap: pile of Chip, top seen by all
    player.hand: hand of Chip, seen by owner
    player.coins: 0 to 9
    player.secret: 0 to 9, seen by owner
setup: move every chip to deck
to wait: "Wait."
play: turns once: choose wait
define player.of_hand = count (chip in player.hand where chip.worth > 2)
define player.twice = 2 * player.of_hand
define player.of_line = sum of worth in line
define player.of_heap = sum of worth in heap
define player.points = {score}
winner: highest points, then shared
"""

SCORES = {
    "1": True,
    "player.coins": True,
    "player.secret": False,
    "player.coins + player.secret": False,
    "player.of_line": True,
    "player.of_heap": False,
    "player.of_hand": False,
    "player.coins + player.twice": False,
    "player.coins + player.of_line": True,
}  # fmt: skip


@pytest.mark.parametrize("score", SCORES)
def test_whether_all_of_a_score_is_seen_by_all(score: str, tmp_path: Path) -> None:
    (tmp_path / "open.rules").write_text(OPEN_GAME.format(score=score).replace("{{", "{").replace("}}", "}"))
    assert open_score(load(tmp_path / "open.rules").program) is SCORES[score]
