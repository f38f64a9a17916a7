"""Scenarios: tests in the language, line by line.  Docstrings show the source."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.nodes import frozen
from rulelang.syntax.model.expressions import Expr, Path
from rulelang.syntax.model.heading import Declaration, OptionChosen
from rulelang.syntax.model.nodes import Name, Node, Row


@frozen
class WithPlayers(Node):
    """``players 3``"""

    count: int


@frozen
class WithVariant(Node):
    """``variant "Powers"``"""

    title: str


@frozen
class AsIn(Node):
    """``given as in "a turn of A"``: the beginning of another scenario"""

    title: str


@frozen
class Given(Node):
    """``given A.hand is 2 of "carrot", "joker"``; with `starts`, ``given deck starts with "clerk"``; with `every`,
    ``given every other player.coins is 3``
    """

    target: Expr
    items: tuple[Expr, ...]
    starts: bool
    every: Literal["", "every", "every other"] = ""


@frozen
class Begins(Node):
    """``when round begins``"""

    step: Name


@frozen
class TurnBegins(Node):
    """``when A's turn begins``"""

    player: Name


@frozen
class Chooses(Node):
    """``when A chooses feed(owl, 3 of "apple")``"""

    player: Expr
    choice: Path


@frozen
class Then(Node):
    """``then B cannot check because "There is a bet"``; with `answer`, ``then A can lay(tile) is answer``; with `only`,
    ``then A may only feed, clear``: that is all that is on offer to the player who is the `condition`
    """

    condition: Expr
    because: str | None
    answer: Name | None
    only: tuple[Path, ...] = ()


@frozen
class Scenario(Declaration):
    """``scenario "a king that is called wins two":`` with its lines and its table of cases"""

    title: str
    lines: tuple[ScenarioLine, ...]
    cases: tuple[Row, ...]


ScenarioLine: TypeAlias = AsIn | WithPlayers | WithVariant | OptionChosen | Given | Begins | TurnBegins | Chooses | Then
