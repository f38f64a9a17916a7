"""What the rules say about something that is named: a card, a sort of cards, a member, a kind, a step.

Comes in: a game, the table as one player sees it, a name.  Goes out: a title and lines, none if nothing has the name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.decisions.wording import picks_of
from interpreter.table import words

if TYPE_CHECKING:
    from interpreter.machine.edition import Edition
    from interpreter.table.model import Table as Shown
    from rulelang.ir.model.program import Kind, Program

Answer = tuple[str, list[str]]
END = (".", "!", "?")
"""With these a text is a sentence about a member, and no other word for it."""


def about(game: Edition, shown: Shown, typed: str, alone: bool = False) -> Answer | None:
    """Everything of this name: `page`, `illusion`, `Power`, `claim`.

    `alone`: typed without `rules`, it may also be meant as an answer: steps are, and members of which the rules say
    nothing.
    """
    name = _plain(typed)
    if not name:
        return None
    lines = [
        *_cards(game, shown, name),
        *_types(game.program, name),
        *_members(game.program, name, alone),
        *_kinds(game.program, name),
        *(() if alone else _steps(game.program, name)),
    ]
    return (" ".join(typed.split()).strip('"'), lines) if lines else None


def _plain(typed: str) -> str:
    return " ".join(typed.replace('"', " ").replace("_", " ").split()).casefold()


def _cards(game: Edition, shown: Shown, name: str) -> Iterator[str]:
    """What is printed on a card, and where the viewer sees it."""
    texts = game.texts.plain
    numbers = [number for number, text in enumerate(texts) if _plain(text) == name]
    if not numbers:
        return
    text = texts[numbers[0]]
    kind = game.program.types[game.program.cards[numbers[0]].type].name
    yield f"{text}: {kind}, {words.cards(len(numbers))} in the game"
    yield from (f"  {column} {value}".replace("   ", "  ") for column, value in game.program.cards[numbers[0]].face)
    for area in shown.areas:
        for heap in area.heaps:
            amount = sum(card.text == text for card in heap.cards)
            if amount:
                yield f"  {amount} in {heap.name}"


def _types(program: Program, name: str) -> Iterator[str]:
    """How many cards there are of a sort, and what is printed on all of them for people."""
    for kind in program.types:
        if _plain(kind.name) == name:
            cards = program.cards[kind.first : kind.first + kind.count]
            yield f"{kind.name}: {words.cards(kind.count)} in the game"
            notes = {text for card in cards for column, text in card.face if not column}
            same = [text for text in notes if all(("", text) in card.face for card in cards)]
            yield from (f"  {text}" for text in same)
            yield f"  {', '.join(dict.fromkeys(card.text for card in cards))}"


def _members(program: Program, name: str, only_with_sentence: bool) -> Iterator[str]:
    for kind in program.kinds:
        for member, text in zip(kind.members, kind.texts, strict=True):
            if name in (_plain(member), _plain(text)) and (not only_with_sentence or text[-1:] in END):
                said = f": {text}" if text and _plain(text) != _plain(member) else ""
                yield f"{member} ({kind.name}){said}"


def _kinds(program: Program, name: str) -> Iterator[str]:
    for kind in program.kinds:
        if _plain(kind.name) == name:
            yield f"{kind.name}:"
            yield from _all_members(kind)


def _all_members(kind: Kind) -> Iterator[str]:
    width = max(map(len, kind.members), default=0)
    for member, text in zip(kind.members, kind.texts, strict=True):
        said = text if _plain(text) != _plain(member) else ""
        yield f"  {member:<{width}}  {said}".rstrip()


def _steps(program: Program, name: str) -> Iterator[str]:
    """The sentence of a step, and those of the members that are picked with it."""
    for number, step in enumerate(program.steps):
        if _plain(step.name) != name:
            continue
        yield f"{step.name}: {step.sentence}" if step.sentence else f"{step.name}: the rules say nothing more about it"
        offers = [offer for decision in program.decisions for offer in decision.offers if offer.step == number]
        picks = [item.display for offer in offers for item in picks_of(program, offer)]
        for kind in sorted({display.of for display in picks if display.sort == "member"}):
            if any(text[-1:] in END for text in program.kinds[kind].texts):
                yield from _all_members(program.kinds[kind])
