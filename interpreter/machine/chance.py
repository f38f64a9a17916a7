"""Chance made explicit: what may come up, with exact probabilities.

Comes in: the chance events that an engine reports through its hook.  Goes out: `ChanceEvent` with its
`Outcome`s, and a `Script` that answers the events which have been decided already.  Running again with a
longer script is left to `state`.

Cards that look alike are one outcome; its probability is that of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import field

from interpreter.machine.contents import Contents
from interpreter.machine.errors import UnreadableSave
from interpreter.machine.texts import Texts
from rulelang.ir.model.program import Program, Rule
from rulelang.nodes import frozen


@frozen
class Outcome:
    """One thing that may come up.  `text` names it; `member` is its place among what the rules draw from,
    counted from 0
    """

    text: str
    probability: Fraction
    member: int = field(repr=False)


@frozen
class ChanceEvent:
    """What chance has to decide next.  The probabilities of `outcomes` add up to 1; texts are unique

    `rule` is where the rules ask for it; `stream` is "deal" or "dice".
    """

    outcomes: tuple[Outcome, ...]
    stream: str
    rule: Rule

    def find(self, wanted: Outcome | str | int) -> Outcome | None:
        """The outcome that is meant: itself, its text in any case, or its place counted from 0; none if it
        is not here.
        """
        if isinstance(wanted, int):
            return self.outcomes[wanted] if 0 <= wanted < len(self.outcomes) else None
        if isinstance(wanted, Outcome):
            return wanted if wanted in self.outcomes else None
        fold = wanted.strip().casefold()
        for outcome in self.outcomes:
            if fold in (outcome.text.casefold(), outcome.text.replace('"', "").casefold()):
                return outcome
        return None


class Undecided(Exception):
    """Chance has to decide something that the script does not hold."""

    def __init__(self, event: ChanceEvent) -> None:
        super().__init__(event)
        self.event = event


class Script:
    """The hook of an engine: answers from what has been decided, in order, and then stops the engine with
    `Undecided`.
    """

    def __init__(
        self,
        program: Program,
        texts: Texts,
        contents: Callable[[list[int]], Contents],
        members: Sequence[int],
    ) -> None:
        self._program = program
        self._texts = texts
        self._contents = contents
        self._rest = iter(members)

    def __call__(self, state: list[int], stream: str, members: tuple[int, ...], sort: str, rule: int) -> int:
        decided = next(self._rest, None)
        if decided is not None:
            if not 0 <= decided < len(members):
                raise UnreadableSave("the saved game is damaged")  # no other script comes from elsewhere
            return decided
        raise Undecided(ChanceEvent(self._outcomes(state, members, sort), stream, self._program.rules[rule]))

    def _outcomes(self, state: list[int], members: tuple[int, ...], sort: str) -> tuple[Outcome, ...]:
        alike: dict[tuple[int, ...], list[int]] = {}
        for place, member in enumerate(members):
            key = self._look(state, member) if sort == "card" else (member,)
            alike.setdefault(key, []).append(place)
        texts = [self._text(members[places[0]], sort) for places in alike.values()]
        numbers = [texts[: index + 1].count(text) for index, text in enumerate(texts)]
        return tuple(
            Outcome(
                f"{text} #{number}" if texts.count(text) > 1 else text,
                Fraction(len(places), len(members)),
                places[0],
            )
            for text, number, places in zip(texts, numbers, alike.values(), strict=True)
        )

    def _look(self, state: list[int], card: int) -> tuple[int, ...]:
        contents = self._contents(state)
        counters = (contents.card_counter(counter, card) for counter in self._program.card_counters)
        return (self._program.cards[card].look, *counters)

    def _text(self, member: int, sort: str) -> str:
        match sort:
            case "card":
                return self._texts.card(member)
            case "player":
                return self._texts.player(member)
            case "number":
                return str(member)
            case _:
                kind = next(kind for kind in self._program.kinds if kind.name == sort)
                return kind.members[member]
