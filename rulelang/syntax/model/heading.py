"""The heading of a game: its title, its players, its options.  Docstrings show the source."""

from __future__ import annotations

from attrs import field

from rulelang.nodes import frozen
from rulelang.syntax.model.expressions import Expr
from rulelang.syntax.model.nodes import Name, Node, Row


@frozen(kw_only=True)
class Declaration(Node):
    """A line at the left margin; `cites` are the rulebook statements named behind it, as in ``[W30 W38]``."""

    cites: tuple[str, ...] = field(default=())


# ---------------------------------------------------------------- heading


@frozen
class Version(Declaration):
    """``rules 1``"""

    number: int


@frozen
class Game(Declaration):
    """``game "Kuhn Poker"``"""

    title: str


@frozen
class Players(Declaration):
    """``players 2 to 4``"""

    low: int
    high: int


@frozen
class PlayerSheet(Declaration):
    """``players:`` with a row for each number of players"""

    rows: tuple[Row, ...]


@frozen
class Teams(Declaration):
    """``teams opposite when count players is 4``"""

    arrangement: Name
    when: Expr | None


@frozen
class Rulebook(Declaration):
    """``rulebook "werwars.md"``"""

    path: str


@frozen
class Use(Declaration):
    """``use standard, tricks``"""

    modules: tuple[Name, ...]


@frozen
class Member(Node):
    """``person "Who?"``, a member of a kind or a value of an option; the word may be a number"""

    word: str
    text: str | None


@frozen
class Option(Declaration):
    """``option diet: any_one or printed, normally any_one``"""

    name: Name
    values: tuple[Member, ...]
    normally: Name


@frozen
class OptionChosen(Declaration):
    """``option diet is printed``, in a variant or a test"""

    name: Name
    value: Name
