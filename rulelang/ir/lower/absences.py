"""What is none wherever it is used as if it were there, said to the author.

Comes in: programs of one game, one for each number of players, with what may be none in each of them.  Goes out:
warnings, each once, with the numbers of players at which it is so.  What is none is found by `absent`; a cell that may
be blank is told only where no rule looks at anything but that number, so that none can tell such cards apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attrs import define, field

from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.ir.analyse.absent import absent
from rulelang.ir.lower.declarations.cards import present
from rulelang.ir.model import program as ir
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import CardDecl, Program
from rulelang.resolve.model.sorts import FlagSort
from rulelang.resolve.walk import find
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.ir.lower.draft import Draft


@define
class Absences:
    """What was found at each number of players; `text` gives the words at a span."""

    game: Program
    text: Callable[[Span], str]
    never: dict[Span, tuple[ex.Expr, list[int]]] = field(factory=dict)
    blank: dict[Span, tuple[ex.Column, CardDecl]] = field(factory=dict)

    def look(self, draft: Draft, program: ir.Program) -> None:
        """Look at the program of one number of players."""
        if not draft.uses:
            return
        found = absent(program)
        for use, node in draft.uses.items():
            if use in found.never:
                players = self.never.setdefault(node.span, (node, []))[1]
                if draft.players not in players:
                    players.append(draft.players)
            elif (cards := found.blank.get(use)) and isinstance(node, ex.Column) and node.key is None:
                there = [card for name in draft.game.types for card in present(draft, name)]
                self.blank.setdefault(node.span, (node, there[min(cards)]))

    def told(self) -> Iterator[Diagnostic]:
        for span, (node, players) in self.never.items():
            mending = self._mending(node)
            yield diagnostic("RL0530", span, what=self.text(span), when=self._when(players), mending=mending)
        for span, (column, card) in self.blank.items():
            if span not in self.never and not self._told_apart(column):
                label = Label(card.span, f"`{column.column}` is blank here")
                yield diagnostic(
                    "RL0531", span, labels=(label,), what=self.text(span), column=column.column, card=card.text
                )

    def _told_apart(self, column: ex.Column) -> bool:
        """Whether some rule looks at more of such cards than a number, and so may leave out those with a blank cell."""
        game = self.game
        rules = game.steps, game.defines, game.whenevers, game.setup, game.play, game.winner
        if any(True for _ in find(ex.IsNamed | ex.IsType | ex.Named, *rules)):  # type: ignore[arg-type]
            return True
        asked = find(ex.Equal | ex.IsIn | ex.Compare, *rules)  # type: ignore[arg-type]
        compared = [one.column for one in find(ex.Column, *asked)]
        flags = [one for one in find(ex.Column, *rules) if isinstance(one.sort, FlagSort)]
        return bool(flags or compared)

    def _when(self, players: list[int]) -> str:
        low, high = self.game.players
        if len(players) == high - low + 1:
            return ""
        *most, last = [str(number) for number in players]
        if most:
            return f" with {', '.join(most)} or {last} players"
        return f" with {last} player{'' if last == '1' else 's'}"

    def _mending(self, node: ex.Expr) -> str:
        """What an author may do about it."""
        match node:
            case ex.Neighbour():
                return "ask for a partner only when there are teams"
            case ex.SlotCard(place=place) | ex.EndCard(place=place):
                name = self.text(place.span)
                return f"no card can lie in `{name}` yet: move one there first, or ask whether `{name} is not empty`"
            case ex.CounterRef():
                name = self.text(node.span)
                return f"nothing can have set `{name}` yet: set it first, or ask whether `{name} is not none`"
            case ex.Column(column=column):
                return f"the cell in the column `{column}` is blank: fill it in, or read it only of cards that have one"
            case ex.Selected():
                return "nothing can fit yet: ask first whether there is one, with `some`"
            case _:
                return f"ask first whether `{self.text(node.span)} is not none`"
