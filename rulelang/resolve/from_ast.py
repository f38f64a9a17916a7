"""From the syntax tree to the checked program: one choice of variants, every name resolved.

Comes in: a game's tree, the variants chosen, its modules and its card tables.  Goes out: a `Program` and what
is wrong with it; with errors the program is incomplete and nobody should go on from it. Scenarios are left to
`scenarios`, flow and what players see to `check`.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.diagnostics import Diagnostic
from rulelang.nodes import frozen
from rulelang.resolve.declarations import bots, chance, defines, options, players, results, state
from rulelang.resolve.layers import chains, clashes, laying, order
from rulelang.resolve.layers.laid import Laid
from rulelang.resolve.layers.order import Library
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.resolve.model.statements import StepCall
from rulelang.resolve.names import PASS, Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.scopes import Scope
from rulelang.resolve.statements import acting, steps
from rulelang.resolve.statements.dispatch import block
from rulelang.resolve.tables import cards, keyed, kinds
from rulelang.resolve.tables.cards import ReadTable
from rulelang.resolve.walk import nodes
from rulelang.syntax import model as ast


def translate(
    module: ast.Module,
    *,
    variants: tuple[str, ...] = (),
    library: Library,
    read_table: ReadTable,
) -> tuple[Program, list[Diagnostic]]:
    """The checked program of a game with the variants chosen, in the order of the file."""
    reports, names = Reports(), Names(module.span.path)
    names.variants = {title: title in variants for title in order.variant_titles(module)}
    laid = laying.lay(order.gather(module, variants, library, reports), reports)
    if not chains.check(laid, reports):
        laid = Laid(game=laid.game, rulebook=laid.rulebook, players=laid.players)
    known = _read_tables(laid, names, read_table, reports)
    things = _announce(laid, names, reports, module)
    program = _program(laid, known, things, names, reports)
    titles = tuple(title for title in order.variant_titles(module) if title in variants)
    program = _complete(evolve(program, path=module.span.path, variants=titles), module)
    program = evolve(program, bots=bots.resolve(laid, program.steps, Scope(names, reports, me=True)))
    if names.chance:
        chance.check(program, reports)
    return program, reports.in_order(module.span.path)


@frozen
class _Tables:
    """What is read before anything can be asked: the sheet of the players and the options chosen"""

    sheet: players.Sheet
    chosen: dict[str, str]


@frozen
class _Things:
    """What has a name, and can be asked for before it is resolved"""

    state: state.State
    values: defines.Values
    steps: steps.Steps


def _read_tables(laid: Laid, names: Names, read_table: ReadTable, reports: Reports) -> _Tables:
    """Players, kinds, options, tables and cards, in the order in which they need one another."""
    names.teams = laid.teams is not None
    sheet = players.resolve(laid, names, reports)
    kinds.resolve(laid, names, reports)
    chosen = options.resolve(laid, names, reports)
    names.announce_types(tuple(laid.cards))
    keyed.resolve(laid, names, reports)
    cards.resolve(laid, names, read_table, reports)
    return _Tables(sheet, chosen)


def _announce(laid: Laid, names: Names, reports: Reports, module: ast.Module) -> _Things:
    """The names of all places, counters, values and steps; then who sees the places."""
    things = _Things(
        state.announce(laid, names, reports),
        defines.announce(laid, names, reports),
        steps.announce(laid, names, reports, module.span),
    )
    clashes.check(laid, names, reports)
    state.resolve(things.state)
    names.seen = {key: place.seen for key, place in things.state.places.items()}
    return things


def _program(laid: Laid, known: _Tables, things: _Things, names: Names, reports: Reports) -> Program:
    """Everything else, now that every name is known."""
    nobody = Scope(names, reports)
    arrangement, teams_when = results.teams(laid.teams, names, reports)
    return Program(
        title=laid.game.title if laid.game is not None else "",
        path="",
        players=names.players,
        sheet=known.sheet,
        teams=arrangement,
        teams_when=teams_when,
        rulebook=laid.rulebook.path if laid.rulebook is not None else None,
        variants=(),
        options=names.options,
        chosen=known.chosen,
        kinds=names.kinds,
        types=names.types,
        tables=names.tables,
        places=things.state.places,
        counters=things.state.counters,
        defines=things.values.decls(),
        steps=steps.resolve(things.steps, laid),
        whenevers=results.whenevers(laid, nobody),
        setup=block(laid.setup.body, nobody) if laid.setup is not None else (),
        play=block(laid.play.body, nobody) if laid.play is not None else (),
        winner=results.winner(laid.winner, nobody),
        unit=results.unit(laid, reports),
        always=results.always(laid, nobody),
        shown=results.shown(laid, things.values, things.state, reports),
    )


def _complete(program: Program, module: ast.Module) -> Program:
    """With `pass`, if somebody may choose it, and with what each step needs of whoever acts."""
    found = dict(program.steps)
    used = any(isinstance(node, StepCall) and node.step == PASS for node in nodes(_bodies(program)))
    if used and PASS not in found:
        nothing = StepDecl(PASS, None, (), None, (), (), (), (), (), (), (), False, span=module.span)
        found[PASS] = nothing
    reads = acting.acting_steps(found)
    return evolve(
        program,
        steps={name: evolve(step, uses_me=name in reads) for name, step in found.items()},
    )


def _bodies(program: Program) -> tuple[object, ...]:
    return (*program.steps.values(), program.setup, program.play, *program.whenevers)
