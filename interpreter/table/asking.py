"""Answering a question bit by bit: step, pick, pick.

Comes in: a question, and what a person types or points at.  Goes out: what may be answered next, and at last the place
of a choice.  Both painters ask in this way.

What stands in a list is a whole choice, or a step (or a pick) with several choices beneath it that opens a list of its
own.  Few choices of a step stand there as they are.  The lines of a list are numbered from 1, so a number may mean a
line, or stand in a choice (`raise(500)`): one that may mean two things is never taken for either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import define, field

from interpreter.machine.errors import IllegalChoice
from interpreter.table.model import Answer, Question
from rulelang.nodes import frozen

FEW = 5
"""So many choices of one step stand in the list each for itself."""
ROOM = 9
"""A list with no more choices than this is never folded."""


@frozen
class Line:
    """One line of the list: a whole choice, or something that opens a list of its own

    `label`: what is to be read; `words`: the picks that it stands for, as typed; `choice`: the place of the choice,
    none if it opens a list of `many`.
    """

    label: str
    words: tuple[str, ...]
    sentence: str
    choice: int | None
    many: int
    path: tuple[Answer, ...]


@define
class Asking:
    """Where somebody stands in a question.

    `parse` finds the choice that a whole text means (its place), or raises IllegalChoice with the reason.
    """

    question: Question
    parse: Callable[[str], int]
    path: tuple[Answer, ...] = ()
    _lines: list[Line] = field(factory=list)

    @property
    def asked(self) -> str:
        """What has been answered so far: `feed(owl, …`, empty at the beginning."""
        if not self.path:
            return ""
        step, *picks = (answer.text for answer in self.path)
        return f"{step}({', '.join([*picks, '…'])})"

    @property
    def lines(self) -> list[Line]:
        """What may be answered next."""
        if not self._lines:
            level = self.path[-1].then if self.path else self.question.answers
            whole = sum(_many(answer) for answer in level) <= ROOM
            for answer in level:
                self._lines += self._folded(answer, whole)
        return self._lines

    def open(self, line: Line) -> int | None:
        """Take a line: the place of its choice, or none, and then the list is what comes next."""
        if line.choice is None:
            self._stand(line.path)
        return line.choice

    def back(self) -> bool:
        """Take the last answer back; whether there was one."""
        if not self.path:
            return False
        path = self.path[:-1]
        while path and len(path[-1].then) == 1:
            path = path[:-1]
        self._stand(path)
        return True

    def type(self, typed: str) -> int | None:
        """Take what somebody types: the number or the text of a line, its beginning, or a whole choice.

        The place of a choice, or none, and then the list is what comes next.  IllegalChoice with the reason.
        """
        text = " ".join(typed.split())
        if re.fullmatch(r"[0-9]+", text):
            return self.open(self._numbered(text))
        found = [line for line in self.lines if _plain(line.label) == _plain(text)] or self._beginning(text)
        if len(found) == 1:
            return self.open(found[0])
        return self.parse(text)

    def lists(self, typed: str) -> bool:
        """Whether the text is exactly that of a line."""
        return any(_plain(line.label) == _plain(typed) for line in self.lines)

    def like(self, typed: str) -> list[Line]:
        """The lines, and beneath them the choices, in which each of the typed words stands."""
        words = _plain(typed).split()
        whole = [line for answer in self._level() for line in self._leaves(answer, self.path)]
        return [line for line in whole if words and all(word in _plain(self._text(line)) for word in words)]

    # ---------------------------------------------------------------- inside

    def _stand(self, path: tuple[Answer, ...]) -> None:
        self.path, self._lines = path, []

    def _level(self) -> tuple[Answer, ...]:
        return self.path[-1].then if self.path else self.question.answers

    def _text(self, line: Line) -> str:
        return line.label if line.choice is None else self.question.choices[line.choice]

    def _folded(self, answer: Answer, whole: bool) -> Iterator[Line]:
        many = _many(answer)
        if whole or many <= (FEW if not self.path else 1):
            yield from self._leaves(answer, self.path)
            return
        path, picked = [*self.path, answer], [answer.text]
        while len(path[-1].then) == 1 and path[-1].choice is None:
            path.append(path[-1].then[0])
            picked.append(path[-1].text)
        step, *picks = (one.text for one in path)
        label = f"{step}({', '.join([*picks, '…'])})" if not self.path and picks else ", ".join(picked)
        yield Line(label, tuple(picked), answer.sentence, None, many, tuple(path))

    def _leaves(self, answer: Answer, before: tuple[Answer, ...], sentence: str = "") -> Iterator[Line]:
        path = (*before, answer)
        said = answer.sentence or sentence
        if answer.choice is not None:
            words = tuple(one.text for one in path[len(self.path) :])
            label = self.question.choices[answer.choice] if not self.path else ", ".join(words)
            yield Line(label, words, said, answer.choice, 1, path)
        for further in answer.then:
            yield from self._leaves(further, path, said)
            said = ""

    def _numbered(self, number: str) -> Line:
        place = int(number) if len(number) < 10 else 0
        here = [self.lines[place - 1]] if 1 <= place <= len(self.lines) else []
        first = 0 if self.path else 1  # behind the step
        meant = [line for line in self.lines if line.words[first : first + 1] == (number,)]
        found = {line.path: line for line in here + meant}
        if not found or (not here and not self.path and len(self.question.answers) > 1):
            raise IllegalChoice(f"there is no line {number} and nothing that is answered with {number}")
        if len(found) > 1:
            one, other = here[0].label, next(line for line in meant if line is not here[0]).label
            raise IllegalChoice(f"{number} may be line {number}, `{one}`, or `{other}`: type the words", [one, other])
        return next(iter(found.values()))

    def _beginning(self, text: str) -> list[Line]:
        wanted = _plain(text)
        return [line for line in self.lines if wanted and _plain(line.label).startswith(wanted)]


def _many(answer: Answer) -> int:
    """How many choices an answer leads to."""
    return (answer.choice is not None) + sum(_many(further) for further in answer.then)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace('"', " ").split())
