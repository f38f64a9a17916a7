"""Setting the table for one viewer.

Comes in: the view, the log and the decision of a state, and what the program prints on its cards.  Goes out: a
`Table`.  Nothing else is read, so nothing can stand on the table that the view and the log do not give; the one thing
that is worked out is a figure, and only for viewers who see all that it is made of (the program says who they are).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.decisions.choices import Decision
from interpreter.machine.edition import Edition
from interpreter.machine.engine import GameFault
from interpreter.machine.texts import all_keys, unit_of
from interpreter.table.model import Answer, Area, CardFace, Figure, Heap, Printed, Question, Table
from interpreter.table.words import DOT
from interpreter.views import CardView, View, ZoneView
from rulelang.ir.model.expressions import NONE
from rulelang.ir.model.program import PickItem


def table_of(
    game: Edition, array: list[int], viewer: int | None, view: View, decision: Decision | None, story: Sequence[str]
) -> Table:
    """The table of a state for a seat (none: for an onlooker), with the end of the log for the same viewer."""
    setting = _Setting(game, array, viewer)
    seats = list(range(game.players))
    turned = seats if viewer is None else [*seats[viewer + 1 :], *seats[:viewer]]
    mine = decision if decision is not None and decision.player == viewer else None
    return Table(
        title=view.title,
        viewer=view.player,
        outcome=view.outcome,
        common=setting.area(view, None),
        others=tuple(setting.area(view, seat) for seat in turned),
        own=None if viewer is None else setting.area(view, viewer),
        partners=tuple(game.names[seat] for seat in turned if _together(game, viewer, seat)),
        story=tuple(story),
        chooser=view.chooser,
        question=None if mine is None else _question(game, mine),
        result=view.result,
    )


def _together(game: Edition, one: int | None, other: int) -> bool:
    teams = game.program.teams
    return bool(teams) and one is not None and teams[one] == teams[other]


class _Setting:
    """Lays out what one viewer may see."""

    def __init__(self, game: Edition, array: list[int], viewer: int | None) -> None:
        self._game, self._array, self._viewer = game, array, viewer
        texts = self._game.texts.plain
        self._first = {text: card for card, text in reversed(list(enumerate(texts)))}
        """The first card of each name; cards of one name are alike."""

    def area(self, view: View, seat: int | None) -> Area:
        """What belongs to a seat, or to nobody."""
        places = zip(self._game.layout.places[1:], view.zones[1:], strict=True)  # the first is the box
        heaps = [self._heap(zone) for place, zone in places if self._owner(place.declaration, place.keys) == seat]
        figures = [*self._figures(seat), *self._counters(view, seat)]
        return Area(None if seat is None else self._game.names[seat], tuple(heaps), tuple(figures))

    def _owner(self, declaration: int, keys: Sequence[int]) -> int | None:
        declared = self._game.program.zones[declaration].keys
        return keys[0] if declared and declared[0].display.sort == "player" else None

    # ---------------------------------------------------------------- heaps

    def _heap(self, zone: ZoneView) -> Heap:
        cards = list(zone.cards)
        unordered = slice(0, None)
        if zone.shape not in ("hand", "bag"):
            unordered = slice(zone.above, zone.above + zone.loose)
        cards[unordered] = sorted(cards[unordered], key=self._declared)
        faces = tuple(self._card(card) for card in cards)
        return Heap(zone.name, zone.shape, zone.size, zone.above, zone.loose, faces)

    def _declared(self, card: CardView) -> tuple[object, ...]:
        """Known cards first, as they are declared; nothing else decides, so that the order tells nothing."""
        number = len(self._first) if card.text is None else self._first[card.text]
        return card.text is None, number, card.back or "", card.marks, card.told

    def _card(self, card: CardView) -> CardFace:
        kind, colour = None, None
        face: tuple[Printed, ...] = ()
        if card.text is not None:
            printed = self._game.program.cards[self._first[card.text]]
            kind = self._game.program.types[printed.type].name
            face = tuple(Printed(*line) for line in printed.face)
            colour = printed.colour or None
        marks = tuple(Printed(*mark) for mark in card.marks)
        return CardFace(card.text, kind, face, card.back, marks, card.told, colour)

    # ---------------------------------------------------------------- figures

    def _figures(self, seat: int | None) -> Iterator[Figure]:
        texts, engine = self._game.texts, self._game.engine()
        for figure in self._game.program.figures:
            owned = bool(figure.keys) and figure.keys[0].display.sort == "player"
            for keys in all_keys(figure.keys):
                if (keys[0] if owned else None) != seat or (figure.seen == "owner" and keys[0] != self._viewer):
                    continue
                try:
                    value = engine.call(figure.function, self._array, *keys)
                except GameFault:
                    continue  # it has no value yet: the highest of no cards
                name = _own_name(texts.with_keys(figure, keys), seat, self._game.names)
                said = texts.value(figure.display, value)
                yield Figure(name, said, "" if figure.unit == name else unit_of(said, figure.unit))

    def _counters(self, view: View, seat: int | None) -> Iterator[Figure]:
        shown = {figure.name for figure in self._game.program.figures}
        for counter in view.counters:
            owner = counter.name.partition(".")[0]
            at = self._game.names.index(owner) if owner in self._game.names else None
            name = _own_name(counter.name, seat, self._game.names)
            if at == seat and name not in shown:
                yield Figure(name, counter.value, "")


def _own_name(name: str, seat: int | None, names: Sequence[str]) -> str:
    """Without the letter of the seat in whose area it stands."""
    return name if seat is None else name.removeprefix(f"{names[seat]}.")


# ---------------------------------------------------------------- the question


Words = tuple[tuple[str, str], ...]
"""What stands in a choice, step and picks, each with what the rules say of it."""


def _question(game: Edition, decision: Decision) -> Question:
    paths: list[tuple[Words, int]] = []
    for number, ((offer, picks), parts) in enumerate(zip(decision.raw, decision.parts, strict=True)):
        said = (_said(game, item, pick) for item, pick in zip(decision.items(offer), picks, strict=True))
        step = (decision.offers[offer].label, decision.step_of(offer).sentence)
        paths.append(((step, *zip(parts, said, strict=True)), number))
    return Question(decision.name, tuple(decision.texts), _answers(paths, 0))


def _said(game: Edition, item: PickItem, pick: int | tuple[int, ...]) -> str:
    """What is printed on a card that its chooser sees, or what is said of a member beside its name."""
    if isinstance(pick, tuple) or pick == NONE:
        return ""
    if item.display.sort == "member":
        kind = game.program.kinds[item.display.of]
        name, text = kind.members[pick], kind.texts[pick]
        return text if text.casefold() != name.replace("_", " ").casefold() else ""
    if item.display.sort == "card" and not item.by_place:
        return DOT.join(f"{name} {value}".lstrip() for name, value in game.program.cards[pick].face)
    return ""


def _answers(paths: Sequence[tuple[Words, int]], depth: int) -> tuple[Answer, ...]:
    """The answers that come next on these paths, in their order, equal ones put together."""
    together: dict[tuple[str, str], list[tuple[Words, int]]] = {}
    for path in paths:
        if len(path[0]) > depth:
            together.setdefault(path[0][depth], []).append(path)
    found = []
    for (text, sentence), under in together.items():
        ends = [number for path, number in under if len(path) == depth + 1]
        found.append(Answer(text, sentence, ends[0] if ends else None, _answers(under, depth + 1)))
    return tuple(found)
