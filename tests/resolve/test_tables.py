"""Tables: what a name asks for, what each row says, and which cell is wrong."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.expressions import TableLookup
from rulelang.resolve.model.sorts import FlagSort, MemberSort, NumberSort
from rulelang.resolve.scenarios.known import names_of
from rulelang.resolve.tables.coverage import MOST
from rulelang.resolve.walk import find
from tests.resolve.texts import HEAD, clean, resolve

GAME = """
kind Colour: red, green
kind Size: big, small
cards Chip "{colour}": 1 for each colour
"""

TABLES = {
    "a number": ("table fee(n: 1 to 3):\n    | 1 | 5 |\n    | 2 | 6 |\n    | 3 | 9 |", {(1,): 5, (2,): 6, (3,): 9}),
    "a heading": ("table fee(n: 1 to 2):\n    | n | fee |\n    | 1 | 5 |\n    | 2 | 6 |", {(1,): 5, (2,): 6}),
    "a member": ("table fee(colour):\n    | red | 5 |\n    | green | 6 |", {(0,): 5, (1,): 6}),
    "of each member": ("table colour.fee:\n    | red | 5 |\n    | green | 6 |", {(0,): 5, (1,): 6}),
    "two keys": (
        "table fee(colour, size):\n    | red | big | 1 |\n    | red | small | 2 |\n    | green | big, small | 3 |",
        {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 3},
    ),
    "of each, with a key": (
        "table colour.fee(n: 1 to 2):\n    | red | 1 | 4 |\n    | red | 2 | 5 |\n    | green | 1 to 2 | 6 |",
        {(0, 1): 4, (0, 2): 5, (1, 1): 6, (1, 2): 6},
    ),
    "members as values": ("table fee(colour):\n    | red | big |\n    | green | small |", {(0,): 0, (1,): 1}),
    "yes and no": ("table fee(colour):\n    | red | yes |\n    | green | no |", {(0,): 1, (1,): 0}),
    "what the cells look like": ("table fee(what):\n    | green | 1 |\n    | red | 2 |", {(1,): 1, (0,): 2}),
    "numbers if they look like nothing else": ("table fee(what):\n    | 1 to 2 | 1 |\n    | 3 | 2 |", None),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_what_a_table_says(name: str) -> None:
    text, expected = TABLES[name]
    table = next(iter(clean(GAME + text).tables.values()))
    if expected is None:
        assert isinstance(table.keys[0], NumberSort)
        return
    said = {}
    for entry in table.entries:
        ranges = [range(low, high + 1) for low, high in entry.keys]
        said.update(dict.fromkeys(_product(ranges), entry.value))
    assert said == expected


def _product(ranges: list[range]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for one in ranges:
        found = [(*key, number) for key in found for number in one]
    return found


def test_how_a_table_is_asked() -> None:
    text = "table colour.fee(n: 1 to 2):\n    | red | 1 to 2 | 4 |\n    | green | 1 to 2 | 6 |\n"
    program = clean(GAME + text + "define asked = red.fee(2)\n")
    (lookup,) = find(TableLookup, program.defines["asked"])
    assert [getattr(key, "value", None) for key in lookup.arguments] == [0, 2]
    (table,) = program.tables.values()
    assert table.receiver
    assert table.keys == (MemberSort("Colour"), NumberSort(1, 2))
    asked = names_of(program).attribute("fee", MemberSort("Colour"))
    assert asked is not None
    assert (asked.receiver, [variable.sort for variable in asked.parameters]) == (
        MemberSort("Colour"), [NumberSort(1, 2)],
    )  # fmt: skip


def test_a_table_of_no_member_is_asked_by_its_name() -> None:
    program = clean(GAME + "table fee(colour):\n    | red | yes |\n    | green | no |\ndefine asked = fee(red)\n")
    (table,) = program.tables.values()
    assert not table.receiver
    assert table.sort == FlagSort()
    assert names_of(program).attribute("fee", MemberSort("Colour")) is None


WRONG = {
    "a cell too few": ("table fee(n: 1 to 2):\n    | 1 |\n    | 2 | 6 |", "RL0402 1"),
    "a cell too many": ("table fee(n: 1 to 2):\n    | 1 | 5 | 8 |\n    | 2 | 6 |", "RL0402 8"),
    "an empty cell": ("table fee(n: 1 to 2):\n    | 1 |  |\n    | 2 | 6 |", "RL0404 "),
    "several values at once": (
        "table fee(a: 1 to 2, b: 1 to 2):\n    | 1 to 2 | 1 | red, green |\n    | 1 to 2 | 2 | red |",
        "RL0419 red, green",
    ),
    "a key that is no number": ("table fee(n: 1 to 2):\n    | one | 5 |\n    | 2 | 6 |", "RL0403 one"),
    "a key of another sort": ("table fee(chip: Chip):\n    | 1 | 5 |", "RL0423 chip: Chip"),
    "a row too few": ("table fee(n: 1 to 2):\n    | 2 | 6 |", "RL0409 fee"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_which_cell_is_wrong(name: str) -> None:
    text, expected = WRONG[name]
    whole = HEAD + GAME + text
    _, found = resolve(whole)
    assert expected in [f"{one.code} {whole[one.span.start : one.span.end]}" for one in found if one.span]


@pytest.mark.parametrize(("more", "told"), [("", ["RL0409"]), ("    | 1 | 5 | 0 |\n", [])])
def test_tables_up_to_this_size_are_looked_through(more: str, told: list[str]) -> None:
    """Fifty keys by five, and a row for four of each five: 250 places that 200 rows are held against."""
    rows = "".join(f"    | {a} | {b} | 0 |\n" for a in range(1, 51) for b in range(1, 5))
    assert MOST == 250 * 200
    _, found = resolve(f"{HEAD}table fee(a: 1 to 50, b: 1 to 5):\n{rows}{more}")
    assert [one.code for one in found] == told
