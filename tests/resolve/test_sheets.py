"""Cards in files as people keep them: headings, workbooks, and what is said where a cell is wrong."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.program import CardTypeDecl
from rulelang.sheets import written
from tests.resolve.texts import HEAD, clean, resolve, wrong
from tests.sheets.books import book

KINDS = "kind Season: spring, summer\nkind Good: sap, fruit\n"
HEADS = "define tree.worth = tree.height\n"


def _trees(content: str, more: str = "", of: str = '"trees.csv"') -> CardTypeDecl:
    return clean(KINDS + f"cards Tree from {of}\n" + more, files={"trees.csv": content}).types["Tree"]


def _told(content: str | bytes, more: str = "", of: str = '"trees.csv"') -> list[tuple[str, str]]:
    files = {"trees.csv": content} if isinstance(content, str) else {"trees.xlsx": written(content)}
    return wrong(KINDS + f"cards Tree from {of}\n" + more, files=files)


@pytest.mark.parametrize(
    "headings",
    ["copies,name,height", "COPIES, Name ,Height", " Copies,NAME,HEIGHT", "Copies,name,height,"],
)
def test_headings_are_matched_without_capitals_and_spaces(headings: str) -> None:
    trees = _trees(f"{headings}\n2,birch,4{',' if headings.endswith(',') else ''}\n")
    assert [(card.text, card.cells) for card in trees.cards] == [("birch", (4,))] * 2
    assert [column.name for column in trees.columns] == ["height"]


@pytest.mark.parametrize(
    ("heading", "more", "name"),
    [
        ("Growth per Year", "", "growth_per_year"),
        ("Growth-per-Year ", "", "growth_per_year"),
        ("Height", "", "height"),
        ("Height", "define tree.worth = tree.Height\n", "Height"),
        ("Height", "define grove = sum of Height in tree.all_of_them\ndefine tree.all_of_them = box\n", "Height"),
        ("Height (m)", "", "height_m"),
    ],
    ids=["spaces", "hyphens", "small", "as-it-is-used", "as-it-is-summed", "brackets"],
)
def test_what_a_column_is_called(heading: str, more: str, name: str) -> None:
    files = {"trees.csv": f"name,{heading}\nbirch,4\n"}
    program = resolve(HEAD + KINDS + 'cards Tree from "trees.csv"\n' + more, files=files)[0]
    assert [column.name for column in program.types["Tree"].columns] == [name]


def test_columns_may_be_called_otherwise() -> None:
    text = "Qty,Card Name,Height (m),Story\n3,birch,4,White bark.\n1,oak,9,\n"
    of = '"trees.csv", copies "qty", name "card  name", height "Height (m)", text "Story"'
    trees = _trees(text, HEADS, of)
    assert [(card.text, card.cells, card.note) for card in trees.cards] == [
        *[("birch", (4,), "White bark.")] * 3,
        ("oak", (9,), ""),
    ]
    told = _told(text, of='"trees.csv", copies "Quantity"')
    assert told == [("RL0442", "there is no column headed `Quantity` in `trees.csv`")]
    assert _told("a,copies\n1,2\n", of='"trees.csv", copies "a"')[0][0] == "RL0405"


@pytest.mark.parametrize("heading", ["qty", "Qty", "count", "Number", "Anzahl", "How many", "quantité"])
def test_what_looks_like_the_number_of_copies_is_asked_about(heading: str) -> None:
    told = _told(f"{heading},name,height\n2,birch,4\n", HEADS)
    assert told == [
        ("RL0443", f"is `{heading}` the number of copies? Each card is there once (trees.csv, line 1, A1)"),
    ]


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("copies,number,name\n2,7,birch\n", ""),
        ("number,name\n7,birch\n", "define tree.worth = tree.number\n"),
        ("number,name\nseven,birch\n", ""),
    ],
    ids=["copies-are-there", "the-rules-use-it", "no-numbers"],
)
def test_what_is_surely_no_number_of_copies(text: str, more: str) -> None:
    _trees(text, more)


def test_words_for_people_are_left_out() -> None:
    text = "name,height,Notes\nbirch,4,ask Ann\noak,9,-\n"
    assert [column.name for column in _trees(text, HEADS).columns] == ["height"]
    told = _told(text, "define tree.worth = count tree.notes\n")
    assert told[0] == ("RL0412", "`ask Ann` is no member of a kind and no step (trees.csv, line 2, C2)")
    misspelt = _told("name,season\nbirch,spring\noak,sumer\n")
    assert misspelt[0] == ("RL0403", "`sumer` is not a Season (trees.csv, line 3, B3)")


def test_whole_numbers_with_a_point() -> None:
    trees = _trees("copies,name,height\n2.0,4.0,-9.00\n")
    assert [(card.text, card.cells) for card in trees.cards] == [("4.0", (-9,))] * 2
    assert _told("name,height\nbirch,4.5\noak,3\npine,4\n", HEADS)[0] == (
        "RL0403",
        "`4.5` is not a number (trees.csv, line 2, B2)",
    )


def test_a_line_is_no_row_where_a_cell_goes_over_several() -> None:
    told = _told('name,height\n"bi\nrch",4\n\noak,x\npine,3\nfir,3\n')
    assert [place for _, place in told] == [
        "the cell `bi rch` goes over several lines, or has a tab in it (trees.csv, line 3, A2)",
        "`x` is not a number (trees.csv, line 5, B4)",
    ]


# ---------------------------------------------------------------- workbooks

ROWS: tuple[list[object], ...] = (["copies", "name", "height"], [2, "birch", 4.0], [1, "oak", 9])


def test_a_workbook() -> None:
    files = {"trees.xlsx": written(book(*ROWS))}
    trees = clean(KINDS + 'cards Tree from "trees.xlsx"\n', files=files).types["Tree"]
    assert [(card.text, card.cells) for card in trees.cards] == [("birch", (4,)), ("birch", (4,)), ("oak", (9,))]


def test_which_sheet() -> None:
    data = book(*ROWS, title="Trees", Notes=[["to do"]])
    assert _told(data, of='"trees.xlsx"') == [
        ("RL0440", 'there are cards in several sheets of `trees.xlsx`: "Trees", "Notes"'),
    ]
    assert _told(data, of='"trees.xlsx" sheet "Threes"') == [
        ("RL0439", 'there is no sheet "Threes" in `trees.xlsx`'),
    ]
    assert _told(data, of='"trees.xlsx" sheet "trees"') == []
    assert _told(book(*ROWS, Empty=[]), of='"trees.xlsx"') == []
    assert _told(book(), of='"trees.xlsx"') == [("RL0432", "`trees.xlsx` has no rows")]


def test_each_complaint_names_sheet_and_cell() -> None:
    data = book(
        ["copies", "name", "height"], ["two", "birch", 4], [], [1, "oak", "nine"], [None, "fir", "=3+"], [1, "pine", 3]
    )
    assert _told(data, HEADS, of='"trees.xlsx"') == [
        ("RL0441", '`=3+` is a formula without a value (trees.xlsx, sheet "Animals", C5)'),
        ("RL0403", '`two` is not a number of copies (trees.xlsx, sheet "Animals", A2)'),
        ("RL0403", '`-` is not a number of copies (trees.xlsx, sheet "Animals", A5)'),
        ("RL0403", '`nine` is not a number (trees.xlsx, sheet "Animals", C4)'),
    ]
