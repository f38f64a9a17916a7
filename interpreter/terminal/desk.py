"""What a person may ask for beside answering: help, rules, log, view, left, hint, save, undo, redo, branch, quit.

Comes in: what is typed while a decision is open.  Goes out: a title and lines, the same for the full screen and for
lines.  Nothing here says more than the person's own view and log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.machine.texts import times
from interpreter.table import words
from interpreter.table.lines import faces
from interpreter.terminal.naming import about
from interpreter.terminal.table import Branched, Left, Moved, NotTakenBack, Table, Unsaved

if TYPE_CHECKING:
    from interpreter.decisions.choices import Decision
    from interpreter.table.model import CardFace, Heap
    from interpreter.table.model import Table as Shown

Answer = tuple[str, list[str]]
Save = Callable[[str], str]
"""Writes the game so far into a file of this name and gives the sentence that says so; raises Unsaved."""

HELP = """\
An answer is the number of a line, its words, or their beginning; a line with an arrow opens further lines. \
A whole choice may be typed as the rules write it; capitals and quotes do not matter. What may not be done is \
answered with the reason.

  ?  help        this
  rules          how this game goes: steps, options, who wins
  rules NAME     what the rules say about a step, a card or a word
  NAME           a card: what is printed on it, where it lies; a word: what it means
  view PLACE     every card of a place
  left           cards that you have not seen yet
  hint           what to choose, after trying it out for a second
  why CHOICE     why it is not offered, or what it does
  log            everything that has happened; log all: counters too
  undo  redo     take your last choice back, if nothing was learnt by it; make it after all
  branch N       go on after the first N choices, as a new game
  branch         the numbers of your choices
  save FILE      write the game so far into a file; save FILE with rules puts the rules into it, for somebody who \
has not got them
  quit           leave the game; `rulec play --resume` goes on

On the full screen PageUp and PageDown move the table, Ctrl and an arrow the story. If a step of the game has one of \
these names, write :help, :rules and so on."""


class Desk:
    """Answers what is typed at one table."""

    def __init__(self, table: Table, save: Save) -> None:
        self._table, self._save = table, save

    def obey(self, typed: str, decision: Decision | None) -> Answer | None:
        """The answer to a command, or to a name; none if it is neither.  Raises Left, Moved or Branched."""
        decision = self._of_people(decision)
        answer = self.command(typed, decision)
        if answer is None and not self._is_step(typed, decision):
            return about(self._table.game, self._table.state.table(self._seat(decision)), typed, alone=True)
        return answer

    def _is_step(self, typed: str, decision: Decision | None) -> bool:
        """Whether a step on offer has the name of what is typed: then it is no command."""
        word = typed.partition(" ")[0].casefold()
        return decision is not None and word in {choice.step.casefold() for choice in decision.choices}

    def _of_people(self, decision: Decision | None) -> Decision | None:
        """The decision, if a person has to choose: nobody looks through the eyes of a bot."""
        return decision if decision is not None and decision.player in self._table.people else None

    def _seat(self, decision: Decision | None) -> int | None:
        return self._table.onlooker if decision is None else decision.player

    def command(self, typed: str, decision: Decision | None) -> Answer | None:
        """The answer to a command; none if it is none.  Raises Left, Moved or Branched."""
        word, _, rest = typed.removeprefix(":").partition(" ")
        word, rest = word.casefold(), rest.strip()
        decision = self._of_people(decision)
        if self._is_step(typed, decision):
            return None
        seat = self._seat(decision)
        match word, rest:
            case (("help" | "?"), ""):
                return "help", HELP.split("\n")
            case "rules", _:
                return "rules", self._rules(rest, seat)
            case (("log" | "replay"), ""):
                return word, self._table.state.story(seat, whole=True)
            case "log", "all":
                return "log all", self._table.state.log(seat)
            case "view", _:
                return "view", self._view(self._table.state.table(seat), rest)
            case "left", "":
                return "left", self._left(self._table.state.table(seat))
            case "hint", "":
                return "hint", [self._hint(decision)]
            case "save", _:
                return "save", [self._keep(rest)]
            case "why", _ if rest and decision is not None:
                return "why", [self._why(rest, decision)]
            case (("undo" | "redo"), ""):
                return word, [self._move(word, decision)]
            case "branch", _:
                return "branch", self._branch(rest, seat)
            case (("quit" | "exit"), ""):
                raise Left
            case _ if typed.startswith(":"):
                return "help", [f"There is no command `{word}`; `:help` shows them."]
            case _:
                return None

    # ---------------------------------------------------------------- the rules

    def _rules(self, name: str, seat: int | None) -> list[str]:
        program = self._table.game.program
        said = [one for one in program.steps if one.sentence]
        if name:
            answer = about(self._table.game, self._table.state.table(seat), name)
            return answer[1] if answer else [f"Nothing is called `{name}`; `rules` shows the steps."]
        lines = [" · ".join([program.title, *program.variants])]
        width = max((len(one.name) for one in said), default=0)
        lines += [f"  {one.name:<{width}}   {one.sentence}" for one in said]
        if program.options:
            lines += ["", "options", *(f"  {name} is {value}" for name, value in program.options)]
        if program.course:
            lines += ["", "how it goes", *(f"  {line}" for line in program.course)]
        if criteria := [criterion.text for criterion in program.result.criteria]:
            lines += ["", f"who wins: {', then '.join(criteria)}"]
        return lines

    def _why(self, text: str, decision: Decision) -> str:
        """Why a choice is not offered; of one that is, what the rules say about it."""
        found = self._table.state.why(text, decision.player)
        return f"{found}." if found is not None else f"It is on offer. {decision.parse(text).sentence}".strip()

    def _hint(self, decision: Decision | None) -> str:
        """What the strongest bot would choose in the place of who has to choose, and how sure it is."""
        from interpreter.bots.hint import hint  # when it is needed: most evenings do without

        return hint(self._table.state) if decision is not None else "Nobody who sits here has to choose now."

    # ---------------------------------------------------------------- cards and places

    def _view(self, shown: Shown, place: str) -> list[str]:
        heaps = [heap for area in shown.areas for heap in area.heaps]
        if not place:
            return [f"{heap.name}: {words.summary(heap)}" for heap in heaps]
        wanted = {place.casefold(), f"{shown.viewer}.{place}".casefold()}
        for heap in heaps:
            if heap.name.casefold() in wanted:
                return _every_card(heap)
        return [f"There is no place `{place}`, only {', '.join(heap.name for heap in heaps)}."]

    def _left(self, shown: Shown) -> list[str]:
        """All cards of the game without those that the viewer sees or knows."""
        seen: dict[str, int] = {}
        for area in shown.areas:
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
            unseen = [
                words.apart(text) if amount == 1 else times(amount, words.apart(text))
                for text, amount in rest.items()
                if amount > 0
            ]
            total = sum(amount for amount in rest.values() if amount > 0)
            lines.append(f"{kind.name}: {words.cards(total)}{': ' if unseen else ''}{', '.join(unseen)}")
        return lines

    # ---------------------------------------------------------------- time

    def _move(self, word: str, decision: Decision | None) -> str:
        """Take the last choice back, or make it again: raises Moved, or says why not."""
        if decision is None:
            return "The game is over." if self._table.state.is_over else "You are not asked now."
        try:
            if word == "undo":
                self._table.take_back(decision.player)
            else:
                self._table.make_again()
        except NotTakenBack as problem:
            return str(problem)
        raise Moved

    def _branch(self, number: str, seat: int | None) -> list[str]:
        """Raises Branched, or tells from where one can go on; of the choices only one's own."""
        moves = self._table.unfinished.moves
        if number.isdecimal() and len(number) < 10 and int(number) <= len(moves):
            raise Branched(int(number))
        if number:
            return [f"`branch N` goes on after the first N choices; there are {len(moves)}."]
        mine = [
            f"  {before}  {move.seat}: {move.text}"
            for before, move in enumerate(moves)
            if (self._table.state.is_over if seat is None else move.seat == self._table.game.names[seat])
        ]
        return ["`branch N` goes on as it was before one of these, as a new game; this one is kept.", *mine]

    def save(self, name: str) -> str:
        """Write the game so far into a file; the sentence that says so.  Raises Unsaved."""
        return self._save(name)

    def _keep(self, name: str) -> str:
        try:
            return self.save(name) if name else "Which file? Type `save FILE`."
        except Unsaved as problem:
            return str(problem)


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
