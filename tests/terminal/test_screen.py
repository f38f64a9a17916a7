"""What a seat sees as text."""

from __future__ import annotations

import io
import random

import pytest

from interpreter.game import Game
from interpreter.terminal.cards import card_text, every_card, grouped, place_text
from interpreter.terminal.paper import Framed, Plain, printable
from interpreter.terminal.screen import lines, screen_of
from interpreter.views import CardView, CounterView, View, ZoneView

UNKNOWN = CardView(None)


def card(text: str) -> CardView:
    return CardView(text)


def zone(name: str, shape: str, *cards: CardView, loose: int = 0) -> ZoneView:
    return ZoneView(name, shape, len(cards), len(cards) - loose, loose, cards)  # type: ignore[arg-type]


def view(player: str | None, zones: list[ZoneView], counters: list[CounterView]) -> View:
    return View(player, "T", "running", None, None, (), (), False, (zone("box", "pile"), *zones), tuple(counters), None)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (zone("x", "hand"), "empty"),
        (zone("x", "hand", card("a"), card("b"), card("a")), '2 of "a", "b"'),
        (zone("x", "hand", card("c 10"), card("c 9"), card("b 11")), '"b 11", "c 9", "c 10"'),
        (zone("x", "hand", UNKNOWN, UNKNOWN), "2 cards"),
        (zone("x", "hand", card("a"), UNKNOWN), '"a", 1 unknown'),
        (zone("x", "bag", UNKNOWN), "1 card"),
        (zone("x", "row", card("b"), card("a"), card("b")), '"b", "a", "b"'),
        (zone("x", "row", card("b"), UNKNOWN), '"b", ?'),
        (zone("x", "row", UNKNOWN, UNKNOWN, UNKNOWN), "3 unknown cards"),
        (zone("x", "slot", UNKNOWN), "?"),
        (zone("x", "slot", card("guard #2")), '"guard" #2'),
        (zone("x", "pile", card("a")), '"a"'),
        (zone("x", "pile", card("a"), UNKNOWN, UNKNOWN), '3 cards, on top "a"'),
        (zone("x", "pile", UNKNOWN, card("a")), "2 cards"),
        (zone("x", "pile", card("a"), card("b"), loose=2), "2 cards"),
        (zone("x", "row", *[card("a")] * 30), ", ".join(['"a"'] * 24) + " … and 6 more"),
    ],
)
def test_a_place(place: ZoneView, said: str) -> None:
    assert place_text(place) == said


def test_a_card_with_all_that_is_known_of_it() -> None:
    assert card_text(CardView("a", None, (("turned", "yes"),), ())) == '"a" (turned yes)'
    assert card_text(CardView(None, "wood", (), ("colour is red",))) == "? with the back wood (colour is red)"
    assert grouped([CardView(None, "wood"), CardView(None, "wood")]) == "2 of ? with the back wood"


def test_every_card_of_a_place() -> None:
    place = ZoneView("x", "pile", 4, 1, 2, (card("top"), card("m"), UNKNOWN, card("bottom")))
    assert every_card(place) == ['1: "top"', 'in no known order: "m", 1 unknown', '4: "bottom"']
    assert every_card(zone("x", "pile")) == ["empty"]


def test_who_has_what_stands_where() -> None:
    zones = [
        zone("deck", "pile", UNKNOWN),
        zone("owl.stable", "pile", card("owl 2"), UNKNOWN),
        zone("A.hand", "hand", card("x"), card("x")),
        zone("B.hand", "hand", UNKNOWN),
        zone("A.won", "row"),
        zone("B.won", "row"),
    ]
    counters = [
        CounterView("passes", "0"),
        CounterView("folder", "none"),
        CounterView("A.coins", "3"),
        CounterView("B.coins", "4"),
        CounterView("B.safe", "no"),
    ]
    assert lines(screen_of(view("A", zones, counters), ("A", "B"))) == [
        "deck: 1 card",
        'owl.stable: 2 cards, on top "owl 2"',
        "also: passes 0",
        "B: hand 1 card; coins 4",
        'your hand: 2 of "x"',
        "your won: empty",
        "your counters: coins 3",
    ]
    onlooker = lines(screen_of(view(None, zones, counters), ("A", "B")))
    assert 'A: hand 2 of "x"; coins 3' in onlooker
    assert not any(line.startswith("your") for line in onlooker)


def test_many_empty_places_take_one_line() -> None:
    zones = [zone(f"{number}.meld", "row", *([card("x")] if number == 3 else [])) for number in range(1, 18)]
    assert lines(screen_of(view("A", zones, []), ("A",))) == ["meld: 16 empty", '3.meld: "x"']
    few = [zone(f"{number}.meld", "row") for number in range(1, 4)]
    assert lines(screen_of(view("A", few, []), ("A",))) == ["1.meld: empty", "2.meld: empty", "3.meld: empty"]


def test_nothing_but_the_view_is_shown(game: Game) -> None:
    """Two games in which the view of a player is the same have the same screen, and no unknown card has a name."""
    draw = random.Random(5)
    state = game.new(5)
    while state.decision is not None:
        for seat in range(3):
            seen = state.view(seat)
            text = "\n".join(lines(screen_of(seen, game.names)))
            known = {name.rpartition(" #")[0] or name for place in seen.zones for name in place.known}
            assert {name for name in ("apple", "joker", "clown", "guard", "Guard") if f'"{name}"' in text} <= known
        state.apply(draw.choice([choice for choice in state.decision.choices if choice.text != "wait(-1)"]))


@pytest.mark.parametrize("width", [30, 80, 200])
def test_frames_keep_to_the_width(width: int, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = io.StringIO()
    paper = Framed(out)
    paper.screen(screen_of(game.new(3).view(0), game.names))
    written = out.getvalue().splitlines()
    assert max(map(len, written)) <= width
    assert "you are A" in out.getvalue()


def test_nothing_moves_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    nasty = view("A", [zone("d\x1b[2Jk", "row", card("[bold]\x1b[31mred\x07"))], [])
    for paper_of in (Plain, Framed):
        out = io.StringIO()
        paper_of(out).screen(screen_of(nasty, ("A", "B")))
        assert "\x1b" not in out.getvalue()
        assert "\x07" not in out.getvalue()
        assert "[bold]" in out.getvalue()
    assert printable("a\tb\n") == "a?b?"
