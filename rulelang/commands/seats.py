"""Who sits where: `--seat 2=ismcts:1000`.

Comes in: the words of the command line.  Goes out: a name for each seat, "human" or that of a bot.  Seats are
named by number from 1 or by letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.bots import BOTS, BotTrouble, checked, is_own
from interpreter.decisions.digits import number
from interpreter.machine.texts import seat_name
from interpreter.terminal.table import HUMAN
from rulelang.commands.outcome import Unusable
from rulelang.diagnostics import did_you_mean

if TYPE_CHECKING:
    from interpreter.game import Game
    from rulelang.ir.model.program import Program


def seat_names(game: Game, wanted: Sequence[str]) -> list[str]:
    """What sits in each seat; a person in the first and bots in the others where nothing is said."""
    players = game.players
    names = [HUMAN, *["random"] * (players - 1)]
    said: dict[int, str] = {}
    for written in wanted:
        word, equals, name = (part.strip() for part in written.partition("="))
        if not equals:
            raise Unusable(f"`--seat {written}` should be written `--seat N={HUMAN}` or `--seat N=random`")
        seat = seat_number(word, players)
        if is_own(name) and " " in name:
            raise Unusable(
                f"a record could not name `{name}`, since there is a space in it; give the file another name"
            )
        name = name if is_own(name) else name.casefold()
        seated([name], game.program)
        if said.get(seat, name) != name:
            raise Unusable(f"seat {word} is given twice, to {said[seat]} and to {name}")
        said[seat] = names[seat] = name
    return names


def seated(names: Sequence[str], program: Program | None = None) -> None:
    """Unusable, if one of these is neither a person nor a bot, or no bot of this game."""
    for name in names:
        if name != HUMAN and did_you_mean(name, [*BOTS, HUMAN]) == HUMAN:
            raise Unusable(f"no bot is called `{name}`; did you mean `{HUMAN}`?")
        if name != HUMAN:
            bot_name(name, program)


def seat_number(word: str, players: int) -> int:
    """The seat, counted from 0, that is meant by `2` or `B`."""
    letters = {seat_name(seat).casefold(): seat for seat in range(players)}
    if word.casefold() in letters:
        return letters[word.casefold()]
    if 1 <= (number(word) or 0) <= players:
        return (number(word) or 0) - 1
    last = seat_name(players - 1)
    raise Unusable(f"there is no seat `{word}`: {players} play, seats 1 to {players} or A to {last}")


def bot_name(name: str, program: Program | None = None) -> str:
    """The name itself, if a bot has it, and in this game."""
    try:
        checked(name, program)
    except BotTrouble as problem:
        raise Unusable(str(problem)) from problem
    return name


def bots_for(game: Game, written: str) -> list[str]:
    """A bot for each seat from `random` or `random,ismcts:1000`."""
    players = game.players
    parts = [part.strip() for part in written.split(",")]
    names = [bot_name(part if is_own(part) else part.casefold(), game.program) for part in parts]
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise Unusable(f"`--bots {written}` names {len(names)} bots for {players} players; name one, or one each")
    return names
