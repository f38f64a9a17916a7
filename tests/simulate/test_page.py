"""The page for a browser: whole, without links, with the figures of the JSON."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from typing import Any

import pytest

from interpreter import load
from interpreter.simulate import Comparison, Plan, Statistics, findings, play_all

pytest.importorskip("matplotlib")
VOID = {"meta"}
HEADING = {
    "title": "Tom & <Jerry>", "rules": "tom.rules", "rules_hash": "0123456789abcdef", "players": 2,
    "variants": ["Wild"], "options": {"length": "short"}, "bots": ["random"] * 2,
    "seed": "s", "backend": "python", "rulelang": "0",
}  # fmt: skip


class Whole(HTMLParser):
    """Every element that is begun must be ended in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID and tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def data_of(name: str, games: int, players: int = 2) -> dict[str, Any]:
    game = load(name, players=players)
    statistics = Statistics.of(game)
    for playout in play_all(game, Plan("s", games, ("random",) * players)):
        statistics.add(playout)
    bots = ["random"] * players
    return {**statistics.to_dict(), **HEADING, "players": players, "bots": bots, "findings": findings(statistics)}


def read(html: str) -> Whole:
    parser = Whole()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    assert "://" not in html
    assert "<script" not in html
    assert not re.search(r'(?:src|href)="(?!#)', html)
    assert not re.search(r"url\((?!#)", html)
    assert len(parser.ids) == len(set(parser.ids))
    for target in re.findall(r'href="#([^"]+)"', html) + re.findall(r"url\(#([^)]+)\)", html):
        assert target in parser.ids
    for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        ET.fromstring(svg.replace("xlink:href", "href"))
    return parser


@pytest.mark.parametrize(("name", "players", "plots"), [("werwars", 3, 7), ("kuhn", 2, 4), ("magpie", 2, 6)])
def test_the_page_is_whole(name: str, players: int, plots: int) -> None:
    from interpreter.simulate.page import page

    data = data_of(name, 12, players)
    html = page(data)
    texts = read(html).texts
    text = " ".join(texts)
    assert html.count("<svg") == plots
    assert "Tom & <Jerry>" in text
    assert "&lt;Jerry&gt;" in html
    assert "Wild · length: short" in text
    for sentence in data["findings"]:
        assert sentence.replace("`", "") in "".join(texts)
    for seat in data["seats"].values():
        assert f"{100 * seat['share']:.1f}\N{NO-BREAK SPACE}%" in text
    for move, count in (data["watched"]["moves"]).items():
        assert move in text
        assert f"{count['chosen']} of {count['offered']}" in text or not count["offered"]
    for quantile in ("mean", "deviation"):
        assert f"{data['turns'][quantile]:.1f}" in text


def test_teams_are_told_with_the_wins_of_their_seats() -> None:
    from interpreter.simulate.page import page

    data = data_of("magpie", 4)
    team = {"wins": 2, "shared": 1, "share": 0.6, "interval": [0.3, 0.8], "more_than_chance": None, "fair_share": 0.5}
    data["teams"] = {"A and C": team, "B and D": {**team, "wins": 1}}
    data["seats"] = {"A": {**team, "wins": 3, "shared": 1}, "B": {**team, "wins": 0, "shared": 2}}
    texts = read(page(data)).texts
    rows = [texts[place : place + 2] for place, text in enumerate(texts) if text in ("A (random)", "B (random)")]
    assert rows == [["A (random)", "4"], ["B (random)", "2"]]
    cells = ["A and C", "2", "1", "60.0\N{NO-BREAK SPACE}%"]
    assert cells in [texts[place : place + 4] for place in range(len(texts))]


@pytest.mark.parametrize(
    ("teams", "firsts", "drawn"),
    [
        (False, {"A": 1, "B": 6}, ["A (random)", "B (random)", "chooses first"]),
        (False, {"A": 7, "B": 0}, ["A (random)", "B (random)"]),  # always the same seat: said of it already
        (True, {"A": 1, "B": 1}, ["one", "the team of who chooses first"]),
    ],
)
def test_whose_share_is_drawn(
    teams: bool, firsts: dict[str, int], drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from interpreter.simulate import page, plots

    data = data_of("magpie", 4)
    share = {"wins": 2, "shared": 1, "share": 0.6, "interval": [0.3, 0.8], "more_than_chance": None, "fair_share": 0.5}
    data["watched"]["first_to_choose"] = {**share, "games": firsts}
    data["teams"] = {"one": share} if teams else None
    seen: list[str] = []
    shares = plots.shares
    monkeypatch.setattr(plots, "shares", lambda rows, fair: seen.extend(name for name, _ in rows) or shares(rows, fair))
    page._winners(data)
    assert seen == drawn


@pytest.mark.parametrize(("scores", "said"), [(["points"], False), (["points", "cards"], True)])
def test_what_decided_is_said_where_something_else_could_have(scores: list[str], said: bool) -> None:
    from interpreter.simulate.page import Note, _scores

    data = data_of("magpie", 4)
    spread = next(iter(next(iter(data["scores"].values())).values()))
    data["scores"] = {score: {"A": spread, "B": spread} for score in scores}
    data["decided_by"] = {"points": 4}
    [section] = _scores(data)
    assert (Note("“points” decided who won in 4 games.") in section.parts) is said


def test_what_is_listed_at_most() -> None:
    from interpreter.simulate.page import page

    data = data_of("magpie", 4)
    data["given_up_seeds"] = [f"s/{number}" for number in range(12)]
    data["faults"] = [{"seed": f"f/{number}", "message": "no card"} for number in range(11)]
    text = " ".join(read(page(data)).texts)
    assert (text.count(": cut off"), text.count("no card")) == (10, 10)
    assert "seed s/9: cut off" in text
    assert "seed s/10" not in text


def test_the_same_figures_make_the_same_page() -> None:
    from interpreter.simulate.page import page

    data = data_of("magpie", 5)
    assert page(data) == page(data)


def test_a_page_of_games_without_an_end() -> None:
    from interpreter.simulate.page import page

    game = load("magpie", players=2)
    statistics = Statistics.of(game)
    for playout in play_all(game, Plan("s", 2, ("random",) * 2, most=3)):
        statistics.add(playout)
    html = page({**statistics.to_dict(), **HEADING, "findings": findings(statistics)})
    assert "seed s/1: cut off" in " ".join(read(html).texts)


def test_a_page_without_notes() -> None:
    from interpreter.simulate.page import page

    game = load("magpie", players=2)
    statistics = Statistics.of(game)
    for playout in play_all(game, Plan("s", 5, ("random",) * 2, watch=False)):
        statistics.add(playout)
    html = page({**statistics.to_dict(), **HEADING, "findings": findings(statistics)})
    read(html)
    assert html.count("<svg") == 3


def test_the_page_of_a_comparison() -> None:
    from interpreter.simulate.page import comparison_page

    games = load("magpie", players=2), load("magpie", players=2, options={"nerves": "strong"})
    comparison = Comparison(2)
    plan = Plan("s", 30, ("random",) * 2)
    for pair in zip(*(play_all(game, plan) for game in games), strict=True):
        comparison.add(*pair)
    data: dict[str, Any] = {**comparison.to_dict(), "a": HEADING, "b": {**HEADING, "title": "Spike"}}
    text = " ".join(read(comparison_page(data)).texts)
    assert "Tom & <Jerry> · Spike: a comparison" in text
    for one in data["differences"]:
        assert one["figure"] in text
    mean = next(one for one in data["differences"] if one["figure"] == "mean points")
    assert f"{mean['difference']:+.2f}" in text


def test_a_comparison_of_too_few_games() -> None:
    from interpreter.simulate.page import comparison_page

    comparison = Comparison(2)
    read(comparison_page({**comparison.to_dict(), "a": HEADING, "b": HEADING}))
