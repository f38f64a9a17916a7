"""What is proved of the places in a program that may come to a fault, and how it is gathered.

Comes in: what is read and done where, as often as it is gone through (`Notes`).  Goes out: `Proofs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias

from attrs import define, field

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import program as pr
from rulelang.ir.model.expressions import NONE
from rulelang.ir.prove.certain import Noted, Reader
from rulelang.ir.prove.known import Known, parts
from rulelang.ir.prove.spans import LOW, Span, hull, is_none
from rulelang.nodes import frozen

Use: TypeAlias = tuple[int, int, int]
MOVED, SWAPPED = (0, -1), (0, -2)
"""What stands in place of bounds for a card that is moved, or swapped with another: it has to be there."""
Kind: TypeAlias = Literal["dry", "full", "bounds", "range", "fold", "need"]
"""A deal that may find too few cards, a place without room, a counter or a value outside its bounds, the highest of
none, a need."""
Verdict: TypeAlias = Literal["holds", "fails", "open"]


@frozen
class Proof:
    """What is certain of one place that may come to a fault: `have` is what there is, `want` what it should be

    A need `fails` if it never holds.  `open`: only play can tell.
    """

    verdict: Verdict
    have: Span
    want: Span

    def beside(self, other: Proof) -> Proof:
        """What is certain where one of two is so."""
        verdict: Verdict = self.verdict if self.verdict == other.verdict else "open"
        return Proof(verdict, hull(self.have, other.have), hull(self.want, other.want))


@frozen
class Proofs:
    """What was found

    `never`: what is used as if it were there and never is.  `blank`: for uses of a cell that may be blank the cards
    that have such a one.  `found`: by kind and rule.  `carried`: the rules of all effects that may ever be carried out.
    `read`: for needs that never hold the counters and places that they read, and between which numbers these lie.
    """

    never: frozenset[Use]
    blank: dict[Use, frozenset[int]]
    found: dict[tuple[Kind, int], Proof]
    carried: frozenset[int]
    read: dict[int, tuple[tuple[str, str, Span], ...]]


@define
class Notes:
    """What is seen of each place while `on`; `perhaps`: how many statements that may pass over it it stands in"""

    on: bool = False
    perhaps: int = 0
    never: dict[Use, bool] = field(factory=dict)
    certain: set[Use] = field(factory=set)
    blank: dict[Use, frozenset[int]] = field(factory=dict)
    found: dict[tuple[Kind, int], Proof] = field(factory=dict)
    carried: set[int] = field(factory=set)
    read: dict[int, tuple[tuple[str, str, Span], ...]] = field(factory=dict)

    def proofs(self) -> Proofs:
        never = self.certain | {use for use, never in self.never.items() if never}
        return Proofs(frozenset(never), self.blank, self.found, frozenset(self.carried), self.read)

    @contextmanager
    def passing_over(self, perhaps: bool = True) -> Iterator[None]:
        """What is gone through inside need not be carried out."""
        self.perhaps += perhaps
        yield
        self.perhaps -= perhaps

    def note(self, reader: Reader, node: Noted, value: Span, known: Known) -> None:
        """An expression was read, and what it was."""
        if not self.on:
            return
        match node:
            case pr.NeedItem(rule=rule):
                found = inside(value, (1, 1)) if value[0] >= 0 else "open"
                self.prove("need", rule, found, value, (1, 1), sure=False)
                if found == "fails":
                    self.read[rule] = _read(reader, node.condition, known)
            case ir.Fold(rule=rule):
                assert rule is not None
                verdict: Verdict = "holds" if value[0] > 0 else "open" if value[1] > 0 else "fails"
                self.prove("fold", rule, verdict, value, (1, value[1]), known.sure and not known.calls)
            case ir.Within():
                self._within(reader, node, value, known)

    def _within(self, reader: Reader, node: ir.Within, value: Span, known: Known) -> None:
        use, bounds = (node.rule, node.low, node.high), (node.low, node.high)
        never = is_none(value) and not node.low <= value[0] <= node.high
        self.use(use, never, known)
        if not never and isinstance(node.value, ir.Lookup) and value[0] in (NONE, LOW) and value[0] < node.low:
            self.blank[use] = self.blank.get(use, frozenset()) | _blank_cells(reader, node.value, known)
        self.prove("range", node.rule, inside(value, bounds), value, bounds, known.sure and not known.calls)

    def amount(self, kind: Literal["dry", "full"], rule: int, have: Span, want: Span, known: Known) -> None:
        """So many cards are there, and so many should be: at least, of a deal, and at most, of a goal."""
        if self.on:
            less, more = (want, have) if kind == "dry" else (have, want)
            found: Verdict = "holds" if less[1] <= more[0] else "fails" if less[0] > more[1] else "open"
            self.prove(kind, rule, found, have, want, known.sure)

    def prove(self, kind: Kind, rule: int, verdict: Verdict, have: Span, want: Span, sure: bool) -> None:
        """What is seen here, with what was seen where the same place was gone through before.

        It is a fault in any case if it is one this time and nothing passes over it; else it is one if it is each time.
        """
        before = self.found.get((kind, rule))
        if before is not None:
            if verdict != before.verdict:
                verdict = "fails" if verdict == "fails" and sure and not self.perhaps else "open"
            have, want = hull(have, before.have), hull(want, before.want)
        self.found[kind, rule] = Proof(verdict, have, want)

    def use(self, use: Use, never: bool, known: Known) -> None:
        self.never[use] = never and self.never.get(use, True)
        if never and known.sure and known.calls:
            self.certain.add(use)


def inside(value: Span, bounds: Span) -> Verdict:
    if bounds[0] <= value[0] and value[1] <= bounds[1]:
        return "holds"
    return "fails" if value[1] < bounds[0] or bounds[1] < value[0] else "open"


def _blank_cells(reader: Reader, node: ir.Lookup, known: Known) -> frozenset[int]:
    table, index = reader.program.tables[node.table], reader.value(node.index, known)
    cells = enumerate(table.values, start=table.first)
    return frozenset(n for n, cell in cells if cell in (NONE, LOW) and index and index[0] <= n <= index[1])


def _read(reader: Reader, condition: ir.Expr, known: Known) -> tuple[tuple[str, str, Span], ...]:
    """The counters and places that a condition reads, and between which numbers they lie."""
    found: dict[tuple[str, str], Span] = {}
    program, asleep = reader.program, Reader(reader.program, lambda node, value, known: None)
    for node in parts(condition):
        match node:
            case ir.Size(of=ir.Zone(zone=zone)):
                name = "place", program.zones[zone].name
            case ir.Read(counter=counter):
                name = "counter", program.counters[counter].name
            case _:
                continue
        value = asleep.value(node, known)
        if value is not None:
            found[name] = hull(found.get(name, value), value)
    return tuple((*name, span) for name, span in found.items())
