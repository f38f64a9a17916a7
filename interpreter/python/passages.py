"""Cards that go from one place to another as Python lines: what `cards.carry` does, with everything written out that is
known.

Comes in: two places, each with texts for its number and its cells.  Goes out: lines that move the card named ``card``
between them, or deal one and give it that name.  They report no events and ask no hook.
"""

from __future__ import annotations

from attrs import frozen

from interpreter.layout import Layout, Place
from interpreter.python.draws import draw_lines

INDENT = "    "


@frozen
class Spot:
    """A place in the text: an instance of its declaration, its number, the cell of its size, and who sees it

    `seen`: a bit set as text, none where `asked` must say.
    """

    place: Place
    number: str
    size: str
    seen: str | None

    def cell(self, beyond: int) -> str:
        """The cell so many after that of the size."""
        if self.size.isdigit():
            return str(int(self.size) + beyond)
        return f"{self.size} + {beyond}" if beyond else self.size

    @property
    def cards(self) -> int:
        """How far beyond the size the first card lies."""
        return self.place.cards - self.place.size


def spot(layout: Layout, number: int) -> Spot:
    """One zone instance."""
    place = layout.places[number]
    return Spot(place, str(number), str(place.size), None if place.seen is None else str(place.seen))


class Passage:
    """Writes the lines between two places."""

    def __init__(self, layout: Layout, here: Spot, there: Spot, rule: str) -> None:
        self.layout, self.here, self.there, self.rule = layout, here, there, rule
        self.everyone = (1 << layout.program.players) - 1
        self.sure = self._seen_anyway()
        self.aware = self.sure != str(self.everyone)
        """Whether somebody may be unaware of the card."""

    def moved(self) -> list[str]:
        """The card leaves wherever it lies, and comes."""
        return self._passed(self._taken_out())

    def dealt(self) -> list[str]:
        """The card on top, the first, or one by chance leaves and comes; the place is not empty."""
        return self._passed(self._first())

    def emptied(self) -> list[str] | None:
        """All cards leave one after the other and come; none if this cannot be told beforehand."""
        here, there = self.here, self.there
        spots = (here.place, there.place)
        if here.place.shape == "pile" or here.place.declaration == there.place.declaration or self.layout.facts:
            return None
        if any(place.seen is None or place.top_only or place.turned for place in spots) or there.place.shape == "bag":
            return None
        known = self._known(here.place.shape in ("row", "slot"))
        coming = [*self._put_in(), known]
        if here.place.capacity == 1:
            first = f"S[{here.cell(here.cards)}]"
            gone = [f"card = {first}", f"S[{here.size}] = {first} = 0"]
            return [f"if S[{here.size}]:", *(INDENT + line for line in gone + coming)]
        first = here.cell(here.cards)
        return [
            f"end = {first} + S[{here.size}]",
            f"S[{here.size}] = 0",
            f"for index in range({first}, end):",
            *(INDENT + line for line in ("card = S[index]", "S[index] = 0", *coming)),
        ]

    def _seen_anyway(self) -> str:
        """Who surely sees the card before or after."""
        seen = [each.seen for each in (self.here, self.there) if each.seen is not None and not each.place.top_only]
        fixed = 0
        for each in seen:
            fixed |= int(each) if each.isdigit() else 0
        texts = [each for each in dict.fromkeys(seen) if not each.isdigit()]
        if fixed == self.everyone or not texts:
            return str(fixed)
        return " | ".join([*([str(fixed)] if fixed else []), *texts])

    def _known(self, ordered: bool) -> str:
        """Who knows the card afterwards, with `ordered` also who knew it before."""
        cell = f"S[{self.layout.known} + card]"
        if not self.aware:
            return f"{cell} = {self.everyone}"
        return f"{cell} |= {self.sure}" if ordered else f"{cell} = {self.sure}"

    def _passed(self, leaving: list[str]) -> list[str]:
        here, there = self.here, self.there
        asked = self._asked(there)
        lines = [f"aware = {self.sure}"] if self.aware else []
        lines += [*leaving, *self._put_in(), *asked]
        lines.append(f"S[{self.layout.known} + card] = {'aware' if self.aware else self.everyone}")
        if self.aware and here.place.shape == "hand":
            lines += [f"if aware != {self.everyone}:", f"{INDENT}forget(S, {here.number}, card, aware)"]
        if there.place.shape == "bag":
            lines.append(f"mix(S, {there.number}, (card,))")
        return [*lines, *self._turned_up()] if here.place.turned else lines

    def _asked(self, at: Spot) -> list[str]:
        """Who sees the card while it lies there, where this depends on the state."""
        if self.aware and at.seen is None:
            return [f"aware |= asked(S, {at.number}, card)"]
        if self.aware and at.place.top_only and at.seen != "0":
            size = f"S[{at.size}]"
            ordered = f"{size} > S[{at.cell(1)}] + S[{at.cell(2)}]"
            test = f"S[{at.cell(at.cards - 1)} + {size}] == card and {ordered}"
            return [f"if {test}:", f"{INDENT}aware |= {at.seen}"]
        return []

    def _taken_out(self) -> list[str]:
        here, pile = self.here, self.here.place.shape == "pile"
        known = f"aware |= S[{self.layout.known} + card]"
        lines = self._asked(here)
        if here.place.capacity == 1 and not pile:
            lines.append(f"S[{here.size}] = S[{here.cell(here.cards)}] = 0")
            return [*lines, known] if self.aware and here.place.shape in ("slot", "row") else lines
        lines += [
            f"end = {here.cell(here.cards - 1)} + S[{here.size}]",
            "if S[end] == card:",
            *([f"{INDENT}index = end"] if pile else []),
            f"{INDENT}S[end] = 0",
            "else:",
            f"{INDENT}index = S.index(card, {here.cell(here.cards)}, end)",
            f"{INDENT}del S[index]",
            f"{INDENT}S.insert(end, 0)",
            f"S[{here.size}] -= 1",
        ]
        if pile:
            lines.append(
                f"if not S[{here.cell(2)}] or not leave_pile(S, {here.size}, index - {self._bracketed(here)}):"
            )
            lines.append(INDENT + (known if self.aware else "pass"))
        elif self.aware and here.place.shape not in ("hand", "bag"):
            lines.append(known)
        return lines

    def _bracketed(self, at: Spot) -> str:
        """The first cell of the cards, to be subtracted."""
        cell = at.cell(at.cards)
        return cell if cell.isdigit() else f"({cell})"

    def _first(self) -> list[str]:
        here, size = self.here, f"S[{self.here.size}]"
        first, shape = here.cell(here.cards), here.place.shape
        gone = [
            f"end = {here.cell(here.cards - 1)} + {size}",
            "card = S[index]",
            *self._asked(here),
            "del S[index]",
            "S.insert(end, 0)",
        ]
        known = [f"aware |= S[{self.layout.known} + card]"] if self.aware else []
        if shape in ("hand", "bag"):
            return [f"many = {size}", *draw_lines("deal", "many", "index"), f"index += {first}", *gone, f"{size} -= 1"]
        if shape != "pile":
            return [f"index = {first}", *gone, *known, f"{size} -= 1"]
        low, loose = f"S[{here.cell(1)}]", f"S[{here.cell(2)}]"
        ordered = [f"end = {here.cell(here.cards - 1)} + {size}", "card = S[end]"]
        ordered += [*self._asked(here), "S[end] = 0", *known]
        drawn = [*draw_lines("deal", "many", "index"), f"index += {first} + {low}", *gone, f"{loose} = many - 1"]
        drawn += ["if many == 1:", f"{INDENT}{low} = 0"]
        return [
            f"many = {loose}",
            f"if many and {size} <= {low} + many:",
            *(INDENT + line for line in drawn),
            "else:",
            *(INDENT + line for line in ordered),
            f"{size} -= 1",
        ]

    def _turned_up(self) -> list[str]:
        """A loose card that is on top now gets its place there by chance, and who sees it knows it."""
        here, size = self.here, f"S[{self.here.size}]"
        low, loose = f"S[{here.cell(1)}]", f"S[{here.cell(2)}]"
        seen = f"asked(S, {here.number}, up)" if here.seen is None else here.seen
        lines = [
            *draw_lines("deal", "many", "index"),
            f"index += {here.cell(here.cards)} + {low}",
            "up = S[index]",
            "del S[index]",
            f"S.insert({here.cell(here.cards - 1)} + {size}, up)",
            f"{loose} = many - 1",
            "if many == 1:",
            f"{INDENT}{low} = 0",
        ]
        if seen != "0":
            lines.append(f"S[{self.layout.known} + up] |= {seen}")
        return [f"many = {loose}", f"if many and {size} <= {low} + many:", *(INDENT + line for line in lines)]

    def _put_in(self) -> list[str]:
        """The card comes to the usual end."""
        there, size = self.there, f"S[{self.there.size}]"
        full = f"{INDENT}full({there.number}, {self.rule})"
        placed = f"S[{self.layout.zone} + card] = {there.number}"
        if there.place.capacity == 1 and there.place.shape != "pile":
            return [f"if {size}:", full, f"S[{there.cell(there.cards)}] = card", f"{size} = 1", placed]
        first = there.cell(there.cards)
        lines = [f"many = {size}"]
        if there.place.capacity < len(self.layout.program.cards):
            lines += [f"if many >= {there.place.capacity}:", full]
        if there.place.shape in ("hand", "bag"):
            lines += [
                f"if many and S[{there.cell(there.cards - 1)} + many] > card:",
                f"{INDENT}del S[{first} + many]",
                f"{INDENT}S.insert(bisect_left(S, card, {first}, {first} + many), card)",
                "else:",
                f"{INDENT}S[{first} + many] = card",
            ]
        else:
            lines.append(f"S[{first} + many] = card")
        return [*lines, f"{size} = many + 1", placed]
