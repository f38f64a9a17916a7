"""Many generated programs on both engines, counted: how many check clean, how they end, which constructs occur.

    python -m tests.generated.sweep 0:1000        the programs with these numbers

What differs is shrunk, line by line, and printed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

from attrs import has

from rulelang.ir.model import expressions, program, statements
from rulelang.syntax import model as syntax
from tests.generated.playing import played
from tests.generated.programs import written

WHOLE = 8
"""One in so many is played as a whole game in machine code too."""


def text_of(number: int) -> str:
    """The program with this number, the same everywhere."""
    return written(random.Random(number).randrange)


def problem(text: str, number: int) -> str:
    """What differs between the engines, or nothing."""
    try:
        played(text, number, number % WHOLE == 0)
    except Exception as found:
        return f"{type(found).__name__}: {found}"[:300]
    return ""


def shrunk(text: str, wrong: Callable[[str], bool]) -> str:
    """The text without all lines that the problem does not need."""
    lines, size = text.splitlines(keepends=True), 8
    while size:
        for start in range(len(lines) - size, -1, -size):
            fewer = lines[:start] + lines[start + size :]
            if wrong("".join(fewer)):
                lines = fewer
        size //= 2
    return "".join(lines)


def classes() -> Iterator[str]:
    """The nodes of both languages, named as `occurring` names them."""
    for module in (expressions, program, statements):
        yield from (f"ir.{name}" for name, value in vars(module).items() if isinstance(value, type) and has(value))
    yield from (f"syntax.{name}" for name, value in vars(syntax).items() if isinstance(value, type) and has(value))


def main() -> None:
    first, end = map(int, sys.argv[1].split(":"))
    began, states, different = time.monotonic(), 0, 0
    endings, nodes, codes = Counter[str](), Counter[str](), Counter[str]()
    for number in range(first, end):
        text = text_of(number)
        try:
            found = played(text, number, number % WHOLE == 0)
        except Exception as wrong:
            different += 1
            sort = type(wrong).__name__
            small = shrunk(text, lambda text, number=number, sort=sort: problem(text, number).startswith(sort))
            say(f"program {number} differs: {problem(small, number)}\n{small}")
            continue
        endings[found.ending] += 1
        codes.update(found.codes)
        nodes.update(found.nodes)
        states += found.states
        if number % 100 == 99:
            say(f"{number + 1 - first} programs, {states} states, {different} differ")
    many, seconds = end - first, round(time.monotonic() - began)
    say(f"{many} programs, {states} states compared, {different} differ, {seconds} s")
    say("  " + ", ".join(f"{ending} {found / many:.1%}" for ending, found in endings.most_common()))
    say("  errors: " + (", ".join(f"{code} {found}" for code, found in codes.most_common()) or "none"))
    say("  occurring: " + ", ".join(f"{name} {found}" for name, found in sorted(nodes.items())))
    say("  never: " + ", ".join(sorted(set(classes()) - set(nodes))))


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
