"""Steps, and everything that is laid over them.

Comes in: steps, hooks, forbids and offers as laid.  Goes out: first the names of the steps, then `StepDecl`s.
The header of a step is resolved when somebody first asks for it, since `A can feed` may stand in a value.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.expressions.fitting import flag
from rulelang.resolve.layers.laid import Laid
from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.program import BesideDecl, ForbidDecl, HookDecl, StepDecl
from rulelang.resolve.model.statements import Head, Pick, StepCall
from rulelang.resolve.names import PASS, Names, StepHead
from rulelang.resolve.reports import Reports
from rulelang.resolve.scopes import Scope
from rulelang.resolve.signatures import variables
from rulelang.resolve.statements.dispatch import block
from rulelang.resolve.statements.headers import head
from rulelang.resolve.wording import words
from rulelang.source import Span
from rulelang.syntax import model as ast


@define
class _Step:
    """A step whose name is known; its header is None until somebody asks for it"""

    decl: ast.Step
    head: StepHead
    scope: Scope
    header: tuple[Head, ...] | None = None
    under_way: bool = False


@define
class Steps:
    """The steps of a game."""

    names: Names
    reports: Reports
    steps: dict[str, _Step] = field(factory=dict)

    def header(self, name: str) -> tuple[Head, ...]:
        """The header of a step, resolved now if it has not been yet."""
        step = self.steps[name]
        if step.header is None and not step.under_way:
            step.under_way = True
            found = [head(line, step.scope) for line in step.decl.header]
            step.header = tuple(line for line in found if line is not None)
        return step.header or ()


def announce(laid: Laid, names: Names, reports: Reports, built_in: Span) -> Steps:
    """Put the names of all steps into `names`."""
    found = Steps(names, reports)
    for name, decl in laid.steps.items():
        scope = Scope(names, reports, me=True)
        receiver = variables((decl.signature.receiver,), scope) if decl.signature.receiver else ()
        parameters = variables(decl.signature.parameters, scope)
        if receiver is None or parameters is None:
            names.wrong.add(name)
        names.steps[name] = StepHead(
            name,
            receiver[0] if receiver else None,
            parameters or (),
            decl.signature.name.span,
            lambda name=name: found.header(name),  # type: ignore[misc]
        )
        found.steps[name] = _Step(decl, names.steps[name], scope)
    names.steps.setdefault(PASS, StepHead(PASS, None, (), built_in, lambda: ()))
    return found


def resolve(steps: Steps, laid: Laid) -> dict[str, StepDecl]:
    """Every step with its hooks, the names of all other things being known."""
    over = _Over(steps, laid)
    found: dict[str, StepDecl] = {}
    for name, step in steps.steps.items():
        header = steps.header(name)
        decl = step.decl
        found[name] = StepDecl(
            name,
            step.head.receiver,
            step.head.parameters,
            decl.sentence,
            header,
            block(decl.body, step.scope),
            over.hooks("before", name),
            over.hooks("after", name),
            over.hooks("instead of", name),
            over.forbids(name),
            over.beside(name),
            False,
            span=decl.signature.name.span,
            cites=decl.cites,
        )
    over.check_names()
    return found


@define
class _Over:
    """What is laid over steps."""

    steps: Steps
    laid: Laid
    marks: dict[int, int] = field(factory=dict)

    def hooks(self, time: str, name: str) -> tuple[HookDecl, ...]:
        """The hooks of one step, in the order written."""
        found = [self._hook(h, name) for h in self.laid.hooks
                 if h.time == time and name in (s.text for s in h.steps)]  # fmt: skip
        return tuple(hook for hook in found if hook is not None)

    def _hook(self, node: ast.Hook, name: str) -> HookDecl | None:
        scope = evolve(self._scope(name, node.steps), instead=node.time == "instead of")
        when = flag(node.when, scope) if node.when is not None else None
        body = block(node.body, scope)
        if (when is None) != (node.when is None):
            return None
        once = node.once_per.text if node.once_per is not None else None
        return HookDecl(when, once, self._mark(node, once), node.sentence, body, span=node.span)

    def forbids(self, name: str) -> tuple[ForbidDecl, ...]:
        """What forbids a step."""
        found: list[ForbidDecl] = []
        for node in self.laid.forbids:
            if name in (s.text for s in node.steps):
                when = flag(node.when, self._scope(name, node.steps))
                if when is not None:
                    found.append(ForbidDecl(when, node.reason, words(node.when), node.cites, span=node.span))
        return tuple(found)

    def beside(self, name: str) -> tuple[BesideDecl, ...]:
        """What is offered with a step."""
        found: list[BesideDecl] = []
        for node in self.laid.offers:
            if node.host.text != name or node.step.text not in self.steps.names.steps:
                continue
            scope = Scope(self.steps.names, self.steps.reports, me=True)
            when = flag(node.when, scope) if node.when is not None else None
            if (when is None) == (node.when is None):
                call = StepCall(node.step.text, None, (), span=node.step.span)
                once = node.once_per.text if node.once_per is not None else None
                found.append(BesideDecl(call, when, once, self._mark(node, once), node.cites, span=node.span))
        return tuple(found)

    def _mark(self, node: ast.Hook | ast.Offer, once: str | None) -> int:
        """A number for each `once per`, the same for all steps of a list; -1 without it."""
        return self.marks.setdefault(id(node), len(self.marks)) if once is not None else -1

    def _scope(self, name: str, steps: tuple[ast.Name, ...]) -> Scope:
        """What a hook sees: the receiver, parameters and picks that all its steps have."""
        scope = Scope(self.steps.names, self.steps.reports, me=True)
        others = [self._variables(step.text) for step in steps if step.text in self.steps.steps]
        seen = self._variables(name)
        for line in self.steps.steps[name].decl.header:
            if isinstance(line, ast.Pick) and line.binding.variable.text not in seen:
                # A pick that is wrong has been reported; what speaks of it need not be.
                scope.variables[line.binding.variable.text] = (None, line.span)
        for word, (variable, span) in seen.items():
            if all(_alike(other.get(word), variable) for other in others):
                scope.see(variable, span)
        return scope

    def _variables(self, name: str) -> dict[str, tuple[Variable, Span]]:
        step = self.steps.steps[name]
        picked = [line for line in self.steps.header(name) if isinstance(line, Pick)]
        found = [(v, step.head.span) for v in (step.head.receiver, *step.head.parameters) if v is not None]
        found += [(line.range.variable, line.span) for line in picked]
        return {variable.name: (variable, span) for variable, span in found}

    def check_names(self) -> None:
        """Every name of a step in a hook, a forbid or an offer is one."""
        named: list[ast.Name | None] = [s for hook in self.laid.hooks for s in (*hook.steps, hook.once_per)]
        named += [s for forbid in self.laid.forbids for s in forbid.steps]
        named += [name for offer in self.laid.offers for name in (offer.step, offer.host, offer.once_per)]
        known = self.steps.names.steps
        for name in named:
            if name is not None and name.text not in known:
                near = did_you_mean(name.text, known)
                self.steps.reports.diagnostic("RL0212", name.span, name=name.text, suggestion=near)


def _alike(other: tuple[Variable, Span] | None, variable: Variable) -> bool:
    return other is not None and type(other[0].sort) is type(variable.sort)
