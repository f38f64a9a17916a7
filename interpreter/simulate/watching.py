"""What is noted while a game is played.

Comes in: the list of integers at each decision, the choices, what was chosen, the events.  Goes out: `Notes`.  What
many games have in common is left to `statistics`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import field

from interpreter.bots.model import all_steps
from interpreter.machine.engine import Engine, GameFault, Picks
from interpreter.machine.events import Event, Refilled
from interpreter.machine.layout import FIRST_STREAM, after_streams
from rulelang.ir.model.expressions import Call, Read, Zone
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Deal, Move, Note, Say, Show, Shuffle, Write
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.machine.results import Result
    from interpreter.simulate.batches.cards import Held

NOBODY = -1


@frozen
class Notes:
    """What a look at every decision of one game tells

    `first`: the seat that chose first.  `options`: how many choices there were, decision by decision.  `asked` and
    `passes`, by seat: decisions, and those in which only the fallback (`if none`) was left.  `moves`: by the name of a
    step, in how many decisions it was on offer and how often it was chosen.  `refills`: how often a used-up pile was
    made anew.  `repeats`: decisions at which everything but chance was as at an earlier one.  `touched`: the places in
    the rules where something happened.  `who`: by the name of a step, the bit sets of the seats to which it was on
    offer, and that chose it.  `held`: which cards each seat had, where that was looked at.

    From the first comparison of `winner`, read at every decision and at the end: `lead_changes`, `half` (who led after
    half of the decisions) and `ahead` (after how many decisions the only winner led for good).  None where it cannot
    be said.
    """

    first: int
    options: tuple[int, ...]
    asked: tuple[int, ...]
    passes: tuple[int, ...]
    moves: dict[str, tuple[int, int]]
    refills: int
    repeats: int
    touched: frozenset[str]
    who: dict[str, tuple[int, int]] = field(factory=dict)
    lead_changes: int | None = None
    half: int | None = None
    ahead: int | None = None
    held: Held | None = field(default=None, eq=False, repr=False)


class Coverage:
    """What happens in the games of one edition: the steps on offer and chosen, the rules that are carried out."""

    def __init__(self, game: Game, engine: Engine) -> None:
        assert engine.events is not None, "the engine of a game that is watched is traced"
        self.engine = engine
        self._program = game.program
        self._events = engine.events
        engine.reached.clear()
        self._steps = step_names(game.program)
        self.offered: Counter[str] = Counter()
        self.chosen: Counter[str] = Counter()
        self._rules: set[int] = set()

    def decision(self, state: list[int], number: int, player: int, raw: Sequence[tuple[int, Picks]]) -> None:
        """Before something is chosen."""
        steps = self._steps[number]
        self.offered.update({steps[offer] for offer in {offer for offer, _ in raw}})

    def choose(self, number: int, offer: int) -> None:
        """This is chosen."""
        self.chosen[self._steps[number][offer]] += 1

    def happened(self) -> None:
        """Empties the engine's events."""
        for event in self._events:
            self._event(event)
        self._events.clear()

    def left(self, state: list[int], result: Result | None) -> None:
        """At the end, or where the game is left."""
        self.happened()

    def _event(self, event: Event) -> None:
        self._rules.add(event.rule)

    def places(self) -> frozenset[str]:
        """Where in the rules something happened."""
        return frozenset(self._program.rules[rule].place for rule in self._rules | self.engine.reached)


class Watcher(Coverage):
    """Takes notes of one game."""

    def __init__(self, game: Game, engine: Engine) -> None:
        super().__init__(game, engine)
        criteria = game.program.result.criteria
        self._score = criteria[0] if criteria else None
        self._leaders: list[int] = []
        self._options: list[int] = []
        self._asked = [0] * game.players
        self._passes = [0] * game.players
        self._first = NOBODY
        self._seen: set[int] = set()
        self._repeats = self._refills = 0
        self._who: dict[str, list[int]] = {}
        self._layout = game.layout
        self._lying = array("i")
        self._choosers: list[int] = []
        self._chooser = NOBODY

    def decision(self, state: list[int], number: int, player: int, raw: Sequence[tuple[int, Picks]]) -> None:
        """Before something is chosen."""
        super().decision(state, number, player, raw)
        if self._first == NOBODY:
            self._first = player
        self._options.append(len(raw))
        self._asked[player] += 1
        if min(raw)[0] >= len(self._program.decisions[number].offers):
            self._passes[player] += 1
        position = hash((*state[:FIRST_STREAM], *state[after_streams(len(self._asked)) :]))
        self._repeats += position in self._seen
        self._seen.add(position)
        self._lead(state)
        self._chooser = player
        for offer in {offer for offer, _ in raw}:
            self._who.setdefault(self._steps[number][offer], [0, 0])[0] |= 1 << player
        self._lie(state)

    def choose(self, number: int, offer: int) -> None:
        """This is chosen."""
        super().choose(number, offer)
        self._who[self._steps[number][offer]][1] |= 1 << self._chooser

    def _lie(self, state: list[int]) -> None:
        """Where each card lies now."""
        zone = self._layout.zone
        self._lying.extend(state[zone : zone + len(self._program.cards)])
        self._choosers.append(self._chooser)

    def _event(self, event: Event) -> None:
        super()._event(event)
        self._refills += isinstance(event, Refilled)

    def left(self, state: list[int], result: Result | None) -> None:
        """At the end, or where the game is left."""
        super().left(state, result)
        if result is not None:
            self._lead(state)
            self._chooser = NOBODY
            self._lie(state)

    def notes(self, result: Result | None) -> Notes:
        """Of the game that was left with this result."""
        made = {name: (self.offered[name], self.chosen[name]) for name in self.offered}
        common = (
            self._first, tuple(self._options), tuple(self._asked), tuple(self._passes), made, self._refills,
            self._repeats, self.places(), {name: (offered, chosen) for name, (offered, chosen) in self._who.items()},
        )  # fmt: skip
        held = None if result is None else self._held()
        if self._score is None or result is None:
            return Notes(*common, held=held)
        half = self._leaders[len(self._options) // 2]
        return Notes(*common, changes(self._leaders), half, ahead(self._leaders, result), held)

    def _held(self) -> Held | None:
        import numpy as np

        from interpreter.simulate.batches.cards import held, owners

        if not self._program.cards:
            return None
        lying = np.array(self._lying, dtype=np.int32).reshape(len(self._choosers), -1)
        first = np.zeros(1, dtype=np.int64)
        return held(lying, np.array(self._choosers), first, owners(self._layout), len(self._asked))

    def _lead(self, state: list[int]) -> None:
        """Who leads alone; the score of a game that has not ended may have no value, and then nobody is noted."""
        if self._score is None:
            return
        sign = 1 if self._score.best == "highest" else -1
        try:
            worth = [sign * self.engine.call(self._score.function, state, seat) for seat in range(len(self._asked))]
        except GameFault:
            self._score = None
            return
        best = max(worth)
        self._leaders.append(worth.index(best) if worth.count(best) == 1 else NOBODY)


def changes(leaders: Sequence[int]) -> int:
    """How often somebody else led alone than the one who had last led alone."""
    alone = [leader for leader in leaders if leader != NOBODY]
    return sum(before != after for before, after in pairwise(alone))


def ahead(leaders: Sequence[int], result: Result) -> int | None:
    """After how many decisions the only winner led for good; all of them if the last choice, or a tie-break, did it."""
    if len(result.winners) != 1:
        return None
    last = len(leaders) - 1
    after = len(leaders)
    while after and leaders[after - 1] == result.winners[0]:
        after -= 1
    return min(after, last)


def step_names(program: Program) -> list[list[str]]:
    """For each decision the names of the steps on offer, the fallback last."""
    return [[program.steps[offer.step].name for offer in decision.all_offers] for decision in program.decisions]


def only_fallbacks(program: Program) -> list[str]:
    """The names of steps that can only be chosen where nothing else can be done."""
    offered = {program.steps[offer.step].name for decision in program.decisions for offer in decision.offers}
    return [name for name in all_steps(program) if name not in offered]


def open_score(program: Program) -> bool:
    """Whether everybody can see all that the first comparison of `winner` is made from."""
    if not program.result.criteria:
        return False
    todo, known = [program.result.criteria[0].function], set[int]()
    while todo:
        function = todo.pop()
        if function in known:
            continue
        known.add(function)
        for node in nodes(program.functions[function].value):
            match node:
                case Call():
                    todo.append(node.function)
                case Zone() if not _is_open(program.zones[node.zone].seen):
                    return False
                case Read() if not _is_open(program.counters[node.counter].seen):
                    return False
                case _:
                    pass
    return True


def _is_open(seen: object) -> bool:
    return getattr(seen, "who", "") == "all" and not getattr(seen, "top_only", False)


def lines_that_show(program: Program) -> dict[str, str]:
    """The places of the game's own file where something can be seen to happen, with the name of the rule."""
    file = program.rules[0].place.rsplit(":", 2)[0] if program.rules else ""
    found: dict[str, str] = {}
    for node in nodes((program.procedures, program.blocks)):
        match node:
            case Write() if program.counters[node.counter].hidden:
                pass
            case Write() | Move() | Deal() | Shuffle() | Show() | Note() | Say():
                rule = program.rules[node.rule]
                if rule.place.startswith(f"{file}:"):
                    found[rule.place] = rule.name
            case _:
                pass
    return found
