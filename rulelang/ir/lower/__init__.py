"""From the checked program to the IR: one variant, one value of each option, one number of players.

Comes in: a checked program without errors.  Goes out: an IR program, and the functions of the questions asked with
it; or None and what is no part of the language. Nothing here knows what the machine does with it: that is
docs/design/ir.md.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from rulelang.check.sight.openly import openly
from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.ir.analyse.work import too_much
from rulelang.ir.lower import cards
from rulelang.ir.lower.declarations import bots, figures, results, state
from rulelang.ir.lower.draft import PASS, Draft, NotYet
from rulelang.ir.lower.flow import flowing
from rulelang.ir.lower.flow.blocks import Cutter
from rulelang.ir.lower.flow.carried import with_ways
from rulelang.ir.lower.flow.joining import finish
from rulelang.ir.lower.options import effective_options
from rulelang.ir.lower.pieces import Entrance, GameEnds, Piece
from rulelang.ir.lower.proven import Proven
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.steps import watching
from rulelang.ir.lower.steps.bodies import body
from rulelang.ir.model import program as ir
from rulelang.ir.model.reasons import Reasons
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.source import Span

T = TypeVar("T")
PLAY, SETUP = "play", "setup"


def _offset(span: Span) -> str:
    return f"{span.path}@{span.start}"


_REMARK = re.compile(r"(?:\s+\[[A-Z]+\d[^\]]*\])?(?:\s*#.*)?$")


def _no_text(_span: Span) -> str:
    return ""


def translate(
    program: Program,
    players: int,
    options: Mapping[str, str] | None = None,
    *,
    questions: Sequence[Expr] = (),
    entries: frozenset[str] = frozenset(),
    rules_hash: str = "",
    places: Callable[[Span], str] = _offset,
    proven: Proven | None = None,
    texts: Callable[[Span], str] = _no_text,
) -> tuple[ir.Program | None, list[int], list[Diagnostic]]:
    """The IR of a game.

    `options` by name, the others are as variants or the author chose; `questions` are lowered to functions without
    parameters; `entries` are steps at which a test begins; `places` writes where a piece of text stands, `texts` gives
    its words; `proven` hears of what surely goes wrong.
    """
    chosen = effective_options(program, options or {})
    draft = Draft(program, players, chosen, places, texts, entries)
    try:
        made, numbers, found = _program(draft, questions, rules_hash)
    except NotYet as reason:
        return None, [], [diagnostic("RL0901", reason.span, what=reason.what)]
    if proven is not None and made is not None:
        proven.look(draft, made)
    return made, numbers, found


def _program(
    draft: Draft, asked: Sequence[Expr], rules_hash: str
) -> tuple[ir.Program | None, list[int], list[Diagnostic]]:
    _declare(draft)
    draft.openly = openly(draft.game)
    always = results.always(draft)
    cutter = Cutter(draft, results.keeping(draft, always))
    cutter.cut(_main(draft))
    blocks, entries, play = finish(cutter)
    result, values = results.result(draft), results.named_values(draft)
    shown = figures.figures(draft, result)
    numbers = results.questions(draft, asked)
    players = bots.bots(draft)
    headers = with_ways(draft, _all(draft.headers))
    game, teams = draft.game, cards.teams(draft)
    made = ir.Program(
        title=game.title,
        players=draft.players,
        variants=game.variants,
        options=tuple(draft.options.items()),
        rules_hash=rules_hash,
        rules=tuple(draft.rules),
        kinds=tuple(ir.Kind(kind.name, kind.members, kind.texts) for kind in game.kinds.values()),
        types=tuple(ir.CardType(name, run.first, run.count) for name, run in draft.runs.items()),
        cards=tuple(draft.cards),
        card_counters=state.card_counters(draft),
        tables=tuple(draft.tables),
        columns=tuple((name, table, shown) for name, (table, shown) in draft.columns.items()),
        zones=tuple(draft.zones),
        counters=tuple(draft.counters),
        frames=tuple(draft.frames),
        functions=_all(draft.functions),
        headers=headers,
        procedures=_all(draft.procedures),
        blocks=blocks,
        decisions=tuple(draft.decisions),
        steps=tuple(ir.StepText(step.name, step.sentence or "") for step in draft.steps.values()),
        entries=entries,
        values=values,
        always=always,
        figures=shown,
        sayings=tuple(draft.sayings),
        reasons=_reasons(draft),
        course=_course(draft),
        bots=players,
        result=result,
        play=play,
        teams=teams if len(set(teams)) < draft.players else (),
    )
    endless = too_much(made)
    if endless is not None:
        return None, [], [_endless(draft, *endless)]
    return made, numbers, []


def _reasons(draft: Draft) -> Reasons:
    """What can be told of everything that may refuse a choice."""
    headers = tuple(draft.header_reasons[name] for name in draft.header_numbers)
    named = tuple(layers for _, _, layers in draft.named_reasons.values())
    return Reasons(headers, tuple(draft.offer_reasons), named)


def _course(draft: Draft) -> tuple[str, ...]:
    """The lines of `play` as they are written, without remarks and citations."""
    play = draft.game.play
    if not play:
        return ()
    first, last = play[0].span, play[-1].span
    column = re.search(r":(\d+)$", draft.place_of(first))
    indent = " " * (int(column[1]) - 1 if column else 0)
    text = indent + draft.text_of(Span(first.path, first.start, last.end))
    lines = (_REMARK.sub("", line).rstrip() for line in textwrap.dedent(text).splitlines())
    return tuple(line for line in lines if line)


def _endless(draft: Draft, name: str, many: int, most: int) -> Diagnostic:
    """Reading one thing may read too many."""
    game = draft.game
    named = game.defines.get(name) or draft.steps.get(name)
    span = Span(game.path, 0, 0) if named is None else named.span
    return diagnostic("RL0527", span, name=name, number=f"{many:,}", most=f"{most:,}")


def _declare(draft: Draft) -> None:
    """Everything that has a number before any rule is read."""
    draft.steps.update(draft.game.steps)
    if PASS not in draft.steps:
        draft.steps[PASS] = _pass(draft)
    draft.step_numbers.update({name: number for number, name in enumerate(draft.steps)})
    cards.declare_cards(draft)
    cards.declare_columns(draft)
    state.declare_places(draft)
    state.declare_counters(draft)
    state.declare_seen(draft)
    watching.declare_watches(draft)
    flowing.find_flow_steps(draft)


def _pass(draft: Draft) -> StepDecl:
    """`pass` is always there, asks nothing and does nothing."""
    nowhere = Span(draft.game.path, 0, 0)
    return StepDecl(PASS, None, (), None, (), (), (), (), (), (), (), False, span=nowhere)


def _main(draft: Draft) -> list[Piece]:
    """Start values, set-up, play, the end."""
    end = draft.rule(PLAY, Span(draft.game.path, 0, 0))
    return [
        *state.starts(draft),
        *body(draft, Scope(SETUP, framed=True), draft.game.setup),
        *watching.arm(draft),
        Entrance(PLAY, "step", None),
        *body(draft, Scope(PLAY, framed=True, watched=True), draft.game.play),
        GameEnds("ended", end),
    ]


def _all(made: Sequence[T | None]) -> tuple[T, ...]:
    """Everything that was begun has been made by now."""
    return tuple(one for one in made if one is not None)
