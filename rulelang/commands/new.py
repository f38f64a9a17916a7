"""`rulec new NAME`: a small game to start from.

Comes in: the title of a game.  Goes out: a rules file that checks, tests and plays.  The text of the game is
`starter.rules` beside this file.
"""

from __future__ import annotations

import re
import unicodedata
from importlib import resources
from pathlib import Path

import click

from rulelang.commands.outcome import CLEAN, Unusable, say

LONGEST = 60
TITLE = "TITLE OF THE GAME"


@click.command()
@click.argument("name", metavar="NAME")
def command(name: str) -> int:
    """Write a small game to start from.

    NAME is the title of your game; the file is named after it and written here.  A file that is there already is never
    touched.

    \b
    rulec new "Three Owls"      writes three_owls.rules
    """
    title = " ".join(name.removesuffix(".rules").replace('"', "'").split())
    stem = file_name(title)
    if not stem or not title.isprintable():
        raise Unusable(f"`{name[:LONGEST]}` holds no letters to name a file after")
    path = Path(f"{stem}.rules")
    text = resources.files("rulelang.commands").joinpath("starter.rules").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text.replace(TITLE, title))
    except FileExistsError:
        raise Unusable(f"there is a file `{path}` already; it has been left as it is") from None
    except OSError as problem:
        raise Unusable(f"`{path}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem
    say(f"{path} is a small game, with everything explained. Next:\n")
    for verb, what in (("check", "look for mistakes"), ("test", "run its scenarios"), ("play", "play it")):
        say(f"    {f'rulec {verb} {path}':<{len(str(path)) + 14}} {what}")
    return CLEAN


def file_name(title: str) -> str:
    """`three_owls` for `Three Owls!`: small letters, digits and `_`, no folder, not longer than a file name may be."""
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss")).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"\W+", "_", plain).strip("_")[:LONGEST].strip("_")
