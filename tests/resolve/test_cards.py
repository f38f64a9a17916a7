"""Card tables: what becomes of rows, rules and CSV files."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.program import CardTypeDecl, Program
from rulelang.resolve.model.sorts import (
    FlagSort,
    MemberSort,
    MembersSort,
    NamesSort,
    NumberSort,
    PlayerSort,
    Sort,
    StepSort,
)
from rulelang.sheets import NotInstalled
from tests.resolve.texts import clean, wrong

KINDS = "kind Suit: stars, moons, suns\n"


def _only(program: Program) -> CardTypeDecl:
    (cards,) = program.types.values()
    return cards


def _texts(cards: CardTypeDecl) -> list[str]:
    return [card.text for card in cards.cards]


def test_a_rule_makes_one_card_for_each_combination() -> None:
    cards = _only(clean(KINDS + 'cards Card "{suit} {value}": value for each suit, value in 1 to 2\n'))
    assert _texts(cards)[:3] == ["stars 1", "stars 2", "stars 2"]
    assert len(cards.cards) == 9
    assert cards.cards[3].cells == (1, 1)


def test_a_table_may_say_how_many() -> None:
    table = "table amount(value: number):\n    | 1 | 3 |\n    | 2 or more | 1 |\n"
    cards = _only(clean(table + 'cards Card "{value}": amount(value) for each value in 1 to 3\n'))
    assert _texts(cards) == ["1", "1", "1", "2", "3"]


def test_stretches_make_a_row_each_and_copies_multiply() -> None:
    rows = "    | copies | suit | value |\n    | 2 | moons to suns | 3 to 7 by 2 |\n"
    cards = _only(clean(KINDS + 'cards Card "{suit} {value}":\n' + rows))
    assert _texts(cards)[::2] == ["moons 3", "moons 5", "moons 7", "suns 3", "suns 5", "suns 7"]
    assert len(cards.cards) == 12


def test_cards_of_players_are_there_with_enough_of_them() -> None:
    cards = _only(clean('cards Coin "{player} {value}": 1 for each player, value in 1 to 2\n'))
    assert [(card.text, card.seats) for card in cards.cards][::2] == [("A 1", 1), ("B 1", 2), ("C 1", 3), ("D 1", 4)]
    assert cards.columns[0].sort == PlayerSort()


def test_a_column_holds_what_its_cells_are() -> None:
    rows = """
cards Card, back shows suit:
    | name  | suit  | value | open | suits        | likes        | does |
    | "one" | stars | -     | yes  | moons, stars | "TWO"        | nap  |
    | "two" | moons | 4     | no   | -            | "one", "two" | -    |
to nap: nothing
"""
    cards = _only(clean(KINDS + rows))
    assert [column.sort for column in cards.columns] == [
        MemberSort("Suit"),
        NumberSort(4, 4, maybe=True),
        FlagSort(),
        MembersSort("Suit"),
        NamesSort(("Card",)),
        StepSort(("nap",), maybe=True),
    ]
    one, two = cards.cards
    assert one.cells == (0, -(2**31), 1, (0, 1), ("two",), 0)
    assert two.cells == (1, 4, 0, (), ("one", "two"), -1)
    assert (one.back, two.back) == ("Card stars", "Card moons")


def test_columns_for_each_member_are_one_column() -> None:
    rows = "    | name | on(suns) | on(stars) | on(moons) |\n    | x | 1 | 2 | 3 |\n"
    cards = _only(clean(KINDS + "cards Card:\n" + rows))
    assert [(c.name, c.key) for c in cards.columns] == [("on", MemberSort("Suit"))]
    assert cards.cards[0].cells == ((2, 3, 1),)


def test_cards_without_a_name_are_called_by_their_columns() -> None:
    cards = _only(clean(KINDS + "cards Card: 1 for each suit, value in 1 to 1\n"))
    assert _texts(cards)[0] == "Card(suit stars, value 1)"


# ---------------------------------------------------------------- CSV

CSV_CARDS = 'cards Card "{suit} {value}" from "cards.csv"\n'


@pytest.mark.parametrize(
    "text",
    [
        "copies,suit,value\n2,stars,1\n1,moons,5\n",
        "\ufeffcopies;suit;value\r\n2;stars;1\r\n\r\n1;moons;5\r\n",
        'copies\tsuit\tvalue\n"2"\t"stars"\t"1"\n 1 \t moons \t 5',
        "copies,suit,value\n2,stars,1\n,,\n1,moons,5\n",
    ],
    ids=["commas", "semicolons", "tabs", "empty-lines"],
)
def test_csv_files_of_every_make(text: str) -> None:
    cards = _only(clean(KINDS + CSV_CARDS, files={"cards.csv": text}))
    assert _texts(cards) == ["stars 1", "stars 1", "moons 5"]
    assert [column.sort for column in cards.columns] == [MemberSort("Suit"), NumberSort(1, 5)]


def test_csv_cells_may_hold_commas_quotes_and_nothing() -> None:
    text = 'name,suits,likes\n"a, b","stars, moons","""c"""\nc,,\n'
    cards = _only(clean(KINDS + 'cards Card from "cards.csv"\n', files={"cards.csv": text}))
    assert _texts(cards) == ["a, b", "c"]
    assert cards.cards[0].cells == ((0, 1), ("c",))
    assert cards.cards[1].cells == ((), ())


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (FileNotFoundError(2, "no such file"), "RL0430", "`cards.csv` cannot be read: no such file"),
        (NotInstalled(), "RL0433", "`cards.csv` is not UTF-8 text"),
        ('suit,value\n"stars,1\n', "RL0431", "this is no CSV at cards.csv, line 2"),
        ("", "RL0432", "`cards.csv` has no rows"),
        ("suit,value\nstars,1,2\n", "RL0402", "(cards.csv, line 2, C2)"),
        ("suit,value\nstars,1\n\nmoons,one\n", "RL0403", "`one` is not a number (cards.csv, line 4, B4)"),
        ("suit,suit\nstars,stars\n", "RL0405", "(cards.csv, line 1, B1)"),
        ('"3 suits",value\nstars,1\n', "RL0401", "(cards.csv, line 1, A1)"),
        ("suit,value\nstars,1\nSTARS,1\n", "RL0408", "(cards.csv, line 3, A3)"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("RL") else "",
)
def test_what_is_wrong_with_a_csv_file(content: str | Exception, code: str, words: str) -> None:
    ((found, message), *_) = wrong(KINDS + CSV_CARDS, files={"cards.csv": content})
    assert found == code
    assert words in message


def test_names_of_cards_need_no_quotes_in_a_sheet() -> None:
    files = {"clues.csv": 'name,fits\na boot,"the cook, the heir"\na glove,the heir\na clock,-\n'}
    program = clean(
        'cards Guest:\n    | name |\n    | "the cook" |\n    | "the heir" |\ncards Clue from "clues.csv"\n', files=files
    )
    clues = program.types["Clue"]
    assert [column.sort for column in clues.columns] == [NamesSort(("Guest",))]
    assert [card.cells for card in clues.cards] == [(("the cook", "the heir"),), (("the heir",),), ((),)]


def test_a_name_in_a_sheet_that_no_card_has() -> None:
    files = {"clues.csv": 'name,fits\na boot,"the cook, the hair"\na glove,the heir\n'}
    text = 'cards Guest:\n    | name |\n    | "the cook" |\n    | "the heir" |\ncards Clue from "clues.csv"\n'
    assert [code for code, _ in wrong(text, files=files)] == ["RL0216"]


LEVELS = "kind Level: 1, 2, 3\n"
COLUMNS: dict[str, tuple[str, tuple[str, ...], Sort | str]] = {
    "numbers": ("value", ("1", "5"), NumberSort(1, 5)),
    "numbers and none": ("value", ("1", "-"), NumberSort(1, 1, maybe=True)),
    "members that are numbers": ("level", ("1", "3"), MemberSort("Level")),
    "members that are numbers, and none": ("level", ("-", "2"), MemberSort("Level", maybe=True)),
    "a number that is no member": ("level", ("1", "4"), NumberSort(1, 4)),
    "words of a kind": ("of", ("stars", "suns"), MemberSort("Suit")),
    "several words of a kind": ("of", ("stars, moons", "suns"), MembersSort("Suit")),
    "words of a kind and none": ("of", ("stars", "-"), MemberSort("Suit", maybe=True)),
    "words of the kind in the heading": ("suit", ("stars, moons", "suns"), MembersSort("Suit")),
    "players": ("player", ("A", "B"), PlayerSort()),
    "players and none": ("player", ("A", "-"), PlayerSort(maybe=True)),
    "letters that are no players": ("who", ("A", "B"), "RL0412"),
    "steps": ("does", ("nap", "wake"), StepSort(("nap", "wake"))),
    "steps and none": ("does", ("nap", "-"), StepSort(("nap",), maybe=True)),
    "yes and no": ("open", ("yes", "no"), FlagSort()),
    "names": ("likes", ('"one"', '"two"'), NamesSort(("Card",))),
    "names without quotes": ("likes", ("one", "two"), "RL0412"),
    "a word that is no member": ("of", ("stairs", "suns"), "RL0403"),
    "words that nobody knows": ("of", ("stairs", "walls"), "RL0412"),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_of_which_sort_a_column_is(name: str) -> None:
    heading, cells, sort = COLUMNS[name]
    rows = "".join(f"    | {title} | {cell} |\n" for title, cell in zip(("one", "two"), cells, strict=True))
    text = f"{KINDS}{LEVELS}cards Card:\n    | name | {heading} |\n{rows}to nap: nothing\nto wake: nothing\n"
    if isinstance(sort, str):
        assert [code for code, _ in wrong(text)] == [sort]
    else:
        assert _only(clean(text)).columns[0].sort == sort
