"""From a file of rules, or the name of a game that comes along, to a `Game`.

Comes in: a path or a name, and what to play: players, variants, options.  Goes out: a `Game`, or
`RulesError` with every message about the rules.  This is the one module of the machine that needs the
compiler, and it imports it only when it is asked to load something.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from interpreter.game import Game
from interpreter.machine.errors import RulesError, UnknownGame
from rulelang.near import near_it

_SUFFIX = ".rules"


def load(
    path_or_name: str | Path,
    players: int | None = None,
    variant: str | Iterable[str] | None = None,
    options: Mapping[str, str | int] | None = None,
    backend: str = "python",
) -> Game:
    """A game from a `.rules` file, or one that comes along by its name (`werwars`).

    `players`: how many play; none takes the fewest that the rules allow.  `variant`: one variant's name, or
    several.  `options`: values by the names of options, words as text, numbers as `int` or text; all others
    have their normal value.  `backend`: "python" or "native".

    TypeError if something is not of these types (`"3"`, `3.0` or `True` are no numbers of players);
    UnknownGame if there is no such file, name or backend; RulesError if the rules, or what was asked of
    them, are wrong.
    """
    path, variants, chosen = find(path_or_name), _variants(variant), _options(options)
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise TypeError(f"players is a whole number (int) or None, not {players!r}")
    project = import_module("rulelang").project_from_file(path)
    if not hasattr(project, "compile"):  # a message that says why the file cannot be read
        raise RulesError(_rendered([project], {}), [project])
    compiled = project.compile(players, variants, chosen)
    if compiled.program is None or any(message.severity == "error" for message in compiled.diagnostics):
        raise RulesError(_rendered(compiled.diagnostics, project.sources), compiled.diagnostics)
    return Game(compiled.program, backend, path.name)


def _variants(variant: object) -> tuple[str, ...]:
    titles = (variant,) if isinstance(variant, str) else () if variant is None else variant
    if not isinstance(titles, Iterable):
        raise TypeError(f"variant is the title of a variant (str), several titles, or None, not {variant!r}")
    found = tuple(titles)
    for title in found:
        if not isinstance(title, str):
            raise TypeError(f"the title of a variant is a text (str), not {title!r}")
    return found


def _options(options: object) -> dict[str, str]:
    """Options as the rules write them."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f'options are values by name, as in {{"diet": "printed"}}, or None, not {options!r}')
    found: dict[str, str] = {}
    for name, value in options.items():
        if not isinstance(name, str):
            raise TypeError(f"the name of an option is a text (str), not {name!r}")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise TypeError(f"the value of the option `{name}` is a text (str) or a whole number (int), not {value!r}")
        found[name] = str(value)
    return found


def find(path_or_name: str | Path) -> Path:
    """The file that is meant: a path, or the name of a game that comes along; UnknownGame names similar
    ones.
    """
    path = Path(path_or_name)
    if path.is_file():
        return path
    known = bundled()
    name = str(path_or_name).removesuffix(_SUFFIX)
    if name in known:
        return known[name]
    raise UnknownGame(f"there is no file {path_or_name} and no game of this name{near_it(name, known)}")


def bundled() -> dict[str, Path]:
    """The games that come along, by name."""
    from importlib.resources import files  # slow to import

    for folder in (Path(str(files("rulelang"))) / "_games", Path(__file__).resolve().parent.parent / "games"):
        if folder.is_dir():
            return {path.stem: path for path in sorted(folder.rglob(f"*{_SUFFIX}"))}
    return {}


def _rendered(diagnostics: Iterable[Any], sources: Mapping[str, Any]) -> str:
    """Every message as the command line shows it."""
    return str(import_module("rulelang.diagnostics").render(diagnostics, sources)).rstrip()
