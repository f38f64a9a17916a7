"""`rulec fmt FILE…`: the canonical layout.

Comes in: files and directories, or a text from standard input.  Goes out: the same texts in their canonical layout, or
what would change in them; the exit code.  What that layout is, is left to `rulelang.format`.  A file is written whole
or not at all, and only if something changes.
"""

from __future__ import annotations

import os
import sys
from difflib import unified_diff
from pathlib import Path

import click

from rulelang import files
from rulelang.commands.messages import exit_code, in_colour
from rulelang.commands.outcome import CLEAN, PROBLEMS, Unusable, say
from rulelang.diagnostics import Diagnostic, render
from rulelang.nodes import frozen
from rulelang.source import Source

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@frozen
class _Text:
    """What stands in a file, or came from standard input (no `file`); `written` as it is, line ends included"""

    source: Source
    written: str
    file: Path | None

    def with_its_ends(self, new: str) -> str:
        """A text with the line ends that this one begins with."""
        first, end, _ = self.written.partition("\n")
        return new.replace("\n", "\r\n") if end and first.endswith("\r") else new


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="FILE…")
@click.option("--check", is_flag=True, help="Write nothing; end with 1 if a layout would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def command(words: tuple[str, ...], check: bool, diff: bool) -> int:
    """Give rules their canonical layout.

    FILE is a rules file, a directory (all .rules files below it), or - for a text from standard input, which goes to
    standard output.  Only the layout changes, never what the rules mean, and comments stay where they are.  A file
    with mistakes of syntax is left as it is.

    \b
    rulec fmt my_game.rules
    rulec fmt games --check
    rulec fmt my_game.rules --diff
    """
    from rulelang.commands.files import below
    from rulelang.format import formatted

    problems: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    changed: list[bool] = []
    for word in dict.fromkeys(word for given in words for word in below(given)):
        text = _read(word)
        if isinstance(text, Diagnostic):
            problems.append(text)
            continue
        sources[text.source.path] = text.source
        new = formatted(text.source)
        if isinstance(new, str):
            changed.append(text.with_its_ends(new) != text.written)
            _deliver(text, text.with_its_ends(new), check, diff)
        else:
            problems += new
    say(render(problems, sources, "full", in_colour(sys.stderr)), coloured=True, nl=False, err=True)
    if changed and not diff and words != ("-",):
        say(_how_many(sum(changed), len(changed), check))
    return exit_code(problems) or (PROBLEMS if check and any(changed) else CLEAN)


def _read(word: str) -> _Text | Diagnostic:
    from rulelang.commands.files import STDIN, find, read_stdin

    if word == "-":
        written = read_stdin()
        return _Text(Source.clean(STDIN, written), written, None)
    path = find(word)
    if path not in (Path(word), Path(word).with_suffix(".rules")):
        raise Unusable(f"the game `{word}` comes with rulelang and is left as it is; name a file of your own")
    if path.suffix == ".play":
        raise Unusable(f"`{word}` is a recorded game; it has no layout of its own")
    source = files.read_source(path)
    return source if isinstance(source, Diagnostic) else _Text(source, files.read_bytes(path).decode(), path)


def _deliver(text: _Text, new: str, check: bool, diff: bool) -> None:
    """Write the new text where it belongs, or show how it differs."""
    if text.file is None and not (check or diff):
        sys.stdout.buffer.write(new.encode())
    elif new != text.written:
        if diff:
            _show_difference(text, new)
        elif check:
            say(f"{text.source.path} would change")
        elif text.file is not None:
            _write(text.file, new)
            say(f"{text.source.path}: new layout")


def _write(file: Path, text: str) -> None:
    from rulelang.commands.journal import replace

    try:
        if not os.access(file, os.W_OK):
            raise PermissionError(13, "permission denied")
        replace(file, text)
    except OSError as problem:
        raise Unusable(f"`{file}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem


def _show_difference(text: _Text, new: str) -> None:
    path = text.source.path
    old, lines = text.source.text.split("\n"), Source.clean(path, new).text.split("\n")
    for line in unified_diff(old, lines, path, f"{path} (new layout)", lineterm=""):
        colour = _COLOURS.get(line[:1]) if in_colour(sys.stdout) else None
        say(click.style(line, fg=colour) if colour else line, coloured=True)


def _how_many(changed: int, of: int, check: bool) -> str:
    if not changed:
        return "the layout is as it should be" if of == 1 else f"{of} files: the layout is as it should be"
    would = "would get" if check else "got"
    return f"{changed} of {of} file{'s' if of > 1 else ''} {would} a new layout"
