"""`rulec explain RL0203`: what a message means.  `rulec explain FILE`: a game in its own words.
`rulec explain FILE NAME`: a rule and everything that amends it.
`rulec explain FILE --at GAME.play:17 CHOICE`: why something could not be chosen there.
`rulec explain FILE --proofs`: which deals, places and counters are proved never to fail.

Comes in: a code, or a rules file and the name of one of its steps or values, or a place in a record and a choice.  Goes
out: the explanation of the code with examples, the sentences of the rule in the order in which they count, or a reason.
The wording of codes is left to `diagnostics`, the order of sentences to `amended`, reasons to `interpreter`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, Unusable, say

if TYPE_CHECKING:
    from rulelang.commands.amended import Explained
    from rulelang.compiling import Project
    from rulelang.resolve.model.program import Program


@click.command()
@click.argument("words", nargs=-1, metavar="CODE | FILE [NAME] | FILE CHOICE")
@click.option("--list", "list_all", is_flag=True, help="List all codes with their titles.")
@click.option(
    "--variant", "variants", multiple=True, metavar="TITLE",
    help="The rule with a variant of the game. May be given several times.",
)  # fmt: skip
@click.option(
    "--at", metavar="GAME.play:N",
    help="Why the choice that follows cannot be made before the Nth choice of this record.",
)  # fmt: skip
@click.option("--layout", is_flag=True, help="How machine code keeps the game, and why.")
@click.option("--players", type=int, metavar="N", help="With --layout: for so many players.")
@click.option("--proofs", is_flag=True, help="Which deals, places and counters are proved never to fail.")
def command(
    words: tuple[str, ...], list_all: bool, variants: tuple[str, ...], at: str | None, layout: bool,
    players: int | None, proofs: bool,
) -> int:  # fmt: skip
    """Say what a message means, what amends a rule, why not.

    With a code, the message is explained with examples that are wrong and right.  CODE stands
    in brackets in the message, as in error[RL0203]; the number alone will do.

    FILE alone is told in the words of its own sentences.  NAME is anything in it that has a name: a step, a value, a
    place, a counter, an option, a kind, a table.  It is shown with all that is laid over it, in the order in which it
    counts, in the base game and in each variant that changes it, and with the sentences that name it.

    With --at, a recorded game is played up to a choice, and it is said why the player whose turn it is cannot choose
    something else, with the values that decide it.

    With --layout, it is said what becomes of each place while machine code plays whole games: which are kept in
    their order, because which line asks for it, and how the choices of each step are counted.

    \b
    rulec explain RL0203
    rulec explain 203
    rulec explain my_game.rules
    rulec explain my_game.rules draw
    rulec explain my_game.rules player.points
    rulec explain my_game.rules --proofs
    rulec explain my_game.rules --at evening.play:17 "clear(page)"
    """
    if list_all:
        return _list_codes()
    if proofs:
        if len(words) != 1 or at is not None or layout or players is not None:
            raise click.UsageError("with --proofs: the rules, and nothing else but variants")
        return _proofs(*words, variants)
    if at is not None:
        if len(words) != 2 or variants or layout or players is not None:
            raise click.UsageError(
                "with --at: the rules, and the choice as it would be typed; variants are the record's"
            )
        return _why_not(*words, at)
    if layout:
        return _layout(words, variants, players)
    if players is not None:
        raise click.UsageError("--players goes with --layout")
    match words:
        case ():
            raise click.UsageError("which code? `rulec explain --list` shows them all")
        case (code,):
            return _code(code) if _is_code(code) else _overview(code)
        case (file, name):
            return _rule(file, name, variants)
        case _:
            raise click.UsageError("one code, or a file and the name of one of its rules")


def _layout(words: tuple[str, ...], variants: tuple[str, ...], players: int | None) -> int:
    """How a game is kept in machine code."""
    from rulelang.commands.placing import placing
    from rulelang.commands.playable import Wanted, compiled

    if len(words) != 1:
        raise click.UsageError("with --layout: the rules, and nothing else")
    project = Wanted(words[0]).project()
    say("\n".join(placing(compiled(project, players, variants, {}), project.source.path)))
    return CLEAN


def _list_codes() -> int:
    from rulelang.diagnostics import catalogue

    for known in catalogue.codes():
        entry = catalogue.entry(known)
        say(f"{known}  {entry.severity:7}  {entry.title}")
    return CLEAN


def _proofs(file: str, variants: tuple[str, ...]) -> int:
    from rulelang.commands.playable import Wanted
    from rulelang.commands.proofs import proofs_of

    project = Wanted(file).project()
    say("\n".join(proofs_of(project, _chosen(project, variants))))
    return CLEAN


def _is_code(word: str) -> bool:
    """Whether a word is meant as a code, right or wrong, and not as the name of a file or a game."""
    return not word or word.isdecimal() or word.upper().startswith("RL")


def _code(code: str) -> int:
    from rulelang.diagnostics import explain, find_code

    if find_code(code) is None:
        raise Unusable(explain(code).strip())
    say(explain(code), nl=False)
    return CLEAN


def _rule(file: str, name: str, variants: tuple[str, ...]) -> int:
    from rulelang.commands.playable import Wanted

    project = Wanted(file).project()
    chosen = _chosen(project, variants)
    wanted = [chosen] if chosen else [(), *((title,) for title in project.variants)]
    found = {titles: _explained(project, titles, name) for titles in wanted}
    if not any(found.values()):
        raise _unknown(project, wanted, name)
    base = None if chosen else found.pop(())
    if base is not None:
        say(base.rendered(), nl=False)
    for titles, explained in found.items():
        if explained is not None and explained != base:
            shown = " and ".join(f'"{title}"' for title in titles)
            say(f"{'' if base is None else chr(10)}With {shown}, {explained.rendered()}", nl=False)
    return CLEAN


def _why_not(file: str, choice: str, at: str) -> int:
    """Of a position in a record: what the player whose turn it is could not choose, and why."""
    from interpreter.machine.errors import UnreadableRecord
    from interpreter.records import replay
    from interpreter.terminal.paper import printable
    from rulelang.commands.outcome import Problem
    from rulelang.commands.replay import game_of, read_record

    path, colon, number = at.rpartition(":")
    if not (colon and path and number.isascii() and number.isdecimal() and len(number) < 10):
        raise Unusable(f"`--at {at}` should be written `--at GAME.play:N`, N counted from 1")
    record = read_record(path)
    if not 1 <= int(number) <= len(record.moves) + 1:
        raise Unusable(f"--at {at} is beyond the end: the record holds {len(record.moves)} choices")
    try:
        state = replay(game_of(path, record, file), record, int(number) - 1, log=False)
    except UnreadableRecord as problem:
        raise Problem(f"{path}, {problem}") from problem
    decision = state.decision
    if decision is None:
        raise Problem(f"{path}: the game is over before choice {number}")
    say(f"Before choice {number}, {decision.seat} has to choose.")
    why = decision.why(choice)
    if why is None:
        chosen = decision.parse(choice)
        say(printable(f"{chosen.text} can be chosen{f': {chosen.sentence}' if chosen.sentence else '.'}"))
        return CLEAN
    say(printable(f"{choice} cannot be chosen: {why}"))
    if why.place:
        say(printable(f"  {why.place}"))
    return CLEAN


def _explained(project: Project, titles: tuple[str, ...], name: str) -> Explained | None:
    from attrs import evolve

    from rulelang.commands import amended, named

    program = _program(project, titles)
    known = _known(project, titles)
    full = name if name in known else next((other for other in known if other.rpartition(".")[2] == name), name)
    rule = amended.explained(project, program, full)
    if rule is not None:
        shown = {f"({piece.place})" for piece in rule.pieces}
        uses = (use for use in named.uses(project, titles, full) if not any(place in use for place in shown))
        return evolve(rule, uses=tuple(uses))
    return named.declared(project, titles, full) or named.section(project, titles, full)


def _overview(file: str) -> int:
    from rulelang.commands.named import overview
    from rulelang.commands.playable import Wanted

    project = Wanted(file).project()
    for line in overview(project, _program(project, ()), file):
        say(line)
    return CLEAN


def _program(project: Project, titles: tuple[str, ...]) -> Program:
    from rulelang.commands.messages import refuse

    refused = project.refusals(titles)
    if refused:
        raise refuse(refused, project.sources)
    return project.resolve(titles)[0]


def _chosen(project: Project, variants: tuple[str, ...]) -> tuple[str, ...]:
    from rulelang.commands.messages import refuse

    wanted = {title.casefold() for title in variants}
    chosen = tuple(title for title in project.variants if title.casefold() in wanted)
    if len(chosen) < len(wanted):
        raise refuse(project.compile(None, variants).diagnostics, project.sources)
    return chosen


def _unknown(project: Project, wanted: list[tuple[str, ...]], name: str) -> Unusable:
    from rulelang.diagnostics import did_you_mean

    known = list(dict.fromkeys(one for titles in wanted for one in _known(project, titles)))
    short = {full.rpartition(".")[2]: full for full in reversed(known)}
    near = did_you_mean(name, known) or short.get(did_you_mean(name, short) or "")
    return Unusable(f"nothing is called `{name}`" + (f"; did you mean `{near}`?" if near else ""))


def _known(project: Project, titles: tuple[str, ...]) -> list[str]:
    from rulelang.commands import amended, named

    known = [*amended.names(_program(project, titles)), *named.names(project, titles)]
    return [*known, *named.sections(project, titles)]
