"""`whenever`: what is looked at after an effect, and what happens when it has become true.

Comes in: the `whenever` rules and a statement of a game.  Goes out: the pieces that look at the rules whose reading the
statement touches (see `touched`), and what they do. A rule is armed when `play` begins and fires once each time its
condition becomes true.  What it does is looked at by all others at once, by itself only when it is done: so rules that
call each other come to an end, and a procedure may be entered again from below, where it then does nothing.
"""

from __future__ import annotations

from rulelang.ir.folding import NO, YES, both
from rulelang.ir.lower.declarations import state
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.flow.touched import Watch, read_in, touching
from rulelang.ir.lower.options import certain
from rulelang.ir.lower.pieces import Enter, Piece, Routine, fork
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.steps.bodies import body, plain_body
from rulelang.ir.lower.values import expressions
from rulelang.ir.model.expressions import Call, Const, Expr, Read
from rulelang.ir.model.program import Parameter
from rulelang.ir.model.statements import Perform, Stmt, Write
from rulelang.resolve.model import statements as st

UNARMED, WAS, WAS_NOT = 2, 1, 0


def declare_watches(draft: Draft) -> None:
    """Number the rules that can ever fire."""
    for number, declared in enumerate(draft.game.whenevers):
        if certain(draft, declared.condition) is not None:
            continue
        scope = Scope("whenever")
        condition = expressions.value(draft, scope, declared.condition)
        function = draft.new_function(f"whenever {number + 1}", (), condition)
        mark = state.hidden_counter(draft, f"whenever {number + 1}", UNARMED, UNARMED)
        busy = state.hidden_counter(draft, f"whenever {number + 1} busy", 1)
        rule = draft.rule("whenever", declared.span)
        reads = read_in(draft, declared.condition)
        draft.watches.append(Watch(declared, number, function, mark, busy, reads, rule))


def arm(draft: Draft) -> list[Stmt]:
    """What is true when `play` begins waits until it was false once."""
    return [Write(watch.mark, (), Call(watch.function, ()), watch.rule) for watch in draft.watches]


def after(draft: Draft, scope: Scope, statement: st.Stmt) -> list[Piece]:
    """What looks at the rules after an effect."""
    if not scope.watched:
        return []
    touched = [watch for watch in touching(draft, statement) if watch.number != scope.under_way]
    return [piece for watch in touched for piece in _look(draft, watch)]


def _look(draft: Draft, watch: Watch) -> list[Piece]:
    if watch.number not in draft.flow_watches:
        return [Perform(_procedure(draft, watch), ())]
    _routine(draft, watch)
    return fork(_becomes_true(watch), [Enter(watch.routine)], _settle(watch))


def _becomes_true(watch: Watch) -> Expr:
    """It was not true and is now, and is not being carried out."""
    ready = [expressions.same(Read(watch.mark, ()), Const(WAS_NOT)), expressions.same(Read(watch.busy, ()), NO)]
    return both([*ready, Call(watch.function, ())])


def _settle(watch: Watch) -> list[Piece]:
    """Remember that it is no longer true."""
    was = expressions.same(Read(watch.mark, ()), Const(WAS))
    no_longer = both([was, expressions.same(Call(watch.function, ()), NO)])
    return fork(no_longer, [Write(watch.mark, (), Const(WAS_NOT), watch.rule)])


def _around(watch: Watch, done: list[Piece]) -> list[Piece]:
    """The body of a rule: while it is under way nobody looks; afterwards it counts as true or not as it then is."""
    before: list[Piece] = [Write(watch.mark, (), YES, watch.rule), Write(watch.busy, (), YES, watch.rule)]
    afterwards: list[Piece] = [
        Write(watch.busy, (), NO, watch.rule),
        Write(watch.mark, (), Call(watch.function, ()), watch.rule),
    ]
    return [*before, *done, *afterwards]


def _procedure(draft: Draft, watch: Watch) -> int:
    """What looks at a rule that leaves nothing, and does what it says."""

    def make() -> tuple[tuple[Parameter, ...], tuple[Stmt, ...]]:
        scope = Scope("whenever", watched=True, under_way=watch.number)
        done = _around(watch, list(plain_body(draft, scope, watch.declared.body)))
        made = fork(_becomes_true(watch), done, _settle(watch))
        return (), tuple(made)  # type: ignore[arg-type]

    return draft.procedure(("whenever", watch.number), watch.routine, make)


def _routine(draft: Draft, watch: Watch) -> None:
    """What is done when a rule fires that may end the game or leave a step."""
    if watch.routine not in draft.routines:
        draft.routines[watch.routine] = Routine(watch.routine, ())
        scope = Scope("whenever", framed=True, watched=True, under_way=watch.number)
        made = _around(watch, body(draft, scope, watch.declared.body))
        draft.routines[watch.routine] = Routine(watch.routine, tuple(made))
