"""What surely goes wrong wherever it is reached, and what is never reached, said to the author.

Comes in: programs of one game, one for each number of players.  Goes out: warnings, each once, with the numbers of
players at which it is so: what is none where it is used as if it were there, deals that never find enough cards, places
that never have room, counters that leave their bounds, needs that never hold.  All of it is found by `walk`; a cell
that may be blank is told only where no rule looks at anything but that number, so that none can tell such cards apart.
Lines that are never reached are kept in `lines` and `carried`, since another variant may reach them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from attrs import define, field

from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.ir.lower.cards import present
from rulelang.ir.lower.options import effective_options
from rulelang.ir.model import program as ir
from rulelang.ir.prove.proofs import Kind, Proof, Proofs
from rulelang.ir.prove.spans import HIGH
from rulelang.ir.prove.spans import Span as Between
from rulelang.ir.prove.walk import proofs, rules_of
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import CardDecl, Program
from rulelang.resolve.model.sorts import FlagSort
from rulelang.resolve.model.statements import Needs
from rulelang.resolve.walk import find
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.ir.lower.draft import Draft


CODES: dict[Kind, str] = {"dry": "RL0532", "full": "RL0533", "bounds": "RL0534", "need": "RL0535"}


@define
class Proven:
    """What was found at each number of players; `text` gives the words at a span."""

    game: Program
    text: Callable[[Span], str]
    given: frozenset[str] = frozenset()
    never: dict[Span, tuple[ex.Expr, list[int]]] = field(factory=dict)
    blank: dict[Span, tuple[ex.Column, CardDecl]] = field(factory=dict)
    sites: dict[tuple[Kind, Span], Proof] = field(factory=dict)
    failing: dict[tuple[Kind, Span], tuple[Proof, list[int]]] = field(factory=dict)
    read: dict[Span, tuple[tuple[str, str, Between], ...]] = field(factory=dict)
    looks: int = 0
    denied: Counter[Span] = field(factory=Counter)
    carried: set[Span] = field(factory=set)
    lines: set[Span] = field(factory=set)

    def look(self, draft: Draft, program: ir.Program) -> None:
        """Look at the program of one number of players; with other options, or with what tests set, only at what may
        happen then.
        """
        normal, spans = draft.options == effective_options(self.game, {}) and not self.given, draft.spans
        found = proofs(program, self.given)
        self.lines |= {spans[rule] for rule in rules_of(program)}
        self.carried |= {spans[rule] for rule in found.carried}
        self.looks += 1
        self.denied.update({spans[rule] for rule in found.read})
        if not normal:
            return
        self._absent(draft, found)
        for (kind, rule), proof in found.found.items():
            where = kind, spans[rule]
            self.sites[where] = proof.beside(self.sites.get(where, proof))
            if kind in CODES and proof.verdict == "fails":
                before, players = self.failing.get(where, (proof, []))
                self.failing[where] = proof.beside(before), [*players, draft.players]
        for rule, read in found.read.items():
            self.read.setdefault(spans[rule], read)

    @property
    def clean(self) -> bool:
        """Whether nothing was found so far."""
        return not (self.never or self.blank or self.failing or self.lines - self.carried)

    def doubtful(self) -> bool:
        """Whether something is never so or never done, which other options or a test may change."""
        return bool(self.lines - self.carried) or any(self.denied[span] == self.looks for _, span in self.failing)

    def others(self, mentioned: frozenset[str]) -> Iterator[dict[str, str]]:
        """What may make a difference to what is never so or never done, as long as that is in doubt

        That is what tests set, in which these words are mentioned, and other options, any two values of them together.
        """
        self.given = mentioned
        if mentioned and self.doubtful():
            yield {}
        options = self.game.options
        if not options or not self.doubtful():
            return
        from allpairspy import AllPairs

        values = [option.values for option in options.values()]
        for row in AllPairs(values) if len(values) > 1 else zip(*values, strict=True):
            if not self.doubtful():
                return
            yield dict(zip(options, row, strict=True))

    def _absent(self, draft: Draft, found: Proofs) -> None:
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
        for (kind, span), (proof, players) in self.failing.items():
            if kind != "need":
                have, want, when = spoken(proof.have), spoken(proof.want), self._when(players)
                yield diagnostic(CODES[kind], span, what=self.text(span), when=when, have=have, want=want)
            elif self.denied[span] == self.looks and (need := self._need(span)) is not None:
                yield diagnostic(CODES[kind], need.condition.span, what=need.text, found=self._read(span))

    def _need(self, span: Span) -> Needs | None:
        """The need; none where the author wrote `needs no`, who knows it."""
        needs = (one for one in find(Needs, self.game.steps) if one.span == span)
        return next((one for one in needs if not isinstance(one.condition, ex.Constant)), None)

    def _read(self, need: Span) -> str:
        """Between which numbers that lies which a need reads."""
        found = []
        for what, name, span in self.read.get(need, ()):
            cards = f"holds {spoken(span)} card{'' if span == (1, 1) else 's'}"
            found.append(f"`{name}` {cards if what == 'place' else f'is {spoken(span)}'}")
        return f"when it is asked, {' and '.join(found)}: " if found else ""

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
        *most, last = [str(number) for number in sorted(players)]  # the fewest and the most were looked at first
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


def spoken(span: Between) -> str:
    """Between which numbers something lies, in words."""
    low, high = span
    if high == HIGH:
        return "any number" if low <= -HIGH else f"{low} or more"
    return f"{low}" if low == high else f"{low} to {high}"
