"""A person at the keyboard.

Comes in: what is typed.  Goes out: choices; answers to `help`, `rules`, `log`, `view`, `save` and `quit`.
Each person sees only the view and the log of their own seat; between two people the screen is emptied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.errors import IllegalChoice
from interpreter.terminal import menu
from interpreter.terminal.cards import every_card
from interpreter.terminal.paper import Plain
from interpreter.terminal.screen import screen_of
from interpreter.terminal.table import InputEnded, Left, Table, Unsaved

if TYPE_CHECKING:
    from interpreter.choices import Choice, Decision

FEWEST = 3
"""So many lines of the log stand above a decision, even if fewer are new."""
FIRST = 8
"""Above the first decision stand only so many: nobody needs to read how the table was set up."""
HELP = """\
Type the number of a choice, or the choice itself; capitals and quotes do not
matter, and its beginning is enough if no other choice begins so. A part of a
choice shows the choices that have it. What you may not do is answered with
the reason.

  help         this
  rules        what each step of the game says
  view         the table again;  view PLACE  shows every card of a place
  log          everything that has happened
  save FILE    write the game so far into a file
  quit         leave the game

If a step of the game has one of these names, write :help, :rules and so on."""

Read = Callable[[str], str]
"""Shows a prompt and gives the line that is typed; raises EOFError at the end of the input."""
Save = Callable[[str], str]
"""Writes the game so far into a file of this name and gives the sentence that says so; raises Unsaved."""
Forget = Callable[[], None]
"""Lets the terminal forget what was typed, so that nobody can call up the lines of the one before."""


class Interactive:
    """A front for people who share one terminal."""

    def __init__(self, read: Read, paper: Plain, save: Save, forget: Forget = lambda: None) -> None:
        self._read = read
        self._paper = paper
        self._save = save
        self._forget = forget
        self._told: dict[int | None, int] = {}
        self._hinted: set[int] = set()
        self._last: int | None = None

    def ask(self, table: Table, decision: Decision) -> Choice:
        self._change_seats(table, decision)
        self._show(table, decision)
        while True:
            typed = self._line(f"{decision.seat}> ").strip()
            if not typed:
                self._paper.note(f"{menu.hint(decision)}; `help` says what else.")
            elif not self._obey(table, decision, typed):
                choice = self._choice(decision, typed)
                if choice is not None:
                    return choice

    def tell(self, table: Table) -> None:
        """Nothing before the end: what is new stands above each decision."""
        if table.state.decision is not None:
            return
        if len(table.people) > 1:
            self._paper.clear()
            self._forget()
        self._paper.log(self._news(table, table.onlooker))

    # ---------------------------------------------------------------- showing

    def _change_seats(self, table: Table, decision: Decision) -> None:
        if len(table.people) > 1 and self._last != decision.player:
            self._paper.clear()
            self._forget()
            self._line(f"Pass the device to {decision.seat}. Nobody else should look. {decision.seat}, press Enter: ")
            self._paper.clear()
        self._last = decision.player

    def _show(self, table: Table, decision: Decision) -> None:
        self._paper.screen(screen_of(table.state.view(decision.player), table.game.names))
        self._paper.log(self._news(table, decision.player))
        self._paper.heading(f"{decision.seat} has to choose")
        self._paper.menu(menu.items(decision))
        if decision.player not in self._hinted:
            self._hinted.add(decision.player)
            self._paper.lines([f"{menu.hint(decision)}; `help` says what else."])

    def _news(self, table: Table, seat: int | None) -> list[str]:
        """What has happened since the seat was last told; if that is little, a little of what was before."""
        log = table.state.log(seat)
        new = len(log) - self._told.get(seat, 0)
        shown = max(new, FEWEST) if seat in self._told else min(new, FIRST)
        self._told[seat] = len(log)
        earlier = [f"… {_lines(new - shown)} before these: `log` shows all"] if new > shown else []
        return earlier + log[len(log) - shown :]

    # ---------------------------------------------------------------- reading

    def _line(self, prompt: str) -> str:
        try:
            return self._read(prompt)
        except EOFError:
            raise InputEnded from None

    def _choice(self, decision: Decision, typed: str) -> Choice | None:
        try:
            return decision.parse(typed)
        except IllegalChoice as problem:
            found = menu.containing(decision, typed)
            if found and not typed.isdecimal():
                self._paper.menu(menu.one_each(found[: menu.MOST_FOUND]))
                if len(found) > menu.MOST_FOUND:
                    self._paper.note(f"… and {len(found) - menu.MOST_FOUND} more; type another part as well.")
            else:
                self._paper.note(f"{problem}.".replace("..", "."))
            return None

    def _obey(self, table: Table, decision: Decision, typed: str) -> bool:
        """Whether what was typed is a command; it is carried out then."""
        word, _, rest = typed.removeprefix(":").partition(" ")
        word, rest = word.casefold(), rest.strip()
        if not typed.startswith(":") and word in {choice.step.casefold() for choice in decision.choices}:
            return False
        match word, rest:
            case (("help" | "?"), ""):
                self._paper.lines(HELP.split("\n"))
            case "rules", "":
                self._rules(table)
            case "log", "":
                self._paper.lines(table.state.log(decision.player))
            case "view", _:
                self._view(table, decision, rest)
            case "save", _:
                self._keep(rest)
            case (("quit" | "exit"), ""):
                self._leave()
            case _:
                if typed.startswith(":"):
                    self._paper.note(f"There is no command `{word}`; `:help` shows them.")
                return typed.startswith(":")
        return True

    def _rules(self, table: Table) -> None:
        program = table.game.program
        self._paper.heading(" · ".join([program.title, *program.variants]))
        self._paper.lines(f"  option {name} is {value}" for name, value in program.options)
        said = [step for step in program.steps if step.sentence]
        width = max((len(step.name) for step in said), default=0)
        self._paper.lines(f"  {step.name:<{width}}   {step.sentence}" for step in said)

    def _view(self, table: Table, decision: Decision, place: str) -> None:
        view = table.state.view(decision.player)
        if not place:
            self._paper.screen(screen_of(view, table.game.names))
            return
        wanted = {place.casefold(), f"{decision.seat}.{place}".casefold()}
        found = [zone for zone in view.zones if zone.name.casefold() in wanted]
        if found:
            self._paper.lines(f"  {line}" for line in every_card(found[0]))
        else:
            self._paper.note(f"There is no place `{place}`, only {', '.join(zone.name for zone in view.zones)}.")

    def _leave(self) -> None:
        answer = self._line("Leave the game? y to leave, a file name to save it first, Enter to go on: ").strip()
        if answer.casefold() in ("y", "yes"):
            raise Left
        if answer and answer.casefold() not in ("n", "no") and self._keep(answer):
            raise Left

    def _keep(self, name: str) -> bool:
        """Whether the game is in the file now."""
        try:
            self._paper.note(self._save(name) if name else "Which file? Type `save FILE`.")
        except Unsaved as problem:
            self._paper.note(str(problem))
            return False
        return bool(name)


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"
