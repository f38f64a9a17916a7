"""Scenarios: what is given, what is chosen, what must then be so.

Comes in: one case of a scenario and the program that it is about.  Goes out: a `ScenarioDecl` and what is wrong
with it. Playing it is left to `testing`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, field

from rulelang.diagnostics import Diagnostic, did_you_mean
from rulelang.resolve.declarations.options import check_choice
from rulelang.resolve.expressions.calls import chosen, step_receiver, unknown_step
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import flag
from rulelang.resolve.expressions.words import seat
from rulelang.resolve.model.expressions import Can, Expr, MayOnly, Named, Not, Seat
from rulelang.resolve.model.program import (
    ChosenStep,
    Claim,
    GivenCards,
    GivenCount,
    GivenValue,
    Program,
    ScenarioDecl,
)
from rulelang.resolve.model.sorts import FlagSort
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.scenarios.beginnings import begun as begun
from rulelang.resolve.scenarios.beginnings import written_out
from rulelang.resolve.scenarios.cases import cases as cases
from rulelang.resolve.scenarios.givens import given
from rulelang.resolve.scenarios.known import names_of as names_of
from rulelang.resolve.scopes import Scope
from rulelang.resolve.wording import path_words, words
from rulelang.syntax import model as ast

Beginning: TypeAlias = str | tuple[Literal["turn"], int] | None
PLAY = "play"


@define
class _Case:
    """A case on its way"""

    program: Program
    scope: Scope
    players: int
    options: dict[str, str] = field(factory=dict)
    variants: list[str] = field(factory=list)
    given: list[GivenCards | GivenCount | GivenValue] = field(factory=list)
    before: list[ChosenStep] = field(factory=list)
    begins: Beginning = None
    lines: list[ChosenStep | Claim] = field(factory=list)

    def line(self, node: ast.ScenarioLine) -> None:
        """One line of the scenario."""
        match node:
            case ast.WithPlayers() | ast.AsIn():
                pass
            case ast.WithVariant(title=title):
                self._variant(node, title)
            case ast.OptionChosen():
                if check_choice(node, self.scope.names, self.scope.reports):
                    self.options[node.name.text] = node.value.text
            case ast.Given():
                found = given(node, self.scope)
                if found is not None:
                    self.given.append(found)
            case ast.Begins(step=step):
                self._begin(step)
            case ast.TurnBegins(player=player):
                index = self._seat(player)
                self._start(("turn", index) if index is not None else None, player)
            case ast.Chooses():
                self._choice(node)
            case ast.Then():
                self._claim(node)

    def _variant(self, node: ast.WithVariant, title: str) -> None:
        if title in self.program.variants:
            self.variants.append(title)
        else:
            near = did_you_mean(title, self.program.variants)
            self.scope.reports.diagnostic("RL0223", node.span, name=title, suggestion=near)

    def _begin(self, step: ast.Name) -> None:
        if step.text != PLAY and step.text not in self.program.steps:
            near = did_you_mean(step.text, [PLAY, *self.program.steps])
            self.scope.reports.diagnostic("RL0212", step.span, name=step.text, suggestion=near)
            return
        self._start(step.text, step)

    def _start(self, beginning: Beginning, where: ast.Name) -> None:
        """From here on choices are made in the test; those above lead to it."""
        if self.begins is not None:
            self.scope.reports.diagnostic("RL0804", where.span)
            return
        self.begins = beginning
        for line in self.lines:
            if isinstance(line, ChosenStep):
                self.before.append(line)
        self.lines = [line for line in self.lines if not isinstance(line, ChosenStep)]

    def _seat(self, name: ast.Name) -> int | None:
        index = seat(name.text)
        if index is None or index >= self.players:
            last = chr(ord("A") + self.players - 1)
            self.scope.reports.diagnostic("RL0803", name.span, name=name.text, last=last)
            return None
        return index

    # ------------------------------------------------------------ choices and claims

    def _choice(self, node: ast.Chooses) -> None:
        player = expression(node.player, self.scope) if not isinstance(node.player, ast.NameRef) else None
        if isinstance(node.player, ast.NameRef):
            index = self._seat(node.player.name)
        else:
            index = player.index if isinstance(player, Seat) else None
        path = node.choice
        head = self.scope.names.steps.get(path.name.text)
        if head is None:
            unknown_step(path.name, self.scope)
            return
        receiver = step_receiver(head, path, self.scope)
        filled = chosen(head, path, self.scope)
        if index is None or receiver is False or filled is False:
            return
        self.lines.append(ChosenStep(index, _choice_words(path, filled), span=node.span))

    def _only(self, node: ast.Then) -> None:
        """`then A may only feed(owl), clear`: each of them as if it was asked for alone."""
        asked = [
            ast.Can(player=node.condition, word="may", negated=False, step=path, span=path.span) for path in node.only
        ]
        found = [expression(one, self.scope) for one in asked]
        offers = tuple(one for one in found if isinstance(one, Can))
        if len(offers) == len(node.only):
            claim = MayOnly(offers[0].player, offers, sort=FlagSort(), span=node.span)
            text = f"{words(node.condition)} may only {', '.join(path_words(path) for path in node.only)}"
            self.lines.append(Claim(claim, None, text, span=node.span))

    def _claim(self, node: ast.Then) -> None:
        if node.only:
            self._only(node)
            return
        condition = flag(node.condition, self.scope)
        if condition is None:
            return
        text = words(node.condition)
        if node.answer is not None:
            if node.answer.text not in ("yes", "no"):
                self.scope.reports.diagnostic("RL0802", node.answer.span, name=node.answer.text)
                return
            text = f"{text} is {node.answer.text}"
            condition = _answered(condition, node.answer.text == "yes")
        self.lines.append(Claim(condition, node.because, text, span=node.span))


def _answered(condition: Expr, yes: bool) -> Expr:
    return condition if yes else Not(condition, sort=condition.sort, span=condition.span)


def _choice_words(path: ast.Path, filled: tuple[Expr, ...] | None) -> str:
    """The choice as the machine reads it: a card told by its columns is called by its name."""
    arguments = list(path.arguments)
    for index, value in enumerate(filled or ()):
        if isinstance(value, Named) and isinstance(arguments[index], ast.CardByColumns):
            arguments[index] = ast.CardName(value.text, span=value.span)
    return path_words(ast.Path(path.target, path.name, tuple(arguments), span=path.span))


def translate(case: ast.Scenario, program: Program, names: Names) -> tuple[ScenarioDecl, list[Diagnostic]]:
    """One case of a scenario, for a program with the variants that it says; `names` are those of the program."""
    reports = Reports()
    low, high = program.players
    players = low
    for line in case.lines:
        if isinstance(line, ast.WithPlayers):
            if not low <= line.count <= high:
                reports.diagnostic("RL0805", line.span, count=line.count, low=low, high=high)
            players = max(1, line.count)
    scope = Scope(names.for_players(players), reports, test=True)
    work = _Case(program, scope, players)
    for node in written_out(case.lines, players, names, reports):
        work.line(node)
    _check_headings(case, reports)
    decl = ScenarioDecl(
        case.title,
        _case_words(case),
        players,
        tuple(work.variants),
        work.options,
        tuple(work.given),
        tuple(work.before),
        work.begins,
        tuple(work.lines),
        span=case.span,
        cites=case.cites,
    )
    return decl, reports.in_order(case.span.path)


def _check_headings(case: ast.Scenario, reports: Reports) -> None:
    """Every heading of the table stands in some line."""
    for row in case.cases[1:]:
        for cell in row.cells:
            reports.diagnostic("RL0801", cell.span, name=cell.text)


def _case_words(case: ast.Scenario) -> str:
    """Which row of the table it is."""
    return " | ".join(cell.text for cell in case.cases[0].cells) if case.cases else ""
