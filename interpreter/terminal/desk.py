"""What a person may ask for beside answering: help, rules, log, view, left, save, undo, quit.

Comes in: what is typed while a decision is open.  Goes out: a title and lines, the same for the full screen and for
lines.  Nothing here says more than the person's own view and log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.table import words
from interpreter.table.lines import faces
from interpreter.terminal.table import Left, NotTakenBack, Table, TakenBack, Unsaved

if TYPE_CHECKING:
    from interpreter.decisions.choices import Decision
    from interpreter.table.model import Area, CardFace, Heap
    from interpreter.table.model import Table as Shown

Answer = tuple[str, list[str]]
Save = Callable[[str], str]
"""Writes the game so far into a file of this name and gives the sentence that says so; raises Unsaved."""

HELP = """\
An answer is the number of a line, its words, or their beginning; a line with
an arrow opens further lines. A whole choice may be typed as the rules write
it; capitals and quotes do not matter. What may not be done is answered with
the reason.

  ?  help        this
  rules          how this game goes: steps, options, who wins
  rules STEP     what one step says
  NAME           a card: what is printed on it, where it lies
  view PLACE     every card of a place
  left           cards that you have not seen yet
  why CHOICE     why it is not offered, or what it does
  log            everything that has happened
  undo           take your last choice back, if nothing was learnt by it
  save FILE      write the game so far into a file
  quit           leave the game

If a step of the game has one of these names, write :help, :rules and so on."""


class Desk:
    """Answers what is typed at one table."""

    def __init__(self, table: Table, save: Save) -> None:
        self._table, self._save = table, save

    def obey(self, typed: str, decision: Decision | None) -> Answer | None:
        """The answer to a command; none if it is none.  Raises Left or TakenBack."""
        word, _, rest = typed.removeprefix(":").partition(" ")
        word, rest = word.casefold(), rest.strip()
        steps = {choice.step.casefold() for choice in decision.choices} if decision is not None else set()
        if not typed.startswith(":") and word in steps:
            return None
        seat = self._table.onlooker if decision is None else decision.player
        match word, rest:
            case (("help" | "?"), ""):
                return "help", HELP.split("\n")
            case "rules", _:
                return "rules", self._rules(rest)
            case "log", "":
                return "log", self._table.state.log(seat)
            case "view", _:
                return "view", self._view(self._table.state.table(seat), rest)
            case "left", "":
                return "left", self._left(self._table.state.table(seat))
            case "save", _:
                return "save", [self._keep(rest)]
            case "why", _ if rest and decision is not None:
                return "why", [self._why(rest, decision)]
            case "undo", "":
                return "undo", [self._undo(decision)]
            case (("quit" | "exit"), ""):
                raise Left
            case _ if typed.startswith(":"):
                return "help", [f"There is no command `{word}`; `:help` shows them."]
            case _:
                return self._card(self._table.state.table(seat), typed)

    # ---------------------------------------------------------------- the rules

    def _rules(self, step: str) -> list[str]:
        program = self._table.game.program
        said = [one for one in program.steps if one.sentence]
        if step:
            found = [one for one in program.steps if one.name.casefold() == step.casefold()]
            return [one.sentence or "The rules say nothing more about it." for one in found] or [
                f"There is no step `{step}`, only {', '.join(one.name for one in said)}."
            ]
        lines = [" · ".join([program.title, *program.variants])]
        width = max((len(one.name) for one in said), default=0)
        lines += [f"  {one.name:<{width}}   {one.sentence}" for one in said]
        if program.options:
            lines += ["", "options", *(f"  {name} is {value}" for name, value in program.options)]
        if criteria := [criterion.text for criterion in program.result.criteria]:
            lines += ["", f"who wins: {', then '.join(criteria)}"]
        return lines

    def _why(self, text: str, decision: Decision) -> str:
        """Why a choice is not offered; of one that is, what the rules say about it."""
        found = self._table.state.why(text, decision.player)
        return f"{found}." if found is not None else f"It is on offer. {decision.parse(text).sentence}".strip()

    # ---------------------------------------------------------------- cards and places

    def _view(self, shown: Shown, place: str) -> list[str]:
        heaps = [heap for area in _areas(shown) for heap in area.heaps]
        if not place:
            return [f"{heap.name}: {words.summary(heap)}" for heap in heaps]
        wanted = {place.casefold(), f"{shown.viewer}.{place}".casefold()}
        for heap in heaps:
            if heap.name.casefold() in wanted:
                return _every_card(heap)
        return [f"There is no place `{place}`, only {', '.join(heap.name for heap in heaps)}."]

    def _card(self, shown: Shown, typed: str) -> Answer | None:
        """A card that is named alone: its face, and where the viewer sees it."""
        name = typed.strip().strip('"').casefold()
        program, texts = self._table.game.program, self._table.game.texts.plain
        numbers = [number for number, text in enumerate(texts) if text.casefold() == name]
        if not numbers:
            return None
        face = [f"  {name} {value}" for name, value in program.cards[numbers[0]].face]
        lies = [
            f"  {sum(card.text == texts[numbers[0]] for card in heap.cards)} in {heap.name}"
            for area in _areas(shown)
            for heap in area.heaps
            if any(card.text == texts[numbers[0]] for card in heap.cards)
        ]
        there = f"there {'is 1' if len(numbers) == 1 else f'are {len(numbers)}'} in the game"
        return texts[numbers[0]], [f"{texts[numbers[0]]}: {there}", *face, *lies]

    def _left(self, shown: Shown) -> list[str]:
        """All cards of the game without those that the viewer sees or knows."""
        seen: dict[str, int] = {}
        for area in _areas(shown):
            for heap in area.heaps:
                for card in heap.cards:
                    if card.text is not None:
                        seen[card.text] = seen.get(card.text, 0) + 1
        program, texts = self._table.game.program, self._table.game.texts.plain
        lines = []
        for kind in program.types:
            amounts: dict[str, int] = {}
            for text in texts[kind.first : kind.first + kind.count]:
                amounts[text] = amounts.get(text, 0) + 1
            rest = {text: amount - seen.get(text, 0) for text, amount in amounts.items()}
            unseen = [text if amount == 1 else f"{amount} {text}" for text, amount in rest.items() if amount > 0]
            total = sum(amount for amount in rest.values() if amount > 0)
            lines.append(f"{kind.name}: {words.cards(total)}{': ' if unseen else ''}{', '.join(unseen)}")
        return lines

    # ---------------------------------------------------------------- time

    def _undo(self, decision: Decision | None) -> str:
        """Take the last choice back: raises TakenBack, or says why not."""
        if decision is None:
            return "The game is over."
        try:
            self._table.take_back(decision.player)
        except NotTakenBack as problem:
            return str(problem)
        raise TakenBack

    def _keep(self, name: str) -> str:
        try:
            return self._save(name) if name else "Which file? Type `save FILE`."
        except Unsaved as problem:
            return str(problem)


def _areas(shown: Shown) -> list[Area]:
    return [shown.common, *shown.others, *([shown.own] if shown.own else [])]


def _every_card(heap: Heap) -> list[str]:
    if not heap.size:
        return [f"{heap.name}: empty"]
    if heap.shape in ("hand", "bag"):
        return list(faces(heap)) or [words.counted(heap.cards)]
    above = [f"{number}: {words.whole_card(card)}" for number, card in enumerate(heap.cards[: heap.above], start=1)]
    loose: tuple[CardFace, ...] = heap.cards[heap.above : heap.above + heap.loose]
    below = [
        f"{number}: {words.whole_card(card)}"
        for number, card in enumerate(heap.cards[heap.above + heap.loose :], start=heap.above + heap.loose + 1)
    ]
    return above + ([f"in no known order: {words.counted(loose)}"] if loose else []) + below
