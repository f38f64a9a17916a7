"""A game as it was asked for: rules, number of players, variants, options.

Comes in: the words of the command line.  Goes out: a compiled program, or messages and an exit code.
Compiling is left to `rulelang.compiling`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulelang.commands.outcome import Unusable
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.game import Game
    from rulelang.compiling import Project
    from rulelang.ir.model.program import Program

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


@frozen
class Wanted:
    """What was asked for: the fewest players if no number was given.  `carried`: the texts of the rules by their names,
    where they are not to be read from the file."""

    file: str
    players: int | None = None
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    carried: tuple[tuple[str, str], ...] = ()

    def project(self) -> Project:
        """The rules; one message and exit code 2 if they cannot be read."""
        from rulelang.commands.files import open_project
        from rulelang.commands.messages import refuse
        from rulelang.compiling import project_from_texts
        from rulelang.diagnostics import Diagnostic

        if self.carried:
            return project_from_texts(self.carried)
        project = open_project(self.file)
        if isinstance(project, Diagnostic):
            raise refuse([project], {})
        return project

    def program(self) -> Program:
        """The game ready for the machine; its mistakes are shown if there are any."""
        return compiled(self.project(), self.players, self.variants, dict(self.options))

    def game(self) -> Game:
        """The game itself, ready to be played."""
        return self.game_with_texts()[0]

    def game_with_texts(self) -> tuple[Game, tuple[tuple[str, str], ...]]:
        """The game, and every text that it is made of, by its name (see `Inputs.texts`)."""
        from interpreter.game import Game
        from interpreter.loading import bundled

        project = self.project()
        program = compiled(project, self.players, self.variants, dict(self.options))
        name = str(bundled().get(self.file, self.file)) if self.carried else project.source.path
        return Game(program, name=name), project.inputs.texts


def compiled(project: Project, players: int | None, variants: tuple[str, ...], options: dict[str, str]) -> Program:
    """The program of one configuration, or the exception that shows why there is none or why it must not be played."""
    from rulelang.commands.messages import refuse

    made = project.compile(players, variants, options)
    if made.program is None:
        raise refuse(made.diagnostics, project.sources)
    return made.program


def configuration(command: Decorated) -> Decorated:
    """The options `--players`, `--variant` and `--set`, the same for every command that plays."""
    for option in (
        click.option(
            "--set", "options", multiple=True, metavar="OPTION=VALUE", callback=settings,
            help="Set an option of the game. May be given several times.",
        ),
        click.option(
            "--variant", "variants", multiple=True, metavar="TITLE",
            help="Play with a variant of the game. May be given several times.",
        ),
        click.option("--players", type=int, metavar="N", help="How many play (normally the fewest possible)."),
    ):  # fmt: skip
        command = option(command)
    return command


def settings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Click's callback for `--set`: what is written as `OPTION=VALUE`."""
    options: dict[str, str] = {}
    for written in values:
        name, equals, value = (part.strip() for part in written.partition("="))
        if not (name and equals and value):
            raise Unusable(f"`--set {written}` should be written `--set OPTION=VALUE`")
        if options.get(name, value) != value:
            raise Unusable(f"the option `{name}` is set twice, to `{options[name]}` and to `{value}`")
        options[name] = value
    return tuple(options.items())


LONGEST_SEED = 100


def seed_text(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Click's callback for `--seed`: a line that can be read, since it is told, and written into records."""
    if value is None:
        return None
    if len(value) > LONGEST_SEED:
        raise Unusable(f"a seed has at most {LONGEST_SEED} characters, and this has {len(value):,}")
    if not value.strip() or not value.isprintable():
        raise Unusable("a seed is a line of letters, digits and signs, and this is none")
    return value
