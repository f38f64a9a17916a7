"""A rule with everything that amends it, in the order in which it counts.

Comes in: a project, a checked program of it, the name of a step or of a value.  Goes out: the sentences that make up
the rule as they are written, each with its part and its place, and the names of what it uses that is amended too.
Which layers there are is left to `resolve`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from rulelang.compiling import Project
from rulelang.nodes import frozen
from rulelang.resolve.model.expressions import DefineCall
from rulelang.resolve.model.program import DefineDecl, Program, StepDecl
from rulelang.resolve.model.statements import StepCall
from rulelang.resolve.names import PASS
from rulelang.resolve.walk import find
from rulelang.source import Span
from rulelang.syntax import model as ast

Rule = StepDecl | DefineDecl
_CITED = re.compile(r"\s*\[[A-Z]+\d[^\]]*\]$")


@frozen
class Piece:
    """One sentence of a rule: which part it plays, where it stands, the variant in which it stands, if any, its text"""

    part: str
    place: str
    variant: str | None
    text: str


@frozen
class Explained:
    """A rule as a whole: its name, its sentences in their order, what it uses that is amended too, where it is used"""

    name: str
    order: str
    pieces: tuple[Piece, ...]
    also: tuple[str, ...]
    uses: tuple[str, ...]

    def rendered(self) -> str:
        """The text for a terminal."""
        lines = [f"{self.name}: {self.order}"]
        for piece in self.pieces:
            inside = f', in the variant "{piece.variant}"' if piece.variant else ""
            lines += ["", f"{piece.part} ({piece.place}{inside})", "", textwrap.indent(piece.text, "    ")]
        if self.also:
            lines += ["", f"What it uses is amended too: {', '.join(self.also)}."]
        if self.uses:
            lines += ["", "Named in", *(f"    {use}" for use in self.uses)]
        return "\n".join(lines) + "\n"


def names(program: Program) -> list[str]:
    """What can be asked about."""
    return list(_rules(program))


def explained(project: Project, program: Program, name: str) -> Explained | None:
    """The rule of this name with everything laid over it, none if there is no such rule."""
    rule = _rules(program).get(name)
    if rule is None:
        return None
    written = Written(project)
    if isinstance(rule, StepDecl):
        order = "what is done, in this order"
        parts = list(_step_parts(rule))
    else:
        order = "of what applies, the last counts; `usual` is what stands before it"
        parts = list(_value_parts(rule, written))
    pieces = tuple(written.piece(part, span) for part, span in parts)
    return Explained(name, order, pieces, tuple(_amended_too(program, rule, written)), ())


def _rules(program: Program) -> dict[str, Rule]:
    """Every step and every value by the name that is written: `leave`, `player.bonus`; `pass` stands in no text."""
    rules: dict[str, Rule] = {name: step for name, step in program.steps.items() if name != PASS}
    for define in program.defines.values():
        owner = define.parameters[0].name if define.receiver else None
        rules[f"{owner}.{define.name}" if owner else define.name] = define
    return rules


# ---------------------------------------------------------------- parts


def _step_parts(step: StepDecl) -> Iterator[tuple[str, Span]]:
    yield from (("It may not be chosen", forbid.span) for forbid in step.forbids)
    yield from (("Offered beside it", beside.span) for beside in step.beside)
    otherwise = ""
    for hook in reversed(step.instead):
        always = hook.when is None and hook.once_per is None
        yield _part(otherwise, "in its place" if always else "in its place, if this applies"), hook.span
        otherwise = "Or else "
    for hook in step.before:
        yield _part(otherwise, "before it"), hook.span
        otherwise = ""
    yield _part(otherwise, "the step itself"), step.span
    yield from (("After it", hook.span) for hook in step.after)


def _part(otherwise: str, part: str) -> str:
    return f"{otherwise}{part}" if otherwise else part[0].upper() + part[1:]


def _value_parts(value: DefineDecl, written: Written) -> Iterator[tuple[str, Span]]:
    """A definition with the exceptions beneath it is one sentence, an exception that stands elsewhere another."""
    yield "The value itself", value.span
    seen = {written.whole(value.span)}
    for layer in value.layers:
        whole = written.whole(layer.span)
        if whole not in seen:
            seen.add(whole)
            yield "Laid over it", layer.span


def _amended_too(program: Program, rule: Rule, written: Written) -> Iterator[str]:
    """What the rule uses, directly or by way of something else, and what is laid over from elsewhere."""
    called = {id(other): name for name, other in _rules(program).items()}
    waiting, seen = [rule], {id(rule)}
    found: set[str] = set()
    while waiting:
        for other in _used(program, waiting.pop()):
            if id(other) not in seen:
                seen.add(id(other))
                waiting.append(other)
                parts = _step_parts(other) if isinstance(other, StepDecl) else _value_parts(other, written)
                if len(list(parts)) > 1:
                    found.add(called[id(other)])
    yield from sorted(found)


def _used(program: Program, rule: Rule) -> Iterator[Rule]:
    yield from (program.steps[call.step] for call in find(StepCall, rule) if call.step in program.steps)
    yield from (program.defines[call.define] for call in find(DefineCall, rule) if call.define in program.defines)


# ---------------------------------------------------------------- sentences as they are written


class Written:
    """The declarations of every text of a project, by place."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._declared: dict[str, list[tuple[ast.Decl, str | None]]] = {}

    def piece(self, part: str, span: Span) -> Piece:
        whole = self.whole(span)
        _, variant = self._around(span) or (None, None)
        return Piece(part, self._project.place(whole), variant, self._text(whole))

    def whole(self, span: Span) -> Span:
        """The declaration in which something stands."""
        around = self._around(span)
        return around[0].span if around else span

    def exactly(self, part: str, span: Span, variant: str | None) -> Piece:
        """A piece of just this text."""
        return Piece(part, self._project.place(span), variant, self._text(span))

    def head(self, span: Span) -> str:
        """The first line of a sentence, without the colon behind which it goes on."""
        line = _CITED.sub("", self._text(span).split("\n")[0].split("  #")[0].rstrip())
        return line.removesuffix(":").removesuffix("=").rstrip()

    def _around(self, span: Span) -> tuple[ast.Decl, str | None] | None:
        inside = (d for d in self.declared(span.path) if d[0].span.start <= span.start and span.end <= d[0].span.end)
        return next(inside, None)

    def declared(self, path: str) -> list[tuple[ast.Decl, str | None]]:
        """Every declaration of a text, those of variants with the variant."""
        if path not in self._declared:
            from rulelang.syntax.parser import parse

            module = parse(self._project.sources[path])[0]
            found: list[tuple[ast.Decl, str | None]] = []
            for decl in module.declarations:
                if isinstance(decl, ast.Variant):
                    found += [(amending, decl.title) for amending in decl.declarations]
                else:
                    found.append((decl, None))
            self._declared[path] = found
        return self._declared[path]

    def _text(self, span: Span) -> str:
        text = self._project.sources[span.path].text
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", span.end)
        return textwrap.dedent(text[start : end if end >= 0 else len(text)]).rstrip()
