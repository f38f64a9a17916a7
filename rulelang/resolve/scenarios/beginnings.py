"""Beginnings that scenarios share: `given as in "…"`, and lines that are given for every player or member.

Comes in: the scenarios of a text as written.  Goes out: the same with the lines of the beginnings in their places, and
`given every other player.hand is …` written out for those who are meant.  What the lines mean is left to `from_ast`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.names import Names, variable_name
from rulelang.resolve.reports import Reports
from rulelang.resolve.wording import words
from rulelang.syntax import model as ast

BEGINNING = (ast.WithPlayers, ast.WithVariant, ast.OptionChosen, ast.Given, ast.Begins, ast.TurnBegins, ast.Chooses)


def begun(scenarios: Sequence[ast.Scenario], reports: Reports) -> list[ast.Scenario]:
    """Each scenario with the beginnings that it shares in front of its own lines."""
    known = {scenario.title: scenario for scenario in scenarios}
    return [evolve(one, lines=tuple(_lines(one, known, (one.title,), reports))) for one in scenarios]


def _lines(
    scenario: ast.Scenario, known: Mapping[str, ast.Scenario], way: tuple[str, ...], reports: Reports
) -> list[ast.ScenarioLine]:
    """The lines of a scenario, those of its beginning first; what it says itself of the same thing counts alone."""
    own = [line for line in scenario.lines if not isinstance(line, ast.AsIn)]
    shared: list[ast.ScenarioLine] = []
    for line in scenario.lines:
        if isinstance(line, ast.AsIn):
            shared += _of_another(line, known, way, reports)
    said = {_subject(line) for line in own} - {None}
    return [*(line for line in shared if _subject(line) not in said), *own]


def _of_another(
    line: ast.AsIn, known: Mapping[str, ast.Scenario], way: tuple[str, ...], reports: Reports
) -> Iterator[ast.ScenarioLine]:
    other = known.get(line.title)
    if other is None:
        near = did_you_mean(line.title, known)
        reports.diagnostic("RL0808", line.span, title=line.title, suggestion=near)
    elif other.title in way:
        reports.diagnostic("RL0809", line.span, title=line.title)
    elif other.cases:
        reports.diagnostic("RL0810", line.span, title=line.title)
    else:
        lines = _lines(other, known, (*way, other.title), reports)
        yield from (one for one in lines if isinstance(one, BEGINNING))


def _subject(line: ast.ScenarioLine) -> str | None:
    """What a line says that can be said but once."""
    match line:
        case ast.WithPlayers():
            return "players"
        case ast.OptionChosen(name=name):
            return f"option {name.text}"
        case ast.Begins() | ast.TurnBegins():
            return "when"
        case ast.Given(starts=False):
            return f"given {line.every} {words(line.target)}"
        case _:
            return None


# ---------------------------------------------------------------- every player, every suit


def written_out(
    lines: Sequence[ast.ScenarioLine], players: int, names: Names, reports: Reports
) -> Iterator[ast.ScenarioLine]:
    """`given every other player.coins is 3` as a line for each player for whom no line of their own says it."""
    said = {words(line.target) for line in lines if isinstance(line, ast.Given) and not line.every}
    for line in lines:
        first = _first(line.target) if isinstance(line, ast.Given) and line.every else None
        if first is None or not isinstance(line, ast.Given):
            yield line
            continue
        members = _members(first.name.text, players, names)
        if not members:
            reports.diagnostic("RL0811", first.span, name=first.name.text)
        for word in members:
            target = _with(line.target, first, word)
            if line.every == "every" or words(target) not in said:
                yield evolve(line, target=target, every="")


def _members(word: str, players: int, names: Names) -> tuple[str, ...]:
    """Who or what is gone through: players by their letters, the members of a kind."""
    if word == "player":
        return tuple(chr(ord("A") + seat) for seat in range(players))
    return next((kind.members for name, kind in names.kinds.items() if variable_name(name) == word), ())


def _first(node: ast.Expr) -> ast.NameRef | None:
    """The word with which a path begins."""
    match node:
        case ast.NameRef():
            return node
        case ast.Get(target=target):
            return _first(target)
        case ast.Count(what=what) if not isinstance(what, ast.Range):
            return _first(what)
        case _:
            return None


def _with(node: ast.Expr, first: ast.NameRef, word: str) -> ast.Expr:
    match node:
        case ast.NameRef():
            return evolve(node, name=evolve(first.name, text=word)) if node == first else node
        case ast.Get(target=target):
            return evolve(node, target=_with(target, first, word))
        case ast.Count(what=what) if not isinstance(what, ast.Range):
            return evolve(node, what=_with(what, first, word))
        case _:
            return node
