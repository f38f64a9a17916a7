"""`rulec new NAME`: a small game to start from.

Comes in: the title of a game.  Goes out: a rules file that checks, tests and plays.  The text of the game is
`starter.rules` beside this file, or one that comes along.
"""

from __future__ import annotations

import re
import unicodedata
from importlib import resources
from pathlib import Path

import click

from interpreter.loading import bundled
from rulelang.commands.outcome import CLEAN, Unusable, say
from rulelang.near import did_you_mean

LONGEST = 60
TITLE = "TITLE OF THE GAME"


@click.command()
@click.argument("name", metavar="NAME")
@click.option("--from", "model", metavar="GAME", help="Begin with a game that comes along (`rulec games`).")
def command(name: str, model: str | None) -> int:
    """Write a small game to start from.

    NAME is the title of your game; the file is named after it and written here.  A file that is there already is never
    touched.

    \b
    rulec new "Three Owls"                  writes three_owls.rules
    rulec new "Short Euchre" --from euchre  the same, with the rules of euchre
    """
    title = " ".join(name.removesuffix(".rules").replace('"', "'").split())
    stem = file_name(title)
    if not stem or not title.isprintable():
        raise Unusable(f"`{name[:LONGEST]}` holds no letters to name a file after")
    path = Path(f"{stem}.rules")
    texts = _small_game(path, title) if model is None else _copied(model, path, title)
    for place in texts:
        if place.exists() or place.is_symlink():
            raise Unusable(f"there is a file `{place}` already; it has been left as it is")
    for place, text in texts.items():
        _write(place, text)
    begun = "a small game, with everything explained" if model is None else f"`{model}`, to be changed as you like"
    say(f"{path} is {begun}. Next:\n")
    for verb, what in (("check", "look for mistakes"), ("test", "run its scenarios"), ("play", "play it")):
        say(f"    {f'rulec {verb} {path}':<{len(str(path)) + 14}} {what}")
    return CLEAN


def _small_game(path: Path, title: str) -> dict[Path, str]:
    text = resources.files("rulelang.commands").joinpath("starter.rules").read_text(encoding="utf-8")
    return {path: text.replace(TITLE, title)}


def _copied(model: str, path: Path, title: str) -> dict[Path, str]:
    """The rules under their new title, and every file beside them that they read."""
    games = bundled()
    if model not in games:
        near = did_you_mean(model, games)
        raise Unusable(
            f"no game `{model}` comes along; " + (f"did you mean `{near}`?" if near else "see `rulec games`")
        )
    text = re.sub(r"\n*^# Shows: .*\n", "\n", games[model].read_text(encoding="utf-8"), flags=re.MULTILINE)
    beside = re.findall(r'^rulebook "([^"]+)"|^cards [^\n#]*? from "([^"]+)"', text, re.MULTILINE)
    found = {path: re.sub(r'^game ".*"$', lambda _: f'game "{title}"', text, count=1, flags=re.MULTILINE)}
    for rulebook, sheet in beside:
        name = rulebook or sheet
        found[Path(name)] = (games[model].parent / name).read_text(encoding="utf-8")
    return found


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Unusable(f"there is a file `{path}` already; it has been left as it is") from None
    except OSError as problem:
        raise Unusable(f"`{path}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem


def file_name(title: str) -> str:
    """`three_owls` for `Three Owls!`: small letters, digits and `_`, no folder, not longer than a file name may be."""
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss")).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"\W+", "_", plain).strip("_")[:LONGEST].strip("_")
