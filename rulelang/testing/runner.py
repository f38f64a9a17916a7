"""Runs the scenarios of a game.

Comes in: a project.  Goes out: one result for each case.  A case is compiled together with what it claims, its game
is set up with chance taken in table order, run to where the case begins, and then every `given` is laid; from there
its lines are gone through in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from interpreter.game import Game
from interpreter.machine import generator
from interpreter.machine.engine import Engine, GameFault
from rulelang.compiling import Project
from rulelang.diagnostics import Diagnostic
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import ChosenStep, Claim, GivenCount, GivenValue, Program, ScenarioDecl
from rulelang.source import Span
from rulelang.testing.claims import Asking
from rulelang.testing.ending import ended_step, pass_by, with_marks
from rulelang.testing.givens import Givens
from rulelang.testing.model import CaseFailed, Failure, Result
from rulelang.testing.playing import choose
from rulelang.testing.questions import questions, written_out
from rulelang.testing.start import go_to_beginning
from rulelang.testing.table_order import TableOrder


def run_scenarios(project: Project) -> tuple[list[Result], list[Diagnostic]]:
    """All cases of a project in the order written, and the errors for which nothing could be run."""
    cases, found = project.scenarios()
    if any(d.is_error for d in found):
        return [], found
    return [run_case(project, case, program) for case, program in cases], found


def run_case(project: Project, case: ScenarioDecl, program: Program) -> Result:
    """Compile one case and go through it."""
    case = evolve(case, lines=tuple(_line(line, case.players) for line in case.lines))
    asked = [*_asked(case)]
    compiled = project.compile_case(case, with_marks(program, case), asked)
    if compiled.program is None:
        compiled = project.compile_case(case, program, asked)
    place = project.place(case.span)
    errors = [d for d in compiled.diagnostics if d.is_error]
    if compiled.program is None or errors:
        notes = tuple(d.message for d in errors)
        wrong = Failure(place, "this case cannot be compiled", notes)
        return Result("scenario", case.title, case.case, place, wrong, cites=case.cites)
    functions = {id(expression): number for expression, number in zip(asked, compiled.questions, strict=True)}
    running = Running(Game(compiled.program, name=program.title), case, program, functions)
    found = running.run()
    failure = None
    if found is not None:
        span, problem = found
        failure = Failure(project.place(span), problem.message, problem.notes)
    return Result("scenario", case.title, case.case, place, failure, frozenset(running.touched), case.cites)


def _line(line: ChosenStep | Claim, players: int) -> ChosenStep | Claim:
    if isinstance(line, Claim):
        return evolve(line, condition=written_out(line.condition, players))
    return line


def _asked(case: ScenarioDecl) -> Iterator[x.Expr]:
    """What must be compiled with the game: claims, and values given by a rule."""
    for line in case.lines:
        if isinstance(line, Claim):
            yield from questions(line.condition)
    for given in case.given:
        match given:
            case GivenValue(value=value) | GivenCount(amount=value):
                if not isinstance(value, x.Constant | x.Seat | x.Named):
                    yield value
            case _:
                pass


@define
class Running:
    """One case on its way.  `touched` are the rules that something happened by, by name and place."""

    game: Game
    case: ScenarioDecl
    program: Program
    functions: dict[int, int]
    touched: set[tuple[str, str]] = field(factory=set)
    ends: str | None = None
    _at: Span | None = None

    def run(self) -> tuple[Span, CaseFailed] | None:
        """Go through the case; where it fails, and why."""
        engine = self.game.engine(traced=True)
        array = [0] * self.game.layout.size
        try:
            self._go(engine, array)
        except CaseFailed as failed:
            return self._at or self.case.span, failed
        except GameFault as fault:
            return self._at or self.case.span, CaseFailed(f"the game stops: {fault}")
        finally:
            self._note_rules(engine)
            engine.chance = None
        return None

    def _go(self, engine: Engine, array: list[int]) -> None:
        order = TableOrder()
        engine.chance = order
        if engine.events:
            engine.events.clear()
        generator.seed_streams(array, self.game.players, 0)
        engine.begin(array)
        self.ends = go_to_beginning(self.game, engine, self.case, array, self.program.steps)
        asking = Asking(self.game, engine, self.program, array, self.functions, self._numbers())
        givens = Givens(self.game.layout, self.game.texts, engine, asking.value, asking.numbers)
        try:
            givens.lay(self.case.given, array)
        except CaseFailed:
            self._at = givens.at
            raise
        order.next_cards = givens.drawn
        if self.case.begins is not None:
            self._run_on(engine, array)
        self._lines(engine, array, asking)

    def _lines(self, engine: Engine, array: list[int], asking: Asking) -> None:
        for line in self.case.lines:
            self._at = line.span
            if isinstance(line, Claim):
                asking.check(line)
                continue
            if asking.decision() is None:
                raise CaseFailed(f"nobody has to choose here: {self._why_nobody(engine.over(array))}")
            choose(self.game, engine, array, line, self.program.steps)
            self._run_on(engine, array)

    def _why_nobody(self, over: bool) -> str:
        if over:
            return "the game is over"
        if self.case.begins is None:
            return "the play has not begun; say `when play begins` first"
        return f"{self.ends} is over, and with it the test"

    def _run_on(self, engine: Engine, array: list[int]) -> None:
        """On to the next choice, or to the end of the step at which the case begins."""
        engine.run(array)
        while ended_step(self.game, engine, array) not in (None, self.ends):
            pass_by(engine, array)
            engine.run(array)

    def _numbers(self) -> Sequence[int | None]:
        """The number in this game of each card of the checked program, in the order declared."""
        numbers: list[int | None] = []
        taking_part = 0
        for declared in self.program.types.values():
            for card in declared.cards:
                plays = card.seats <= self.game.players
                numbers.append(taking_part if plays else None)
                taking_part += plays
        return numbers

    def _note_rules(self, engine: Engine) -> None:
        rules = self.game.program.rules
        for rule in {event.rule for event in engine.events or ()} | engine.reached:
            self.touched.add((rules[rule].name, rules[rule].place))
