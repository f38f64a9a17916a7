"""A little English: verbs that agree with who does something.

Comes in: names of steps, cards and places.  Goes out: words for a story.  Only the ordinary forms are known; an author
whose names are no English words says it with `say`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

IRREGULAR = {"be": "is", "have": "has"}
LIKE_CLASS = ("ss", "us", "is")
"""Words with these endings are not plurals."""


def deed(label: str, picks: Sequence[str]) -> str:
    """What somebody does who chooses a step: `feed` with `owl`, `apple` is `feeds owl, apple`; `try_again` is `tries
    again`.
    """
    name, _, inside = label.partition("(")
    verb, *rest = name.split("_")
    words = [third_person(verb), *rest]
    return " ".join([*words, ", ".join([*([inside.removesuffix(")")] if inside else []), *picks])]).rstrip()


def third_person(verb: str) -> str:
    """`feeds`, `passes`, `tries`."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if re.search(r"(s|x|z|ch|sh|[^aeiou]o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def verb(name: str, infinitive: str) -> str:
    """What a card or a place does: `joker goes`, `the outlaws go`."""
    return infinitive if is_plural(name) else third_person(infinitive)


def is_plural(name: str) -> bool:
    """Whether a name is that of several things: `sandy shoes`, not `ace of spades`, `circus`, `a bag of coins`."""
    if re.match(r"an? ", name):
        return False
    head = re.split(r",| (?:of|with|in|on|at|from|for|to) ", name.strip('"'))[0]
    word = re.sub(r"\(.*\)", "", head).rpartition(" ")[2].rpartition(".")[2]
    return len(word) > 3 and word.endswith("s") and not word.endswith(LIKE_CLASS)
