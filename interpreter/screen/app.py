"""The screen: table, story, own cards, question, a line to type in.

Comes in: a table at which somebody plays.  Goes out: choices; texts on pages that are laid over the table.  The game
goes on in a thread of its own, which waits wherever a person has to answer.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.filter import LineFilter
from textual.geometry import Size
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from interpreter.machine.errors import IllegalChoice
from interpreter.machine.texts import listed
from interpreter.screen import painting, room
from interpreter.screen.pages import Curtain, End, Page
from interpreter.screen.signs import Ascii
from interpreter.screen.wrapping import Hanging, hanging
from interpreter.table.asking import Asking, Line
from interpreter.table.model import Table as Shown
from interpreter.table.words import DOT
from interpreter.terminal.table import Branched, Left, Moved, Table, Wish

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision
    from interpreter.terminal.desk import Desk

T = TypeVar("T")
STORY = 400
"""So many lines of the story are kept on the screen."""
EDGES = 3
"""Columns that no text has: one on each side, and the scroll bar's."""


class TableApp(App[None]):
    """One evening at one table."""

    CSS = """
    TableApp Screen > * { min-width: 12; }
    VerticalScroll, OptionList { scrollbar-size-vertical: 1; }
    #title { height: 1; background: $primary; color: $text; }
    #body { height: 1fr; min-height: 1; }
    #table { width: 1fr; padding: 0 1; }
    #story { padding: 0 1; border-left: solid $primary-darken-2; }
    .narrow #body { layout: vertical; }
    .narrow #story { width: 1fr; border-left: none; border-top: solid $primary-darken-2; }
    .low #story { display: none; }
    .low #asked { max-height: 1; }
    #own { padding: 0 1; border-top: solid $primary-darken-2; }
    #asked { height: auto; max-height: 3; padding: 0 1; color: $accent; }
    #answers { border: none; padding: 0 1; background: $surface; text-wrap: nowrap; text-overflow: ellipsis; }
    .colourless OptionList > .option-list--option-highlighted { text-style: bold underline; }
    .colourless #title { text-style: reverse; }
    #typed { height: 1; border: none; padding: 0 1; }
    #note { height: auto; max-height: 3; padding: 0 1; color: $warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("pageup", "table(-5)", show=False, priority=True),
        Binding("pagedown", "table(5)", show=False, priority=True),
        Binding("ctrl+up", "story(-1)", show=False, priority=True),
        Binding("ctrl+down", "story(1)", show=False, priority=True),
        Binding("escape", "step_back", show=False),
        Binding("f1", "command('help')", show=False),
        Binding("ctrl+z", "command('undo')", show=False),
        Binding("ctrl+c,ctrl+q,ctrl+d", "command('quit')", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, table: Table, desk: Desk, pause: float = 0, ascii_only: bool = False) -> None:
        """`pause`: seconds after each choice of a bot, until a key is pressed; `ascii_only`: signs of the terminal."""
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)  # then not even shades of grey
        self.table = table
        self._desk = desk
        self._pause, self._hurry = pause, Event()
        self._signs = Ascii(ascii_only)
        self._play: Callable[[], object] = lambda: table.play(self)
        self._outcome: object = None
        self._failure: BaseException | None = None
        self._leaving = False
        self._answers: queue.Queue[int | Wish | BaseException] = queue.Queue()
        self._asking: Asking | None = None
        self._seen: int | None = None
        self._shown: Shown | None = None
        self._story: tuple[list[str], int] = ([], 0)
        """What has happened, and how many of its lines stood there when who is asked last chose."""
        self._chosen: dict[int | None, int] = {}
        self._listed: list[Line] = []
        self._went = False
        """Whether somebody has gone from line to line since they were asked."""

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
        self.set_class(self.no_color, "colourless")
        self._fit()
        self.query_one("#typed").focus()
        self.note("")
        self.run_worker(self._evening, thread=True, exclusive=True)

    def on_unmount(self) -> None:
        """Whatever closes the screen, the thread of the game must not wait for ever."""
        self.leave(Left())

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is done to every line before it is painted."""
        return [*super().get_line_filters(), *([self._signs] if self._signs.enabled else [])]

    def _fit(self, size: Size | None = None) -> None:
        """Share the lines of the window out, and write them."""
        width, height = size or self.size
        wide = width >= room.WIDE
        self.set_class(not wide, "narrow")
        self.set_class(height < room.LOW, "low")
        beside = room.story_width(width) if wide else 0
        told = [*self._told(width - EDGES)] if not wide else []
        rooms = room.shared(
            (width, height),
            self._remarks(width),
            lambda lines: len(self._own(width - EDGES, lines)),
            len(self._listed),
            sum(1 for line in told if line.style != painting.QUIET),
            lambda lines: len(self._things(width - EDGES - beside, lines)),
        )
        self.query_one("#own").styles.height = rooms.own + 1
        self.query_one("#answers").styles.height = rooms.answers
        story = self.query_one("#story", VerticalScroll)
        story.styles.height = "100%" if wide else rooms.story + 1
        story.styles.width = beside if wide else "100%"
        self.query_one("#mine", Static).update(_joined(self._own(width - EDGES, rooms.own)))
        self.query_one("#things", Static).update(_joined(self._things(width - EDGES - beside, rooms.table)))
        self.query_one("#told", Static).update(_joined([*self._told(beside - EDGES - 1)] if wide else told))
        self.call_after_refresh(story.scroll_end, animate=False)  # when its new lines have their places

    def _own(self, width: int, height: int) -> list[Text]:
        own = self._shown.own if self._shown is not None else None
        blocks = partial(painting.own, own) if own is not None else None
        return [] if blocks is None else painting.fitting(blocks, painting.DETAILS, width, height)

    def _things(self, width: int, height: int) -> list[Text]:
        blocks = partial(painting.table, self._shown) if self._shown is not None else None
        return [] if blocks is None else painting.fitting(blocks, painting.WITH_FACES, width, height)

    def _told(self, width: int) -> Iterator[Text]:
        """What has happened; what stood there before somebody last chose is quiet."""
        story, old = self._story
        begin = max(0, len(story) - STORY)
        for number, line in enumerate(story[begin:], start=begin):
            for text in hanging([line], max(1, width)):
                text.style = painting.QUIET if number < old else ""
                yield text

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
        self._hurry.clear()
        self.call_from_thread(self._show, table.state.table(decision.player), decision)
        choice = decision.choice(self._wait())
        self._chosen[decision.player] = len(self._story[0])
        return choice

    def tell(self, table: Table) -> None:
        """Called in the thread of the game after each choice: the table as the only person, or nobody, sees it."""
        if len(table.people) > 1:
            return
        self.call_from_thread(self._show, table.state.table(table.onlooker), None)
        if self._chosen and table.goes_on_alone:  # nobody has to wait for the first question
            self._hurry.wait(self._pause)  # always the same time, so that it tells nothing

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
        self._hurry.set()
        self._answers.put(end)

    def tell_of(self, problem: str) -> None:
        """What went wrong while the game goes on; called in the thread of the game."""
        self.call_from_thread(self.notify, problem, severity="warning", timeout=20)

    # ---------------------------------------------------------------- showing

    def _draw_curtain(self, seat: str) -> None:
        self._shown, self._story, self._asking = None, ([], 0), None
        self.query_one("#title", Static).update("")
        self.note("")
        self._list()
        self.push_screen(Curtain(seat), lambda _: self._answers.put(0))

    def _show(self, shown: Shown, decision: Decision | None) -> None:
        seat = None if shown.viewer is None else self.table.game.names.index(shown.viewer)
        self._shown = shown
        self._story = self.table.state.story(seat, whole=True), self._chosen.get(seat, 0)
        parts = [shown.title, _who(shown)]
        if shown.chooser is not None:
            parts.append("your turn" if shown.chooser == shown.viewer else f"{shown.chooser} chooses")
        self.query_one("#title", Static).update(Text(f" {DOT.join(parts)}", "bold"))
        self._asking = None
        if shown.question is not None and decision is not None:
            self._asking = Asking(shown.question, lambda text: decision.parse(text).index)
        self._list()

    def _list(self, lines: Sequence[Line] | None = None) -> None:
        """The answers that may be given now, or the lines that have been found."""
        answers, asking = self.query_one("#answers", OptionList), self._asking
        answers.clear_options()
        given = [] if asking is None else asking.lines if lines is None else lines
        self._listed = list(given)
        width = len(str(len(self._listed)))
        answers.add_options(
            Option(self._prompt(line, f"{number:>{width}}")) for number, line in enumerate(self._listed, start=1)
        )
        self._went = False
        answers.highlighted = 0 if self._listed else None
        self._explain()
        self._fit()

    def _prompt(self, line: Line, number: str) -> Text:
        text = Text().append(f"{number} ", painting.QUIET).append(line.label)
        if line.choice is None:
            text.append(f"  {line.many} choices ▸", painting.QUIET)
        return text.append(f"  {line.sentence}", "dim italic") if line.sentence else text

    def _explain(self) -> None:
        """What is asked, and of a line to which somebody has gone what the list has no room for."""
        asking, asked = self._asking, self.query_one("#asked", Static)
        if asking is None:
            asked.update("")
            return
        text = Text(asking.asked or asking.question.name.replace("_", " "))
        highlighted = self.query_one("#answers", OptionList).highlighted
        if self._went and highlighted is not None and highlighted < len(self._listed):
            line = self._listed[highlighted]
            if self._prompt(line, str(len(self._listed))).cell_len > self.size.width - EDGES:
                said = f"{line.label}: {line.sentence}" if line.sentence else line.label
                text.append(f"{DOT}{said}", "italic")
        asked.update(text)

    def _remarks(self, width: int) -> int:
        """How many lines the note has, and what is said of a line of the list."""
        asked, note = (str(self.query_one(name, Static).content) for name in ("#asked", "#note"))
        lines = [len(list(hanging([text], max(1, width - EDGES + 1)))) if text else 0 for text in (asked, note)]
        return max(0, min(lines[0], 3) - 1) + min(lines[1], 3)

    def note(self, text: str) -> None:
        """An answer to something that was typed."""
        note = self.query_one("#note", Static)
        note.display = bool(text)
        note.update(Hanging((text,) if text else ()))
        self._fit()

    # ---------------------------------------------------------------- answering

    def on_option_list_option_highlighted(self) -> None:
        if self._went:
            self._explain()
            self._fit()

    def on_key(self, event: Key) -> None:
        """Whatever is pressed while bots play, they do not make anybody wait any more."""
        if self._asking is None:
            self._hurry.set()

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
        listed = self._asking is not None and self._asking.lists(typed)
        if not listed and self._command(typed):
            return
        if self._asking is None:
            event.input.value = typed  # too early: it stays there until somebody is asked
            return
        self._take(lambda asking: asking.type(typed), typed)

    def _take(self, answer: Callable[[Asking], int | None], typed: str = "") -> None:
        asking = self._asking
        if asking is None:
            return
        self._leaving = False
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
            asked = None if self._asking is None else self.table.state.decision
            answer = self._desk.obey(typed, asked)
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
            self.push_screen(Page(title, lines, at_the_end=title.startswith("log")))
        return True

    # ---------------------------------------------------------------- keys

    def action_move(self, by: int) -> None:
        if isinstance(self.screen, Page | End):
            self.screen.action_scroll(by)
            return
        answers = self.query_one("#answers", OptionList)
        if answers.option_count:
            self._went = True
            answers.highlighted = ((answers.highlighted or 0) + by) % answers.option_count

    def action_table(self, by: int) -> None:
        if isinstance(self.screen, Page | End):
            self.screen.action_scroll(2 * by)
        else:
            self.query_one("#table", VerticalScroll).scroll_relative(y=by, animate=False)

    def action_story(self, by: int) -> None:
        self.query_one("#story", VerticalScroll).scroll_relative(y=by, animate=False)

    def action_step_back(self) -> None:
        self.query_one("#typed", Input).value = ""
        self.note("")
        if self._asking is not None:
            self._asking.back()
            self._list()

    def action_command(self, typed: str) -> None:
        self._command(typed)


def _who(shown: Shown) -> str:
    """Through whose eyes the table is seen, and who plays with them."""
    if shown.viewer is None:
        return "nobody looks"
    partners = f" with {listed(shown.partners, len(shown.partners), 'and')}" if shown.partners else ""
    return f"you are {shown.viewer}{partners}"


def _joined(lines: Sequence[Text]) -> Text:
    return Text("\n").join(lines)
