"""Decisions: `choose`, `P chooses`, `secretly`.

Comes in: the statement.  Goes out: a decision with its offers, and pieces that carry out what was chosen. Each
offered step has one set of frames for its picks; a secret decision has one for each seat, which are read when all
have chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.check.sight.reading import Reader
from rulelang.check.sight.reading import Scope as Sight
from rulelang.check.sight.viewers import Whose
from rulelang.ir.folding import YES, both, either
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.flow import flowing
from rulelang.ir.lower.options import certain
from rulelang.ir.lower.pieces import Ask, Cases, Jump, Label, Piece, fork
from rulelang.ir.lower.scope import Scope, holds_several
from rulelang.ir.lower.steps import layered, variables
from rulelang.ir.lower.steps.bodies import lowered
from rulelang.ir.lower.values import expressions, headers, ranges
from rulelang.ir.lower.values.reasons import Explainer
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Const, Expr, Frame, Held, Items, Offered, Ordered, Source
from rulelang.ir.model.reasons import Why
from rulelang.ir.model.statements import Assign, Hold, Note, Stmt
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import BesideDecl, StepDecl
from rulelang.resolve.model.sorts import MemberSort, NumberSort


@frozen
class Offer:
    """One step on offer: its call (none for a step out of a column), when it counts, the mark that choosing it sets"""

    step: StepDecl
    call: st.StepCall | None
    condition: Expr
    mark: list[Stmt]
    node: ex.Node
    why: Why | None = None


@lowered.register
def choose(node: st.Choose, draft: Draft, scope: Scope) -> list[Piece]:
    """`choose a, b, if none: c`; what follows goes on after what was chosen is done."""
    if node.anyone is not None:
        return _anyone(draft, scope, node, node.anyone)
    before: list[Piece] = []
    chooser: Expr
    if node.chooser is None:
        assert scope.me is not None
        chooser = scope.me
    else:
        chooser = expressions.strict(draft, scope, node.chooser)
        if not isinstance(chooser, Const | Frame):
            kept = variables.temporary(draft, scope, "chooser")
            before.append(Assign(kept, chooser))
            chooser = kept
    acting = scope.acting(chooser)
    if node.unasked:
        return [*before, *_done(draft, acting, node)]
    answer = _shared_answer(draft)
    offers = _offers(draft, acting, node.offers)
    fallback = _offers(draft, acting, (node.fallback,)) if node.fallback is not None else []
    number = _decision(draft, acting, offers, fallback, answer, None, node)
    branches = tuple(
        tuple(_carried_out(draft, acting, offer, _pick_frames(draft, offer.step))) for offer in (*offers, *fallback[:1])
    )
    return [*before, Ask(number), Cases(answer, branches, draft.rule(scope.owner, node.span))]


def _anyone(draft: Draft, scope: Scope, node: st.Choose, asked: ex.Range) -> list[Piece]:
    """`anyone of me.others may doubt`: one after the other, until somebody does.

    Nobody is asked who could only pass, unless others would learn something by it.
    """
    assert isinstance(asked.source, ex.Through)
    chooser = variables.declare(draft, scope, asked.variable)
    acting = scope.acting(chooser)
    offers = _offers(draft, acting, node.offers)
    frames = [_pick_frames(draft, offer.step) for offer in offers]
    answer = _shared_answer(draft)
    number = _decision(draft, acting, offers, [], answer, None, node)
    over = f"after {scope.owner}, {number}"
    *done, passed = (
        tuple(_carried_out(draft, acting, offer, picks)) for offer, picks in zip(offers, frames, strict=True)
    )
    branches = (*((*pieces, Jump(over)) for pieces in done), passed)
    ask: list[Piece] = [Ask(number), Cases(answer, branches, draft.rule(scope.owner, node.span))]
    if all(_is_open(draft, offer.step) for offer in offers[:-1]):
        ask = fork(either([_possible(draft, acting, offer) for offer in offers[:-1]]), ask)
    members = ranges.source_of(draft, scope.pure(), asked.source)
    return [*variables.through(draft, scope, node, members, chooser, draft.players, lambda: ask), Label(over)]


def _is_open(draft: Draft, step: StepDecl) -> bool:
    """Whether everybody can tell whether somebody else can choose a step."""
    reader = Reader(draft.game, surely=True)
    within = reader.header(step.header, Sight(Whose.ANY), step.forbids)
    for forbid in step.forbids:
        reader.read(forbid.when, within)
    return not reader.leaks and not step.beside


def _done(draft: Draft, scope: Scope, node: st.Choose) -> list[Piece]:
    """`do card.does`: a step without picks is carried out if it can be, one with picks is asked for."""
    result: list[Piece] = []
    (offered,) = node.offers
    for step, call, meant in reversed(_named(draft, scope, offered)):
        offers = [Offer(step, call, YES, [], offered), *_besides(draft, scope, step, YES)]
        able = either([both([offer.condition, _possible(draft, scope, offer)]) for offer in offers])
        if flowing.asks(draft, step.name):
            answer = _shared_answer(draft)
            number = _decision(draft, scope, offers, [], answer, None, node)
            branches = tuple(
                tuple(_carried_out(draft, scope, offer, _pick_frames(draft, offer.step))) for offer in offers
            )
            done: list[Piece] = [Ask(number), Cases(answer, branches, draft.rule(scope.owner, node.span))]
        else:
            done = _carried_out(draft, scope, offers[0], ())
        result = fork(meant, fork(able, done), result)
    return result


def _possible(draft: Draft, scope: Scope, offer: Offer) -> Expr:
    """Whether there is a way to choose a step."""
    if not offer.step.header and not offer.step.forbids:
        return YES
    given = layered.arguments(draft, scope, offer.step, offer.call)
    flat = tuple(one for one in given if isinstance(one, Expr))
    if len(flat) != len(given):
        raise NotYet(offer.node.span, "an offered step with a set for a parameter")
    return Offered(headers.header(draft, offer.step), flat)


def _shared_answer(draft: Draft) -> Frame:
    """The answer is read as soon as it is given: all open decisions share its frame."""
    if "answer" not in draft.shared:
        draft.shared["answer"] = Frame(draft.frame("answer"))
    return draft.shared["answer"]


@lowered.register
def secretly(node: st.Secretly, draft: Draft, scope: Scope) -> list[Piece]:
    """`secretly each player where C: choose bid`: everybody answers, then the effects, seat by seat."""
    found = ranges.parts(draft, scope, node.range)
    members = Ordered(found.variable, found.source, found.where, found.orders, None)
    del scope.bound[node.range.variable.uid]
    chooser = variables.declare(draft, scope, node.range.variable)
    assert isinstance(chooser, Frame)
    acting = scope.acting(chooser)
    offers = _offers(draft, acting, node.offers)
    fallback = _offers(draft, acting, (node.fallback,)) if node.fallback is not None else []
    answer = Frame(draft.frame(f"{scope.owner}.answer", seats=True), chooser)
    kept = [_seat_frames(draft, offer.step, chooser) for offer in (*offers, *fallback[:1])]
    number = _decision(draft, acting, offers, fallback, answer, kept, node)
    branches = tuple(
        tuple(_carried_out(draft, acting, offer, frames))
        for offer, frames in zip((*offers, *fallback[:1]), kept, strict=True)
    )
    rule = draft.rule(scope.owner, node.span)
    asked = variables.through(draft, scope, node, members, chooser, draft.players, lambda: [Ask(number)])
    done: list[Piece] = [Cases(answer, branches, rule)]
    again = variables.through(draft, scope, node, Items(_held(asked)), chooser, draft.players, lambda: done)
    return [*asked, *again]


def _held(asked: Sequence[Piece]) -> Held:
    """Who was asked: the set that the first loop has noted down."""
    first = asked[0]
    assert isinstance(first, Hold)
    return Held(first.target)


# ---------------------------------------------------------------- offers


def _offers(draft: Draft, scope: Scope, offered: Sequence[st.Offered]) -> list[Offer]:
    """The offers in order; what `offer … with` lays beside a step comes right behind it."""
    found: list[Offer] = []
    for one in offered:
        for step, call, condition in _named(draft, scope, one):
            found += [Offer(step, call, condition, [], one), *_besides(draft, scope, step, condition)]
    return found


def _besides(draft: Draft, scope: Scope, step: StepDecl, offered: Expr) -> list[Offer]:
    """What `offer … with` lays beside a step."""
    found = [_beside(draft, scope, step, beside, offered) for beside in step.beside]
    return [offer for offer in found if offer is not None]


def _named(draft: Draft, scope: Scope, offered: st.Offered) -> list[tuple[StepDecl, st.StepCall | None, Expr]]:
    if isinstance(offered, st.StepCall):
        return [(draft.step(offered.step), offered, YES)]
    value = expressions.value(draft, scope, offered.value)
    return [
        (draft.step(name), None, expressions.same(value, Const(draft.step_numbers[name])))
        for name in dict.fromkeys(st.steps_of(offered))
    ]


def _beside(draft: Draft, scope: Scope, host: StepDecl, beside: BesideDecl, offered: Expr) -> Offer | None:
    """A step laid beside another, unless it can never be."""
    if beside.when is not None and certain(draft, beside.when) == 0:
        return None
    conditions = [offered]
    mark: list[Stmt] = []
    if beside.once_per is not None:
        unused, mark = layered.once(draft, scope, beside.mark, beside.once_per, host.name, beside.span)
        conditions.append(unused)
    if beside.when is not None:
        conditions.append(expressions.value(draft, scope, beside.when))
    why = Explainer(draft, scope).beside(beside) if len(conditions) > 1 else None
    return Offer(draft.step(beside.step.step), beside.step, both(conditions), mark, beside, why)


def _decision(
    draft: Draft, scope: Scope, offers: Sequence[Offer], fallback: Sequence[Offer], answer: Frame,
    kept: list[tuple[Frame, ...]] | None, node: st.Choose | st.Secretly,
) -> int:  # fmt: skip
    frames = kept or [_pick_frames(draft, offer.step) for offer in (*offers, *fallback[:1])]
    made = [_declared(draft, scope, offer, into) for offer, into in zip((*offers, *fallback[:1]), frames, strict=True)]
    assert scope.me is not None
    rule = draft.rule(scope.owner, node.span)
    last = made.pop() if fallback else None
    draft.decisions.append(
        ir.Decision(scope.owner, scope.me, tuple(made), last, answer, isinstance(node, st.Secretly), rule)
    )
    draft.offer_reasons.append(tuple(offer.why for offer in (*offers, *fallback[:1])))
    return len(draft.decisions) - 1


def _declared(draft: Draft, scope: Scope, offer: Offer, into: tuple[Frame, ...]) -> ir.OfferDecl:
    step = offer.step
    arguments = layered.arguments(draft, scope, step, offer.call)
    flat = tuple(one for one in arguments if isinstance(one, Expr))
    if len(flat) != len(arguments):
        raise NotYet(offer.node.span, "an offered step with a set for a parameter")
    condition = None if offer.condition == YES else offer.condition
    header, label = headers.header(draft, step), _label(draft, step, offer.call)
    return ir.OfferDecl(draft.step_numbers[step.name], label, header, flat, condition, into)


def _label(draft: Draft, step: StepDecl, call: st.StepCall | None) -> str:
    """How the choice is written: with whom and with what it is about, where that is the same in every game."""
    if call is None:
        return step.name
    receiver = None if call.receiver is None else _written(draft, call.receiver)
    label = step.name if receiver is None else f"{receiver}.{step.name}"
    words = [_written(draft, one) for one in call.arguments]
    if not words or None in words or headers.picks(step):
        return label
    return f"{label}({', '.join(word for word in words if word is not None)})"


def _written(draft: Draft, node: ex.Expr) -> str | None:
    """A member or a number that is certain, as an author writes it."""
    known = certain(draft, node)
    match node.sort:
        case _ if known is None:
            return None
        case MemberSort(kind=kind) if kind in draft.game.kinds:
            return draft.game.kinds[kind].members[known]
        case NumberSort():
            return str(known)
        case _:
            return None


def _pick_frames(draft: Draft, step: StepDecl) -> tuple[Frame, ...]:
    """Where the picks of a step are kept: one set of frames, since a step is never under way twice."""
    return layered.frames_of(draft, step).picks


def _seat_frames(draft: Draft, step: StepDecl, seat: Frame) -> tuple[Frame, ...]:
    return tuple(
        Frame(draft.frame(f"{step.name}.{variable.name}", layered.pick_room(draft, step, variable), seats=True), seat)
        for variable in headers.picks(step)
    )


def _carried_out(draft: Draft, scope: Scope, offer: Offer, frames: tuple[Frame, ...]) -> list[Piece]:
    """A line for the log, the mark of `once per`, then the step with its picks."""
    note = Note(draft.step_numbers[offer.step.name], scope.me, draft.rule(offer.step.name, offer.step.span))
    picked: tuple[Expr | Source, ...] = tuple(
        Items(Held(frame)) if holds_several(variable.sort) else frame
        for variable, frame in zip(headers.picks(offer.step), frames, strict=True)
    )
    given = layered.arguments(draft, scope, offer.step, offer.call)
    return [note, *offer.mark, *layered.carry_out(draft, offer.step, given, picked)]
