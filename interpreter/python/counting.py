"""How many choices an offer has, as Python lines, without making them.

Comes in: an offer of a decision.  Goes out: lines that find the lots of its choices (see `lots`) and keep them in
variables, and texts for their number and for the choice with a given number.  Drawing and storing it is left to
`playing`.
"""

from __future__ import annotations

from attrs import define

from interpreter.python.earlier import earlier
from interpreter.python.lots import Lots
from interpreter.python.statements import Statements
from interpreter.python.texts import INDENT, Context
from rulelang.ir.model.expressions import Items, Zone
from rulelang.ir.model.program import HeadItem, NeedItem, OfferDecl, PickItem


@define
class Counted:
    """The choices of one offer

    `amount`: how many there are.  `member`: the last pick, by `chosen`; `lots`: texts of (picks before it, its
    members), if there is more than one lot, or `found`: the variable that holds them as `lots_…` does.  `cards`: those
    of which the last pick is a pattern, or None.
    """

    offer: OfferDecl
    index: int
    amount: str
    member: str = ""
    lots: tuple[str, ...] = ()
    found: str = ""
    cards: str = "None"


class Counting(Lots):
    """Writes what finds and counts the choices of one offer."""

    def __init__(self, context: Context, writer: Statements, index: int, offer: OfferDecl) -> None:
        super().__init__(context, offer.header, context.program.headers[offer.header])
        self.asking_writer = writer
        self.lines, self.depth = writer.lines, writer.depth
        self.counted = Counted(offer, index, "1")
        self.index = index
        self.lots: list[tuple[str, str]] = []
        """Picks before the last, and the variable of the members, of all lots around which there is no loop."""
        self.picks_many = 0
        self.beginning = len(self.lines)
        """Where the lines of this offer begin."""
        self.outside = self.depth
        """How deep the lines are indented that are read in any case."""

    def count(self) -> Counted:
        """Everything from the first condition to the number of choices."""
        condition = self.counted.offer.condition
        if condition is not None:
            self.test(self.asking_writer.values.truth(condition))
        items = earlier(self.context.program, self.header.items)
        picks = [place for place, item in enumerate(items) if isinstance(item, PickItem)]
        for item in items[: picks[0] if picks else len(items)]:
            self._opening(item)
        self.picks_many = len(picks)
        if picks:
            self.picks_of(items[picks[0] :], picks[-1] - picks[0])
        else:
            self._amount("1")
        sure, self.depth = self.depth == self.outside, self.outside
        if picks:
            self._finish(sure)
        return self.counted

    def _amount(self, text: str) -> None:
        """So many choices, if all conditions up to here hold."""
        self.counted.amount = text
        if self.depth > self.outside:
            self.counted.amount = f"many_{self.index}"
            self.lines.insert(self.beginning, f"{INDENT * self.outside}{self.counted.amount} = 0")
            self.line(f"{self.counted.amount} = {text}")

    def _opening(self, item: HeadItem) -> None:
        """An item before the first pick."""
        if isinstance(item, NeedItem):
            self.test(self.values.truth(item.condition))
            self.know(item.condition)
        else:
            self.item(item)

    def lot(self, items: list[HeadItem]) -> None:
        """Keeps the lot of the last pick."""
        if self.picks_many == 1 and self._whole_place(items):
            return
        if self.inside:
            self.members_name, self.counted.found = "members", f"found_{self.index}"
            cards = self.last_pick(items)
            self.line("if members:")
            self.line(f"{INDENT}found_{self.index}.append(({self.before_last()}, members, {cards}))")
        else:
            self.members_name = f"members_{self.index}" + (f"_{len(self.lots)}" if self.lots else "")
            cards = self.last_pick(items)
            self.lots.append((self.before_last(), self.members_name))
        self.counted.cards = cards

    def _whole_place(self, items: list[HeadItem]) -> bool:
        """All cards of a place in its order: nothing need be listed."""
        [pick, *rest] = items
        if rest or not isinstance(pick, PickItem) or pick.where is not None or self.by_look(pick):
            return False
        source, places = pick.source, self.values.places
        if not isinstance(source, Items) or not isinstance(source.of, Zone):
            return False
        if not all(places.cheap(key) for key in source.of.keys):
            return False
        self._amount(places.size(source.of).text)
        self.counted.member = places.indexed(source.of, "chosen")
        return True

    def _finish(self, sure: bool) -> None:
        """The variables that hold what has been found, and how many that is."""
        counted, many, before = self.counted, f"many_{self.index}", INDENT * self.depth
        if counted.found:
            self.lines.insert(self.beginning, f"{before}{counted.found} = []")
            self.line(f"{many} = sum([len(lot[1]) for lot in {counted.found}])")
            counted.amount, counted.cards = many, "cards" if counted.cards != "None" else "None"
            counted.member = "members[chosen]"
        elif self.lots:
            names = [name for _, name in self.lots]
            if not sure or len(names) > 1:
                self.lines.insert(self.beginning, f"{before}{' = '.join(names)} = ()")
            counted.amount = " + ".join(f"len({name})" for name in names)
            if len(names) > 1 or self.picks_many > 1:
                self.line(f"{many} = {counted.amount}")
                counted.amount, counted.member = many, "members[chosen]"
                counted.lots = tuple(f"({chosen}, {name})" for chosen, name in self.lots)
            else:
                counted.member = f"{names[0]}[chosen]"
