"""Answering a question bit by bit: what stands in the list, and what may be typed."""

from __future__ import annotations

import pytest

from interpreter.machine.errors import IllegalChoice
from interpreter.table import Answer, Question
from interpreter.table.asking import Asking


def question(*texts: str) -> Question:
    """A question with these choices, each written `step(pick, pick)`."""
    paths = []
    for text in texts:
        step, _, rest = text.removesuffix(")").partition("(")
        paths.append([step, *(rest.split(", ") if rest else [])])

    def tree(among: list[tuple[int, list[str]]], depth: int) -> tuple[Answer, ...]:
        found: dict[str, list[tuple[int, list[str]]]] = {}
        for number, path in among:
            if len(path) > depth:
                found.setdefault(path[depth], []).append((number, path))
        return tuple(
            Answer(
                word,
                f"To {word}." if depth == 0 else "",
                next((number for number, path in under if len(path) == depth + 1), None),
                tree(under, depth + 1),
            )
            for word, under in found.items()
        )

    return Question("turn", texts, tree(list(enumerate(paths)), 0))


def asking(*texts: str) -> Asking:
    def parse(text: str) -> int:
        if text in texts:
            return texts.index(text)
        raise IllegalChoice(f"{text} cannot be chosen")

    return Asking(question(*texts), parse)


MANY = (*(f"feed({animal}, {food})" for animal in ("owl", "goat") for food in "abcd"), "gather", "rest")
BIDS = ("pass", *(f"raise({amount})" for amount in range(1, 601)))


def labels(asked: Asking) -> list[str]:
    return [line.label for line in asked.lines]


def test_few_choices_stand_there_as_they_are() -> None:
    few = asking("gather", "lay(a)", "lay(b)")
    assert labels(few) == ["gather", "lay(a)", "lay(b)"]
    assert [line.sentence for line in few.lines] == ["To gather.", "To lay.", ""]
    assert [few.type(typed) for typed in ("2", "lay(b)", "GATHER")] == [1, 2, 0]


def test_many_choices_of_a_step_open_a_list_of_their_own() -> None:
    many = asking(*MANY)
    assert labels(many) == ["feed", "gather", "rest"]
    assert many.lines[0].many == 8
    assert many.type("1") is None
    assert many.asked == "feed(…)"
    assert labels(many) == ["owl, a", "owl, b", "owl, c", "owl, d", "goat, a", "goat, b", "goat, c", "goat, d"]
    assert many.type("goat, b") == MANY.index("feed(goat, b)")
    assert many.back()
    assert labels(many) == ["feed", "gather", "rest"]
    assert not many.back()


def test_a_list_that_is_opened_is_never_an_answer() -> None:
    for typed in ("1", "feed", "fe"):
        assert asking(*MANY).type(typed) is None


def test_picks_are_asked_one_by_one() -> None:
    wide = asking(*(f"move({a}, {b}, {c})" for a in "xyz" for b in "pqrs" for c in "uvw"), "wait")
    assert wide.type("move") is None
    assert labels(wide) == ["x", "y", "z"]
    assert wide.type("y") is None
    assert wide.asked == "move(y, …)"
    assert labels(wide) == ["p", "q", "r", "s"]
    assert wide.type("q") is None
    assert wide.type("3") == wide.question.choices.index("move(y, q, w)")
    assert wide.back()
    assert labels(wide) == ["p", "q", "r", "s"]


def test_a_number_is_never_taken_for_another_number() -> None:
    bids = asking(*BIDS)
    assert labels(bids) == ["pass", "raise"]
    with pytest.raises(IllegalChoice, match="there is no line 500"):
        bids.type("500")
    assert bids.type("raise(500)") == BIDS.index("raise(500)")
    assert bids.type("2") is None
    assert bids.type("500") == BIDS.index("raise(500)")
    few = asking("pass", "raise(2)", "raise(1)")
    with pytest.raises(IllegalChoice, match="1 may be line 1, `pass`, or `raise\\(1\\)`: type the words"):
        few.type("1")
    with pytest.raises(IllegalChoice, match="3"):
        few.type("3" * 5000)
    assert few.type("3") == 2


def test_every_choice_can_be_reached_by_lines_alone() -> None:
    for texts in (MANY, BIDS[:40], ("one",), ("a(x)", "a(x, y)", "b")):
        reached = set()
        todo: list[tuple[int, ...]] = [()]
        while todo:
            way = todo.pop()
            asked = asking(*texts)
            for step in way:
                assert asked.open(asked.lines[step]) is None
            for number, line in enumerate(asked.lines):
                if line.choice is None:
                    todo.append((*way, number))
                else:
                    reached.add(line.choice)
        assert reached == set(range(len(texts)))


def test_words_find_choices() -> None:
    assert [line.choice for line in asking(*MANY).like("goat b")] == [MANY.index("feed(goat, b)")]
    assert asking(*MANY).like("cow") == []
    with pytest.raises(IllegalChoice, match="cow cannot be chosen"):
        asking(*MANY).type("cow")
