"""`rulec` itself: which commands there are, and what happens when something goes wrong.

Comes in: the words of the command line.  Goes out: an exit code.  A command is imported when it is asked for;
each returns its exit code.  Whatever goes wrong ends in one message, never in a traceback (unless RULEC_DEBUG
is 1).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import StringIO
from typing import Any, NoReturn

import click

from rulelang import __version__
from rulelang.commands.outcome import CLEAN, CLOSED_PIPE, INTERRUPTED, OUR_BUG, PROBLEMS, UNUSABLE, Unusable, say
from rulelang.near import did_you_mean

COMMANDS = {
    "check": "Look for mistakes in rules.",
    "play": "Play a game in the terminal.",
    "replay": "Show a recorded game again and verify it.",
    "test": "Run the scenarios of games and recorded games.",
    "trace": "Hold a rulebook against the rules.",
    "simulate": "Let bots play many games and count.",
    "compare": "Play two games on the same seeds, and say what is different.",
    "sweep": "Play every version of a game, side by side.",
    "tune": "Look for values of options that come nearest to goals.",
    "dump": "Print what becomes of a game inside.",
    "explain": "Say what a message means, what amends a rule, why not.",
    "cards": "Show the cards as they were read.",
    "fmt": "Give rules their canonical layout.",
    "new": "Write a small game to start from.",
    "games": "List the games that come along.",
}


class Rulec(click.Group):
    """A group that loads a command by its name and turns every outcome into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"rulelang.commands.{cmd_name}"), "command", None)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = did_you_mean(args[0], COMMANDS)
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command `{args[0]}`{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `rulec --help`, without loading any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run and leave with the exit code."""
        _be_lenient_about_letters()
        kwargs["standalone_mode"] = False
        sys.exit(self._outcome(*args, **kwargs))

    def _outcome(self, *args: Any, **kwargs: Any) -> int:
        try:
            _check_words()
            code = super().main(*args, **kwargs)
            sys.stdout.flush()
        except click.ClickException as problem:
            return _refuse(problem)
        except (click.Abort, KeyboardInterrupt):
            say("stopped", err=True)
            return INTERRUPTED
        except BrokenPipeError:
            return _leave_the_pipe()
        except SystemExit as leaving:  # click's own answer to a closed pipe
            return _leave_the_pipe() if leaving.code == 1 else OUR_BUG
        except OSError as problem:
            return _give_up(problem)
        except Exception as bug:
            return _faulty(bug) or _confess(bug)
        return code if isinstance(code, int) else CLEAN


def _be_lenient_about_letters() -> None:
    """A terminal that cannot show a letter gets `?` in its place."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def _check_words() -> None:
    """What no command can do anything with: nowhere to print to, words that are no text."""
    if sys.stdout is None:
        raise Unusable("standard output is closed")
    for word in sys.argv[1:]:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise Unusable(f"`{word.encode(errors='replace').decode()}` is not text in UTF-8") from None


def _refuse(problem: click.ClickException) -> int:
    """The message, as safe as all others also where click wrote it."""
    words = StringIO()
    problem.show(words)
    say(words.getvalue(), nl=False, err=True)
    return problem.exit_code


def _leave_the_pipe() -> int:
    """Whoever read our output has gone; nothing may be written any more, not even at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE


def _faulty(problem: Exception) -> int:
    """The exit code for a fault of the rules that no command has told in its own words; 0 for anything else."""
    from interpreter.machine.engine import GameFault

    if not isinstance(problem, GameFault):
        return 0
    say(f"rulec: the rules come to a dead end: {problem}", err=True)
    return PROBLEMS


def _give_up(problem: OSError) -> int:
    """The disk is full, or a file has gone in the middle of it."""
    what = f"`{problem.filename}`" if problem.filename else "what is printed"
    say(f"rulec: {what} cannot be read or written: {(problem.strerror or str(problem)).lower()}", err=True)
    with suppress(OSError, ValueError):
        _leave_the_pipe()
    return UNUSABLE


def _confess(bug: Exception) -> int:
    if os.environ.get("RULEC_DEBUG") == "1":
        import traceback

        traceback.print_exception(bug)
    text = str(bug).strip().split("\n")[0]
    say(
        f"rulec: this is a bug in rulelang {__version__}, not in your game: {type(bug).__name__}"
        f"{': ' if text else ''}{text}\n"
        "Please report it to whoever gave you rulelang, with the game and the command that you used.\n"
        "If RULEC_DEBUG=1 stands before the command, it also says where it happened: add that to the report.",
        err=True,
    )
    return OUR_BUG


@click.group(
    cls=Rulec,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`rulec COMMAND --help` says more about each, with an example.",
)
@click.version_option(__version__, message="rulec %(version)s")
def rulec() -> None:
    """Write the rules of a card game, check them, test them, play them.

    \b
    rulec new "My Game"        writes my_game.rules
    rulec check my_game.rules
    rulec play my_game.rules
    """
