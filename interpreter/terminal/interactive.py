"""A person at the keyboard, line by line: for screen readers, simple terminals, output that goes into a file.

Comes in: what is typed.  Goes out: choices; answers to what else is asked (see `desk`).  Each person sees only the
table and the story of their own seat; between two people the screen is emptied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from interpreter.machine.errors import IllegalChoice
from interpreter.table import lines as painter
from interpreter.table.asking import Asking
from interpreter.terminal import ending
from interpreter.terminal.desk import Desk
from interpreter.terminal.paper import Plain
from interpreter.terminal.table import InputEnded, Left, Table, Unsaved, Wish

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision
    from interpreter.table.asking import Line

FIRST = 8
"""Above the first question stand only so many lines of the story: nobody needs to read how the table was set up."""
MOST_FOUND = 40

Read = Callable[[str], str]
"""Shows a prompt and gives the line that is typed; raises EOFError at the end of the input."""
Forget = Callable[[], None]
"""Lets the terminal forget what was typed, so that nobody can call up the lines of the one before."""


class Interactive:
    """A front for people who share one terminal."""

    def __init__(self, read: Read, paper: Plain, desk: Desk, forget: Forget = lambda: None) -> None:
        self._read = read
        self._paper = paper
        self._desk = desk
        self._forget = forget
        self._asked: set[int] = set()
        self._told: dict[int, int] = {}
        """How many lines of the story there were when a seat last answered."""
        self._last: int | None = None

    def ask(self, table: Table, decision: Decision) -> Choice:
        self._change_seats(table, decision)
        shown = table.state.table(decision.player)
        assert shown.question is not None
        self._paper.lines(painter.lines(shown))
        self._paper.lines(self._story(table, decision))
        asking = Asking(shown.question, lambda text: decision.parse(text).index)
        self._paper.lines([painter.ask(shown), *painter.answers(asking.lines)])
        if decision.player not in self._asked:
            self._asked.add(decision.player)
            self._paper.note("Type a number, or the words; `help` says what else.")
        while (choice := self._one_line(table, decision, asking)) is None:
            pass
        self._told[decision.player] = len(table.state.story(decision.player, whole=True))
        return decision.choice(choice)

    def tell(self, table: Table) -> None:
        """Nothing before the end: what is new stands above each question."""
        if table.state.decision is not None:
            return
        if len(table.people) > 1:
            self._paper.clear()
            self._forget()
        self._paper.lines(painter.story(table.state.story(table.onlooker)))

    def _story(self, table: Table, decision: Decision) -> Iterable[str]:
        """What has happened since the seat answered; of the beginning only the end."""
        story = table.state.story(decision.player, whole=True)[self._told.get(decision.player, 0) :]
        if decision.player not in self._asked and len(story) > FIRST:
            before = len(story) - FIRST
            yield f"story: {before} line{'s' if before > 1 else ''} before these, `log` shows all"
            story = story[-FIRST:]
        yield from painter.story(story)

    def _change_seats(self, table: Table, decision: Decision) -> None:
        if len(table.people) > 1 and self._last != decision.player:
            self._paper.clear()
            self._forget()
            self._line(f"Pass the device to {decision.seat}. Nobody else should look. {decision.seat}, press Enter: ")
            self._paper.clear()
        self._last = decision.player

    # ---------------------------------------------------------------- reading

    def _line(self, prompt: str) -> str:
        try:
            return self._read(prompt)
        except EOFError:
            raise InputEnded from None

    def _one_line(self, table: Table, decision: Decision, asking: Asking) -> int | None:
        """The place of the choice, or none if more has to be typed."""
        typed = self._line(f"{decision.seat}> ").strip()
        if typed in ("", "back"):
            self._list(asking, asking.lines if asking.back() or not typed else [])
            return None
        try:
            answer = None if asking.lists(typed) else self._desk.obey(typed, decision)
        except Left:
            self._leave()
            return None
        if answer is not None:
            self._paper.lines(answer[1])
            return None
        try:
            choice = asking.type(typed)
        except IllegalChoice as problem:
            found = asking.like(typed) if not typed.isdigit() else []
            if found:
                self._found(asking, found)
            else:
                self._paper.note(f"{problem}.".replace("..", "."))
            return None
        if choice is None:
            self._list(asking, asking.lines)
        return choice

    def _list(self, asking: Asking, listed: list[Line]) -> None:
        if asking.asked:
            self._paper.note(f"{asking.asked}  (`back` goes back)")
        self._paper.lines(painter.answers(listed))

    def _found(self, asking: Asking, found: list[Line]) -> None:
        """Choices in which the words stand; they are not numbered, as the list above them is."""
        texts = [asking.question.choices[line.choice or 0] for line in found[:MOST_FOUND]]
        self._paper.lines(f"  {text}" for text in texts)
        if len(found) > MOST_FOUND:
            self._paper.note(f"… and {len(found) - MOST_FOUND} more; type another part as well.")

    def _leave(self) -> None:
        answer = self._line("Leave the game? y to leave, a file name to save it first, Enter to go on: ").strip()
        if answer.casefold() in ("y", "yes"):
            raise Left
        if answer and answer.casefold() not in ("n", "no"):
            try:
                self._paper.note(self._desk.save(answer))
            except Unsaved as problem:
                self._paper.note(str(problem))
            else:
                raise Left

    # ---------------------------------------------------------------- the end

    def after(self, table: Table, lines: Sequence[str]) -> Wish:
        """The end, and what is wished for next; the end of the input is leaving."""
        self._paper.heading("The end")
        self._paper.lines(lines)
        self._paper.lines(["", *ending.menu()])
        while True:
            try:
                typed = self._line("end> ").strip()
                answer = ending.wished(typed) or self._desk.command(typed, None)
            except (InputEnded, Left):
                return "leave"
            if isinstance(answer, str):
                return answer
            self._paper.lines(answer[1] if answer else ending.menu())
