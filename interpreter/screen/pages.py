"""What is laid over the table: pages of text, the curtain between two people, the end of a game.

Comes in: lines.  Goes out: nothing, or what is wished for after the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from interpreter.screen.wrapping import Hanging
from interpreter.terminal import ending

if TYPE_CHECKING:
    from interpreter.terminal.desk import Desk
    from interpreter.terminal.table import Wish  # noqa: F401 - named in the text of a base class


class Page(ModalScreen[None]):
    """Texts laid over the table, until a key is pressed; of what has happened the end comes first into sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "back"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
    ]
    CSS = """
    Page { align: center middle; }
    Page > VerticalScroll { min-width: 12; scrollbar-size-vertical: 1; }
    Page > VerticalScroll { width: 90%; height: 90%; background: $surface; border: round $primary; padding: 0 1; }
    """

    def __init__(self, title: str, lines: Sequence[str], at_the_end: bool = False) -> None:
        super().__init__()
        self._title, self._lines, self._at_the_end = title, lines, at_the_end

    def compose(self) -> ComposeResult:
        page = VerticalScroll(Static(Hanging(tuple(self._lines))))
        page.border_title = self._title
        page.border_subtitle = "Esc: back"
        yield page

    def on_mount(self) -> None:
        if self._at_the_end:
            self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)

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
    End > * { min-width: 12; scrollbar-size-vertical: 1; }
    End > VerticalScroll { width: 90%; height: 1fr; background: $surface; border: round $primary; padding: 0 1; }
    End > OptionList { width: 90%; height: auto; max-height: 50%; border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss('leave')", "leave")]

    def __init__(self, lines: Sequence[str], desk: Desk) -> None:
        super().__init__()
        self._lines, self._desk = lines, desk

    def compose(self) -> ComposeResult:
        page = VerticalScroll(Static(Hanging(tuple(self._lines))))
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
