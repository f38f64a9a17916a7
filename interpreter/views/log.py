"""What has happened, told to one player.

Comes in: the events of a traced engine and the choices between them.  Goes out: short sentences in which every card or number that the
player may not know is left out: `A takes 2 cards from larder`.  Two games that differ only in what the player cannot
see give the player the same sentences.  What happened is left to the engine.

A choice that is made openly stands there as it is written, its cards only for those who may know them.  Of a secret choice nothing is said until the
step itself is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias

from attrs import frozen

from interpreter.choices import Choice, Decision
from interpreter.contents import includes
from interpreter.events import Event
from interpreter.texts import Texts, counted, keys_at
from interpreter.wording import Picks, in_brackets, picks_of, write_pick
from rulelang.ir.model.expressions import NONE
from rulelang.ir.model.program import OfferDecl, PickItem, Program

ChosenEntry: TypeAlias = tuple[Literal["chosen"], int, OfferDecl, Picks, dict[int, tuple[int, str]]]
"""Player, offer, picks; for each picked card who may know it and how it is written when picked by its place."""
Entry: TypeAlias = Event | ChosenEntry


@frozen(eq=False)
class Log:
    """A log that is shared by all clones of a state: one more batch of entries after `before`"""

    before: Log | None
    entries: tuple[Entry, ...]

    @classmethod
    def empty(cls) -> Log:
        return cls(None, ())

    def add(self, entries: Iterable[Entry]) -> Log:
        """This log and one more batch, even an empty one."""
        return Log(self, tuple(entries))

    def batches(self) -> list[tuple[Entry, ...]]:
        """All batches, the oldest first."""
        found: list[tuple[Entry, ...]] = []
        log: Log | None = self
        while log is not None:
            found.append(log.entries)
            log = log.before
        return found[::-1]


def chosen_entry(decision: Decision, choice: Choice) -> ChosenEntry:
    """The entry for a choice that is made openly, read before it is carried out."""
    contents, offer = decision.contents, decision.offers[choice.offer]
    known: dict[int, tuple[int, str]] = {}
    for item, value in zip(decision.picks(choice.offer), choice.picks, strict=True):
        if item.display.sort in ("card", "cards"):
            for card in value if isinstance(value, tuple) else (value,):
                if card != NONE:
                    place = str(contents.position(card) + 1) if item.by_place else ""
                    known[card] = (contents.seen(contents.zone_of(card), card), place)
    return ("chosen", decision.player, offer, choice.picks, known)


def sentences(program: Program, texts: Texts, log: Log, player: int | None) -> list[str]:
    """The whole log for a player by seat, or for everybody."""
    teller = _Teller(program, texts, player)
    said: list[str] = []
    for batch in log.batches():
        said.extend(teller.tell(batch))
    return said


class _Teller:
    """Tells events to one player."""

    def __init__(self, program: Program, texts: Texts, player: int | None) -> None:
        self._program = program
        self._texts = texts
        self._player = player
        self._zones = [
            texts.zone(zone, keys_at(zone.keys, offset))
            for zone in program.zones
            for offset in range(_instances(zone.keys))
        ]
        self._chosen: tuple[int, int] | None = None

    def tell(self, batch: Sequence[Entry]) -> Iterator[str]:
        """The sentences for one batch; events that go together become one sentence."""
        for key, together in groupby(batch, _alike):
            yield from self._sentence(str(key[0]), list(together))

    def _sentence(self, sort: str, events: list[Entry]) -> Iterator[str]:
        first = events[0]
        match first:
            case ("chosen", player, offer, picks, known):
                self._chosen = (player, offer.step)
                yield f"{self._texts.player(player)}: {self._choice(offer, picks, known)}"
            case ("step", step, player, _):
                if self._chosen != (player, step):
                    name = self._program.steps[step].name
                    yield name if player == NONE else f"{self._texts.player(player)}: {name}"
                self._chosen = None
            case ("move" | "deal", _, source, target, _, _):
                yield self._moved(source, target, [(event[1], event[4]) for event in events])  # type: ignore[misc]
            case ("refill", source, target, _):
                yield f"{self._zones[source]} goes into {self._zones[target]}, shuffled"
            case ("shuffle", zone, _):
                yield f"{self._zones[zone]} is shuffled"
            case ("show", _, zone, to, _, _):
                cards = [(event[1], event[3] | event[4]) for event in events]  # type: ignore[operator,misc]
                yield f"{self._players(to)} {self._verb(to, 'see')} {self._cards(cards)} in {self._zones[zone]}"
            case ("fact", *_):
                yield from self._facts(events)
            case ("write", counter, offset, _, new, knows, _):
                if self._may(knows):
                    yield f"{self._counter(counter, offset)} is now {self._value(counter, new)}"
            case ("tell", counter, offset, value, to, _):
                named = f"{self._counter(counter, offset)}"
                what = f"that {named} is {self._value(counter, value)}" if self._may(to) else named
                yield f"{self._players(to)} {self._verb(to, 'learn')} {what}"
            case ("finish", outcome, _):
                yield "the game is over" if outcome == 1 else "everyone loses"
