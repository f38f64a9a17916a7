"""Rules mistyped word by word, and what is said of it.

    python -m tests.robustness.mistyped 2000 [SEED]       so many mistakes in all games, and how many are told well

A mistake is told well if there is one message, on the line of the mistake (or the one behind it, for indentation), and,
where a word was misspelt, its help has the word.  What is no mistake (a word in a sentence that people read, a card's
name, a number) is not counted.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from interpreter.loading import bundled
from rulelang.compiling import Project, project_from_file, project_from_text
from rulelang.diagnostics import Diagnostic
from rulelang.source import Source

WORD = re.compile(r"[^\W\d]\w*|\d+|[^\w\s]")
HIDDEN = re.compile(r'"[^"\n]*"|#[^\n]*|\[[A-Z]+[0-9 A-Z]*\]|^[ ]*\|[^\n]*$', re.MULTILINE)
"""Texts in quotes, remarks, citations, rows of tables: these are for people, or have tests of their own."""


@frozen
class Mistyped:
    """A text with one mistake: what was done, in which line (counted from 1), to which word."""

    way: str
    line: int
    word: str
    text: str


def places(text: str) -> list[re.Match[str]]:
    """Every word and sign of the rules themselves; scenarios are left out."""
    rules = re.split(r"^(?=scenario )", text, maxsplit=1, flags=re.MULTILINE)[0]
    hidden = [(found.start(), found.end()) for found in HIDDEN.finditer(rules)]
    return [w for w in WORD.finditer(rules) if not any(start <= w.start() < end for start, end in hidden)]


def misspelt(word: str, draw: random.Random) -> str:
    """One letter left out, doubled, or two swapped; never the first."""
    at = draw.randrange(1, len(word) - 1)
    match draw.randrange(3):
        case 0:
            return word[:at] + word[at + 1 :]
        case 1:
            return word[:at] + word[at] + word[at:]
        case _:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def mistyped(text: str, draw: random.Random) -> Mistyped:
    """One mistake by chance."""
    words = places(text)
    number = draw.randrange(len(words) - 1)
    word, after = words[number], words[number + 1]
    line = text.count("\n", 0, word.start()) + 1
    start, end = word.span()
    way = draw.choice(("misspelt", "misspelt", "dropped", "doubled", "swapped", "indented"))
    match way:
        case "misspelt" if len(word[0]) > 3 and word[0].isalpha():
            return Mistyped(way, line, word[0], text[:start] + misspelt(word[0], draw) + text[end:])
        case "doubled":
            return Mistyped(way, line, word[0], f"{text[:end]} {word[0]}{text[end:]}")
        case "swapped" if "\n" not in text[end : after.start()]:
            swapped = after[0] + text[end : after.start()] + word[0]
            return Mistyped(way, line, word[0], text[:start] + swapped + text[after.end() :])
        case "indented":
            begins = text.rfind("\n", 0, start) + 1
            inwards = draw.random() < 0.5 or not text.startswith("    ", begins)
            moved = "  " + text[begins:] if inwards else text[begins + 2 :]
            return Mistyped(way, line, "", text[:begins] + moved)
        case _:
            return Mistyped("dropped", line, word[0], text[:start] + text[end:].removeprefix(" "))


def told_well(mistake: Mistyped, found: list[Diagnostic], source: Source) -> bool:
    """Whether one message says where it is and, for a misspelt word, how it is spelt."""
    if len(found) != 1 or found[0].span is None:
        return False
    line = source.position(found[0].span.start)[0]
    near = line == mistake.line or (mistake.way == "indented" and abs(line - mistake.line) <= 1)
    return near and (mistake.way != "misspelt" or mistake.word in (found[0].help or ""))


def mistakes(file: Path, many: int, seed: int) -> Iterator[tuple[Mistyped, Project]]:
    """So many mistakes in a file that `check` takes for mistakes at all."""
    draw = random.Random(f"{file.stem} {seed}")
    text = file.read_text(encoding="utf-8")
    while many:
        mistake = mistyped(text, draw)
        project = project_from_text(mistake.text, file.name, file.parent)
        if any(d.is_error for d in project.check()):
            many -= 1
            yield mistake, project


def main() -> None:
    """Tries them, counts them, and prints those that are told badly."""
    many, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    files = [Path(file) for file in bundled().values()]
    tried, well = Counter[str](), Counter[str]()
    for file in files:
        assert isinstance(project_from_file(file), Project)
        for mistake, project in mistakes(file, -(-many // len(files)), seed):
            found = [d for d in project.check() if d.is_error]
            tried[mistake.way] += 1
            if told_well(mistake, found, project.source):
                well[mistake.way] += 1
                continue
            print(f"-- {file.name}:{mistake.line} {mistake.way} `{mistake.word}`")
            print(f"   {project.source.line(mistake.line).strip()}")
            for d in found:
                at = project.source.position(d.span.start)[0] if d.span and d.span.path == file.name else 0
                print(f"   {at}: {d.code} {d.message}; {d.help}")
    for way in tried:
        print(f"{way}: {well[way]} of {tried[way]} told well ({100 * well[way] / tried[way]:.1f} %)")
    print(f"all: {well.total()} of {tried.total()} ({100 * well.total() / tried.total():.1f} %)")


if __name__ == "__main__":
    main()
