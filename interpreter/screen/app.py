"""The screen: table, story, own cards, question, a line to type in.

Comes in: a table at which somebody plays.  Goes out: choices; texts on pages that are laid over the table.  The game
goes on in a thread of its own, which waits wherever a person has to answer.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from interpreter.machine.errors import IllegalChoice
from interpreter.screen import painting
from interpreter.table.asking import Asking, Line
from interpreter.table.model import Table as Shown
from interpreter.terminal import ending
from interpreter.terminal.table import Branched, Left, Moved, Table, Wish

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision
    from interpreter.terminal.desk import Desk

T = TypeVar("T")
WIDE = 100
"""From this width on the story stands beside the table, not beneath it."""
LOW = 18
"""On fewer lines there is no room for the story."""
STORY = 400
"""So many lines of the story are kept on the screen."""


class Page(ModalScreen[None]):
    """Texts laid over the table, until a key is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "back"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
    ]
    CSS = """
    Page { align: center middle; }
    Page > VerticalScroll { min-width: 12; }
    Page > VerticalScroll { width: 90%; height: 90%; background: $surface; border: round $primary; padding: 0 1; }
    """

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title, self._lines = title, lines

    def compose(self) -> ComposeResult:
        page = VerticalScroll(Static(Text("\n".join(self._lines))))
        page.border_title = self._title
        page.border_subtitle = "Esc: back"
        yield page

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


class Curtain(ModalScreen[None]):
    """Between two people at one screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", "go on")]
    CSS = """
    Curtain { align: center middle; background: $background; }
    Curtain > Static { width: auto; padding: 1 3; border: round $primary; }
    """

    def __init__(self, seat: str) -> None:
        super().__init__()
        self._seat = seat

    def compose(self) -> ComposeResult:
        yield Static(Text(f"Pass the device to {self._seat}.\nNobody else should look.\n{self._seat}, press Enter."))


class End(ModalScreen["Wish | BaseException"]):
    """How the game has ended, and what may follow."""

    CSS = """
    End { align: center middle; }
    End > * { min-width: 12; }
    End > VerticalScroll { width: 90%; height: 1fr; background: $surface; border: round $primary; padding: 0 1; }
    End > OptionList { width: 90%; height: auto; max-height: 50%; border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss('leave')", "leave")]

    def __init__(self, lines: Sequence[str], desk: Desk) -> None:
        super().__init__()
        self._lines, self._desk = lines, desk

    def compose(self) -> ComposeResult:
        page = VerticalScroll(Static(Text("\n".join(self._lines))))
        page.border_title = "The end"
        yield page
        wishes = [Option(Text(f"{wish:<8}{what}"), wish) for wish, what in ending.WISHES.items()]
        yield OptionList(*wishes, Option(Text("replay  everything that has happened"), "replay"))

    def on_mount(self) -> None:
        wishes = self.query_one(OptionList)
        wishes.highlighted = list(ending.WISHES).index("leave")  # Enter once too often begins no other game
        wishes.focus()

    def action_scroll(self, by: int) -> None:
        """One line is another wish, more are another part of the text."""
        if abs(by) == 1:
            wishes = self.query_one(OptionList)
            wishes.highlighted = ((wishes.highlighted or 0) + by) % wishes.option_count
        else:
            self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id == "replay":
            title, lines = self._desk.command("replay", None) or ("", [])
            self.app.push_screen(Page(title, lines))
        else:
            self.dismiss(ending.wished(event.option_id or ""))


class TableApp(App[None]):
    """One evening at one table."""

    CSS = """
    TableApp Screen > * { min-width: 12; }
    #title { height: 1; background: $primary; color: $text; }
    #body { height: 1fr; min-height: 1; }
    #table { width: 1fr; padding: 0 1; }
    #story { width: 38; padding: 0 1; border-left: solid $primary-darken-2; }
    .narrow #body { layout: vertical; }
    .narrow #story { width: 1fr; height: 4; border-left: none; border-top: solid $primary-darken-2; }
    .low #story { display: none; }
    #own { height: auto; max-height: 7; padding: 0 1; border-top: solid $primary-darken-2; }
    #asked { height: auto; max-height: 2; padding: 0 1; color: $accent; }
    #answers { height: auto; max-height: 8; border: none; padding: 0 1; background: $surface; }
    #typed { height: 1; border: none; padding: 0 1; }
    #note { height: auto; max-height: 3; padding: 0 1; color: $warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("pageup", "table(-5)", show=False, priority=True),
        Binding("pagedown", "table(5)", show=False, priority=True),
        Binding("escape", "step_back", show=False),
        Binding("f1", "command('help')", show=False),
        Binding("ctrl+z", "command('undo')", show=False),
        Binding("ctrl+c,ctrl+q,ctrl+d", "command('quit')", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, table: Table, desk: Desk) -> None:
        super().__init__()
        self.table = table
        self._desk = desk
        self._play: Callable[[], object] = lambda: table.play(self)
        self._outcome: object = None
        self._failure: BaseException | None = None
        self._leaving = False
        self._answers: queue.Queue[int | Wish | BaseException] = queue.Queue()
        self._asking: Asking | None = None
        self._seen: int | None = None

    def evening(self, play: Callable[[], T]) -> T:
        """Let a game be played on the screen, in a thread of its own; gives or raises what the game gives or raises."""
        self.plays(play)
        self.run()
        if self._failure is not None:
            raise self._failure
        return self._outcome  # type: ignore[return-value]

    def plays(self, play: Callable[[], object]) -> None:
        """What is to be done while the screen is there."""
        self._play = play

    # ---------------------------------------------------------------- the screen

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="body"):
            yield VerticalScroll(Static(id="things"), id="table")
            yield VerticalScroll(Static(id="told"), id="story")
        yield VerticalScroll(Static(id="mine"), id="own")
        yield Static(id="asked")
        yield OptionList(id="answers")
        yield Static(id="note")
        yield Input(placeholder="a number, a word, or ? for help", id="typed")

    def on_mount(self) -> None:
        self._fit()
        self.query_one("#typed").focus()
        self.run_worker(self._evening, thread=True, exclusive=True)

    def on_unmount(self) -> None:
        """Whatever closes the screen, the thread of the game must not wait for ever."""
        self.leave(Left())

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        self.set_class(self.size.width < WIDE, "narrow")
        self.set_class(self.size.height < LOW, "low")
        self.query_one("#own").styles.max_height = max(2, self.size.height // 4)
        self.query_one("#answers").styles.max_height = max(2, self.size.height // 3)

    # ---------------------------------------------------------------- the game, in its own thread

    def _evening(self) -> None:
        try:
            self._outcome = self._play()
        except BaseException as failure:  # it is raised again where `evening` was called
            self._failure = failure
        self.call_later(self.exit)

    def after(self, table: Table, lines: Sequence[str]) -> Wish:
        """The end, until somebody wishes for something; called in the thread of the game."""
        self.call_from_thread(self._show, table.state.table(table.onlooker), None)
        self.call_from_thread(self.push_screen, End(lines, self._desk), self._wish)
        wish = self._answers.get()
        if isinstance(wish, Left):
            return "leave"
        if isinstance(wish, BaseException):
            raise wish
        assert not isinstance(wish, int)
        return wish

    def _wish(self, wish: Wish | BaseException | None) -> None:
        self._answers.put(wish or "leave")

    def ask(self, table: Table, decision: Decision) -> Choice:
        """The choice of a person; called in the thread of the game."""
        curtain = len(table.people) > 1 and self._seen != decision.player
        self._seen = decision.player
        if curtain:
            self.call_from_thread(self._draw_curtain, decision.seat)
            self._wait()
        self.call_from_thread(self._show, table.state.table(decision.player), decision)
        return decision.choice(self._wait())

    def tell(self, table: Table) -> None:
        """Called in the thread of the game after each choice: the table as the only person, or nobody, sees it."""
        if len(table.people) < 2:
            self.call_from_thread(self._show, table.state.table(table.onlooker), None)

    def _wait(self) -> int:
        answer = self._answers.get()
        if isinstance(answer, BaseException):
            raise answer
        assert isinstance(answer, int)
        return answer

    @property
    def asked(self) -> bool:
        """Whether somebody is asked, and the screen shows it."""
        return self._asking is not None

    @property
    def failure(self) -> BaseException | None:
        """What the game ended with, if not with a result."""
        return self._failure

    def leave(self, end: BaseException) -> None:
        """Let the game end as soon as it waits for an answer; from whatever thread."""
        self._answers.put(end)

    def tell_of(self, problem: str) -> None:
        """What went wrong while the game goes on; called in the thread of the game."""
        self.call_from_thread(self.notify, problem, severity="warning", timeout=20)

    # ---------------------------------------------------------------- showing

    def _draw_curtain(self, seat: str) -> None:
        for name in ("#things", "#told", "#mine", "#asked", "#title"):
            self.query_one(name, Static).update("")
        self.query_one("#answers", OptionList).clear_options()
        self.push_screen(Curtain(seat), lambda _: self._answers.put(0))

    def _show(self, shown: Shown, decision: Decision | None) -> None:
        parts = [shown.title, f"you are {shown.viewer}" if shown.viewer else "nobody looks"]
        if shown.chooser is not None:
            parts.append("your turn" if shown.chooser == shown.viewer else f"{shown.chooser} chooses")
        self.query_one("#title", Static).update(Text(f" {' · '.join(parts)}", "bold"))
        self.query_one("#things", Static).update(Text("\n").join(painting.table(shown)))
        self.query_one("#told", Static).update(Text("\n".join(shown.story[-STORY:])))
        story = self.query_one("#story", VerticalScroll)
        self.call_after_refresh(story.scroll_end, animate=False)  # when its new lines have their places
        own = painting.own(shown.own) if shown.own else []
        self.query_one("#mine", Static).update(Text("\n").join(own))
        self._asking = None
        if shown.question is not None and decision is not None:
            self._asking = Asking(shown.question, lambda text: decision.parse(text).index)
        self._list()

    def _list(self, lines: Sequence[Line] | None = None) -> None:
        """The answers that may be given now, or the lines that have been found."""
        answers, asking = self.query_one("#answers", OptionList), self._asking
        answers.clear_options()
        if asking is None:
            self.query_one("#asked", Static).update("")
            return
        self.query_one("#asked", Static).update(Text(asking.asked or asking.question.name.replace("_", " ")))
        self._listed = list(asking.lines if lines is None else lines)
        width = len(str(len(self._listed)))
        for number, line in enumerate(self._listed, start=1):
            answers.add_option(Option(self._prompt(line, f"{number:>{width}}")))
        answers.highlighted = 0 if self._listed else None

    def _prompt(self, line: Line, number: str) -> Text:
        text = Text(f"{number} ", "dim").append(line.label)
        if line.choice is None:
            text.append(f"  {line.many} choices ▸", "dim")
        return text.append(f"  {line.sentence}", "dim italic") if line.sentence else text

    def note(self, text: str) -> None:
        """An answer to something that was typed."""
        self.query_one("#note", Static).update(Text(text))

    # ---------------------------------------------------------------- answering

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(lambda asking: asking.open(self._listed[event.option_index]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        event.input.value = ""
        highlighted = self.query_one("#answers", OptionList).highlighted
        if not typed:
            if highlighted is not None and self._asking is not None:
                self._take(lambda asking: asking.open(self._listed[highlighted]))
            return
        if self._command(typed) or self._asking is None:
            return
        self._take(lambda asking: asking.type(typed), typed)

    def _take(self, answer: Callable[[Asking], int | None], typed: str = "") -> None:
        asking = self._asking
        if asking is None:
            return
        self.note("")
        try:
            choice = answer(asking)
        except IllegalChoice as problem:
            found = asking.like(typed) if not typed.isdigit() else []
            if found:
                self._list(found)
            else:
                self.note(f"{problem}.".replace("..", "."))
            return
        if choice is None:
            self._list()
        else:
            self._asking = None
            self._answers.put(choice)

    def _command(self, typed: str) -> bool:
        try:
            answer = self._desk.obey(typed, self.table.state.decision)
        except (Moved, Branched) as elsewhere:
            self.note("")
            self.leave(elsewhere)
            return True
        except Left as left:
            if self._leaving or self._asking is None:
                self.leave(left)
            else:
                self._leaving = True
                self.note("Leave the game? It is kept. Once more for yes, anything else goes on.")
            return True
        self._leaving = False
        if answer is None:
            return False
        title, lines = answer
        if len(lines) == 1 and len(lines[0]) < 3 * self.size.width:
            self.note(lines[0])
        elif lines:
            self.push_screen(Page(title, lines))
        return True

    # ---------------------------------------------------------------- keys

    def action_move(self, by: int) -> None:
        if isinstance(self.screen, Page | End):
            self.screen.action_scroll(by)
            return
        answers = self.query_one("#answers", OptionList)
        if answers.option_count:
            answers.highlighted = ((answers.highlighted or 0) + by) % answers.option_count

    def action_table(self, by: int) -> None:
        if isinstance(self.screen, Page | End):
            self.screen.action_scroll(2 * by)
        else:
            self.query_one("#table", VerticalScroll).scroll_relative(y=by, animate=False)

    def action_step_back(self) -> None:
        self.query_one("#typed", Input).value = ""
        self.note("")
        if self._asking is not None:
            self._asking.back()
            self._list()

    def action_command(self, typed: str) -> None:
        self._command(typed)
