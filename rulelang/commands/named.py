"""Everything in a game that has a name: what it is, what is laid over it, where it is used; and the game as a whole.

Comes in: a project, the variants chosen, a name.  Goes out: the sentences in which a place, a counter, an option, a
kind, a sort of cards or a table is declared and amended; the sentences that name something; an overview.  Steps and
values, whose layers have an order, are left to `amended`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import fields

from rulelang.commands.amended import Explained, Piece, Written
from rulelang.commands.messages import how_many_play
from rulelang.compiling import Project
from rulelang.near import one_form
from rulelang.resolve.model.program import Program
from rulelang.syntax import model as ast

Declared: TypeAlias = ast.Place | ast.Counter | ast.Option | ast.Kind | ast.Cards | ast.Table
Section: TypeAlias = ast.Setup | ast.Play | ast.Winner | ast.Bot
Titles: TypeAlias = tuple[str, ...]
_SECTIONS = {
    "setup": "what is done before the game", "play": "the course of the game", "winner": "how the winner is found",
    "loser": "how the loser is found",
}  # fmt: skip
_SORTS: dict[type, str] = {
    ast.Place: "place", ast.Counter: "counter", ast.Option: "option", ast.Kind: "kind", ast.Cards: "cards",
    ast.Table: "table",
}  # fmt: skip


def declared(project: Project, titles: Titles, name: str) -> Explained | None:
    """What is declared by this name, with all that amends it; none if there is nothing."""
    written = Written(project)
    pieces: list[Piece] = []
    sort = ""
    for whole, thing, variant in _things(project, titles):
        if full_name(thing) == name:
            sort = sort or _SORTS[type(thing)]
            part = {ast.Replace: "In its place", ast.Also: "Added to it"}.get(type(whole), "Declared")
            alone = isinstance(thing, ast.Place | ast.Counter)
            pieces.append(written.exactly(part, thing.span if alone else whole.span, variant))
    for decl, variant in _all(project, titles):
        match decl:
            case ast.OptionChosen(name=chosen) if chosen.text == name:
                pieces.append(written.exactly("Chosen", decl.span, variant))
            case ast.Remove(name=gone) if gone is not None and gone.text == name:
                pieces.append(written.exactly("Taken away", decl.span, variant))
            case _:
                pass
    return Explained(name, sort, tuple(pieces), (), tuple(uses(project, titles, name))) if sort else None


def section(project: Project, titles: Titles, name: str) -> Explained | None:
    """`setup`, `play`, `winner`, `loser`, or a bot by its name; none if the game has none of this name."""
    written = Written(project)
    pieces = [
        written.exactly("In its place" if isinstance(decl, ast.Replace) else "Written", decl.span, variant)
        for decl, found, variant in _sections(project, titles)
        if found == name
    ]
    order = _SECTIONS.get(name, "a bot, the first line that can be done counts")
    return Explained(name, order, tuple(pieces), (), ()) if pieces else None


def sections(project: Project, titles: Titles) -> list[str]:
    """What `section` knows."""
    return [name for _, name, _ in _sections(project, titles)]


def _sections(project: Project, titles: Titles) -> Iterator[tuple[ast.Decl, str, str | None]]:
    for decl, variant in _all(project, titles):
        inner = decl.declaration if isinstance(decl, ast.Replace) else decl
        if isinstance(inner, ast.Bot):
            yield decl, inner.name.text, variant
        elif isinstance(inner, Section):
            loses = isinstance(inner, ast.Winner) and inner.loses
            yield decl, "loser" if loses else type(inner).__name__.lower(), variant


def names(project: Project, titles: Titles) -> dict[str, str]:
    """What `declared` knows, by name, with its sort."""
    return {full_name(thing): _SORTS[type(thing)] for _, thing, _ in _things(project, titles)}


def uses(project: Project, titles: Titles, name: str) -> Iterator[str]:
    """The sentences that name something, but for those that declare it: `to lay (owls.rules:12:4)`."""
    written, short = Written(project), one_form(name.rpartition(".")[2])
    scenarios = 0
    for decl, _ in _all(project, titles):
        for part in decl.entries if isinstance(decl, ast.State) else (decl,):
            declares = isinstance(part, Declared) and full_name(part) == name
            if declares or all(one_form(found.text) != short for found in _names_in(part)):
                continue
            if isinstance(part, ast.Scenario):
                scenarios += 1
            else:
                yield f"{written.head(part.span)} ({project.place(part.span)})"
    if scenarios:
        yield "1 scenario" if scenarios == 1 else f"{scenarios} scenarios"


def overview(project: Project, program: Program, file: str) -> Iterator[str]:
    """The game in the words of its own sentences, and what has a name in it."""
    low, high = program.players
    players = how_many_play(low, high)
    yield f"{program.title}, for {players}"
    if program.types:
        yield f"cards: {', '.join(f'{len(each.cards)} {name}' for name, each in program.types.items())}"
    for option in program.options.values():
        yield f"option {option.name}: {' or '.join(option.values)}, normally {option.normally}"
    yield from (f'variant "{title}"' for title in project.variants)
    yield from (f'bot "{bot.name}"' for bot in program.bots)
    steps = [step for step in program.steps.values() if step.sentence]
    width = max((len(step.name) for step in steps), default=0)
    yield from ("", "what a player may do", *(f"  {step.name:<{width}}  {step.sentence}" for step in steps))
    written = Written(project)
    ends = [written.head(decl.span) for decl, _ in _all(project, ()) if isinstance(decl, ast.Winner | ast.Payoff)]
    yield from ("", *ends, "")
    known = names(project, ())
    for sort in dict.fromkeys(known.values()):
        yield f"{sort}{'' if sort == 'cards' else 's'}: {', '.join(name for name in known if known[name] == sort)}"
    values = [each.name for each in program.defines.values()]
    yield from ([f"values: {', '.join(dict.fromkeys(values))}"] if values else [])
    yield f"`rulec explain {file} NAME` says all of one of them, or of a step"


def full_name(thing: Declared) -> str:
    """`player.hand` or `deck`, as it is written."""
    if isinstance(thing, ast.Option | ast.Kind | ast.Cards):
        return thing.name.text
    receiver = thing.signature.receiver
    return f"{receiver.name.text}.{thing.signature.name.text}" if receiver else thing.signature.name.text


def _things(project: Project, titles: Titles) -> Iterator[tuple[ast.Decl, Declared, str | None]]:
    """Everything with a name, with the declaration in which it stands and its variant."""
    for decl, variant in _all(project, titles):
        inner = (
            decl.declaration if isinstance(decl, ast.Replace) else decl.added if isinstance(decl, ast.Also) else decl
        )
        for thing in inner.entries if isinstance(inner, ast.State) else (inner,):
            if isinstance(thing, Declared):
                yield decl, thing, variant


def _all(project: Project, titles: Titles) -> Iterator[tuple[ast.Decl, str | None]]:
    """Every declaration of the game and its modules, with its variant; of variants those that are chosen."""
    written = Written(project)
    for path in project.sources:
        yield from ((d, title) for d, title in written.declared(path) if title is None or title in titles)


def _names_in(node: object) -> Iterator[ast.Name]:
    """Every name in a declaration but the one that it declares."""
    todo: list[object] = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, ast.Name):
            yield part
        elif isinstance(part, tuple):
            todo += part
        elif isinstance(part, ast.Node):
            own = "name" if isinstance(part, ast.Signature | ast.Option | ast.Kind | ast.Cards) else None
            todo += [getattr(part, field.name) for field in fields(type(part)) if field.name not in ("span", own)]
