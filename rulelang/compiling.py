"""From a rules file to a checked program and its IR: the stages in their order, each run once.

Comes in: a path or a text.  Goes out: a `Project` that answers `check` and `compile`; both give diagnostics and never
raise for an author's mistake.  Rendering and exit codes are left to the commands.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from rulelang import answers, files
from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.diagnostics.misspelt import at_declarations
from rulelang.inputs import Inputs
from rulelang.near import did_you_mean
from rulelang.nodes import frozen
from rulelang.source import Source, Span

if TYPE_CHECKING:
    from rulelang.ir.lower.proven import Proven
    from rulelang.ir.model import program as ir
    from rulelang.resolve.model import program as resolved
    from rulelang.resolve.model.expressions import Expr
    from rulelang.resolve.names import Names
    from rulelang.syntax import model as ast

Answer = TypeVar("Answer")

ROOM = 25_000
"""So many calls inside one another the deepest chains of rules need that `resolve.chains` lets pass.  It is not taken
back, since another thread may be on its way down.
"""


EDITION = 1
"""That of the language, which a text names in its first line."""


@frozen
class Compiled:
    """One game ready for the machine (or None), the numbers of the questions asked with it, and what is to be said"""

    program: ir.Program | None
    questions: tuple[int, ...]
    diagnostics: tuple[Diagnostic, ...]


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them is an error, so that nothing can be played."""
    return any(d.severity == "error" for d in diagnostics)


def _elsewhere(proven: Iterable[Diagnostic], found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """What is proved of places of which nothing else is said."""
    said = [d.span for d in found if d.span is not None]
    for d in proven:
        span = d.span
        if span is None or not any(
            one.path == span.path and one.start < span.end and span.start < one.end for one in said
        ):
            yield d


def _once(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for d in diagnostics:
        seen.setdefault((d.code, d.span, d.message), d)
    return list(seen.values())


@define
class Project:
    """A rules file with all that belongs to it: its modules, its card tables, its variants.

    `keeps`: answers are kept, and given again at once in another process that finds nothing changed.
    """

    inputs: Inputs
    keeps: bool = False
    _parsed: tuple[ast.Module, list[Diagnostic]] | None = None
    _modules: dict[str, ast.Module | None] = field(factory=dict)
    _module_problems: list[Diagnostic] = field(factory=list)
    _resolved: dict[tuple[str, ...], tuple[resolved.Program, list[Diagnostic]]] = field(factory=dict)
    _together: dict[tuple[str, ...], list[Diagnostic]] = field(factory=dict)
    _proven: dict[tuple[str, ...], Proven] = field(factory=dict)
    _lowered: dict[tuple[tuple[str, ...], int], Compiled] = field(factory=dict)
    _words: frozenset[str] | None = None
    _whole: tuple[Diagnostic, ...] | None = None
    _refused: tuple[Diagnostic, ...] | None = None

    @property
    def source(self) -> Source:
        """The text of the rules file."""
        return self.inputs.source

    @property
    def sources(self) -> dict[str, Source]:
        """Every text that was read, by the path that spans name."""
        return self.inputs.sources

    # ------------------------------------------------------------ stages

    def parse(self) -> tuple[ast.Module, list[Diagnostic]]:
        """The syntax tree, and what could not be read."""
        if self._parsed is None:
            from rulelang.syntax.parser import parse

            self._parsed = parse(self.source)
        return self._parsed

    @property
    def variants(self) -> tuple[str, ...]:
        """The titles of the variants that the file declares, in order."""
        from rulelang.syntax import model as ast

        return tuple(d.title for d in self.parse()[0].declarations if isinstance(d, ast.Variant))

    def resolve(self, variants: tuple[str, ...] = ()) -> tuple[resolved.Program, list[Diagnostic]]:
        """The checked program with these variants laid over it, and what is wrong with its names and values."""
        if variants not in self._resolved:
            from rulelang.resolve.from_ast import translate

            sys.setrecursionlimit(max(sys.getrecursionlimit(), ROOM))
            program, found = translate(
                self.parse()[0], variants=variants, library=self._module, read_table=self.inputs.table
            )
            self._resolved[variants] = program, [*self._module_problems, *found]
        return self._resolved[variants]

    def scenarios(self) -> tuple[list[tuple[resolved.ScenarioDecl, resolved.Program]], list[Diagnostic]]:
        """Every case of every scenario with the program that it speaks of."""
        from rulelang.resolve.reports import Reports
        from rulelang.resolve.scenarios import from_ast as scenarios
        from rulelang.syntax import model as ast

        reports = Reports()
        cases: list[tuple[resolved.ScenarioDecl, resolved.Program]] = []
        names: dict[tuple[str, ...], Names] = {}
        written = [declared for declared in self.parse()[0].declarations if isinstance(declared, ast.Scenario)]
        ready = scenarios.begun(written, reports)
        found = reports.in_order(self.source.path)
        for declared in ready:
            for case in scenarios.cases(declared):
                titles = tuple(line.title for line in case.lines if isinstance(line, ast.WithVariant))
                variants = tuple(t for t in titles if t in self.variants)
                program, problems = self.resolve(variants)
                if has_errors(problems):
                    found += problems
                    continue
                known = names[variants] = names.get(variants) or scenarios.names_of(program)
                known.variants = {title: title in variants for title in self.variants}
                decl, wrong = scenarios.translate(case, program, known)
                found += wrong
                if not has_errors(wrong):
                    cases.append((decl, program))
        return cases, _once(found)

    # ------------------------------------------------------------ answers

    def check(self) -> list[Diagnostic]:
        """Everything that can be said without playing: the base game and each variant, at every number of players."""
        if self._whole is None:
            self._whole = self.answered(("check",), self._check)
        return list(self._whole)

    def _check(self) -> tuple[Diagnostic, ...]:
        self._whole = self._found(proves=True)
        self.answered(("errors",), self._errors)
        return self._whole

    def _errors(self) -> tuple[Diagnostic, ...]:
        """The errors alone: nothing that has to be proved is one."""
        found = self._found(proves=False) if self._whole is None else self._whole
        return tuple(d for d in found if d.is_error)

    def _found(self, proves: bool) -> tuple[Diagnostic, ...]:
        found = [*self.parse()[1], *self._edition()]
        if has_errors(found):
            found = [*found, *self._beside_mistakes()]
        else:
            for variants in [(), *((v,) for v in self.variants)]:
                found = [*found, *self._found_in_layers(variants, proves)]
        if not has_errors(found):
            unreached = _elsewhere(self._unreached(), found) if proves else ()
            found = [*found, *unreached, *self.scenarios()[1]]
        return tuple(at_declarations(_once(found), self.source))

    def _unreached(self) -> Iterator[Diagnostic]:
        """Lines that are never carried out, with no variant."""
        from rulelang.ir.lower.unreached import unreached

        proven = list(self._proven.values())
        lines = frozenset[Span]().union(*(one.lines for one in proven))
        carried = frozenset[Span]().union(*(one.carried for one in proven))
        if lines - carried and not any(one.failing or one.never for one in proven):
            for one in proven:
                yield from unreached(one.game, lines, carried, self._text)

    def _edition(self) -> Iterator[Diagnostic]:
        """Whether the text says of which edition of the language it is, and of this one."""
        from rulelang.syntax import model as ast

        declared = self.parse()[0].declarations
        versions = [d for d in declared if isinstance(d, ast.Version)]
        is_game = any(isinstance(d, ast.Game) for d in declared)  # a module need not say it
        if is_game and not versions and not has_errors(self.parse()[1]):
            yield diagnostic("RL0248", self._head)
        for version in versions:
            if version.number != EDITION:
                yield diagnostic("RL0249", version.span, number=version.number, edition=EDITION)

    def _without_modules(self, found: list[Diagnostic]) -> Iterator[Diagnostic]:
        """Where a module is missing, nothing that may be because of it."""
        missing = any(d.code == "RL0222" for d in found)
        for d in found:
            if d.code == "RL0222" and d.span is not None:
                name = self.text_of(d.span)
                yield diagnostic(d.code, d.span, name=name, suggestion=did_you_mean(name, files.module_names()))
            elif not missing or d.meant is not None:
                yield d

    def _beside_mistakes(self) -> list[Diagnostic]:
        """What is wrong with names and values in a text that could not be read as a whole."""
        from rulelang.resolve.beside_mistakes import independent

        module = self.parse()[0]
        return independent(self.resolve()[1], module, self.source)

    def refusals(self, variants: tuple[str, ...] = ()) -> list[Diagnostic]:
        """The errors for which nothing of this file can be played, with some variants laid over it at once."""
        if self._refused is None:
            self._refused = self.answered(("errors",), self._errors)
        if self._refused or len(variants) < 2:
            return list(self._refused)
        if variants not in self._together:
            self._together[variants] = _once(self._found_in_layers(variants, proves=False))
        return [d for d in self._together[variants] if d.is_error]

    def _found_in_layers(self, variants: tuple[str, ...], proves: bool) -> Iterator[Diagnostic]:
        """`proves`: what can only be proved is looked for, too."""
        from rulelang.check import check

        program, found = self.resolve(variants)
        if not has_errors(found):
            found = [*found, *check(program, self._mentioned())]
        yield from self._without_modules(found)
        if has_errors(found):
            return
        low, high = program.players
        proven = self._begin_proof(variants, program) if proves else None
        ends = sorted({low, high})
        for players in [*ends, *(number for number in range(low, high + 1) if number not in ends)]:
            # where nothing is wrong with the fewest and the most, nothing is with those between them
            look = proven is not None and (players in ends or not proven.clean)
            made = self._lower(program, players, {}, (), frozenset(), proven if look else None)
            self._lowered[variants, players] = made
            yield from made.diagnostics
        if proven is not None:
            for other in proven.others(self._mentioned()):
                for players in ends:
                    self._lower(program, players, other, (), frozenset(), proven)
            yield from _elsewhere(proven.told(), found)

    def _begin_proof(self, variants: tuple[str, ...], program: resolved.Program) -> Proven:
        from rulelang.ir.lower.proven import Proven

        self._proven[variants] = begun = Proven(program, self._text)
        return begun

    def proven(self, variants: tuple[str, ...] = ()) -> Proven:
        """What is proved of a game without mistakes, at every number of players."""
        from rulelang.ir.lower.proven import Proven

        program, _ = self.resolve(variants)
        found = Proven(program, self._text)
        for players in range(program.players[0], program.players[1] + 1):
            self._lower(program, players, {}, (), frozenset(), found)
        return found

    def compile(
        self, players: int | None = None, variants: Sequence[str] = (), options: Mapping[str, str] | None = None
    ) -> Compiled:
        """The IR of one game: players (the fewest by default), variants by title, options by name and value.

        There is none of a file that `check` finds an error in, whatever was asked for.
        """
        question = ("compile", players, *variants, *(options or {}).items())
        return self.answered(question, lambda: self.compiled(players, variants, options or {}))

    def compiled(self, players: int | None, variants: Sequence[str], options: Mapping[str, str]) -> Compiled:
        """The same, not kept."""
        chosen, wrong = self._choose_variants(variants)
        if not has_errors(self.parse()[1]) and wrong:
            return Compiled(None, (), tuple(wrong))
        refused = self.refusals(chosen)
        if refused:
            return Compiled(None, (), tuple(refused))
        program, found = self.resolve(chosen)
        wrong = self._choices_fit(program, players, options)
        if wrong:
            return Compiled(None, (), (*found, *wrong))
        many = program.players[0] if players is None else players
        known = None if options else self._lowered.get((chosen, many))
        made = known or self._lower(program, many, options, (), frozenset())
        return Compiled(made.program, made.questions, (*found, *made.diagnostics))

    def compile_case(
        self, case: resolved.ScenarioDecl, program: resolved.Program, questions: Sequence[Expr]
    ) -> Compiled:
        """The IR for one case of a scenario, with its claims as questions and its beginning as an entry."""
        entries = frozenset([case.begins]) if isinstance(case.begins, str) else frozenset[str]()
        return self._lower(program, case.players, case.options, questions, entries)

    def answered(self, question: tuple[object, ...], work: Callable[[], Answer], about: Source | None = None) -> Answer:
        """What somebody asks about this game: worked out, or known from before (see `answers`)."""
        return answers.again(self.inputs, question, work, about) if self.keeps else work()

    @property
    def played(self) -> Source:
        """The text as far as games depend on it: what stands behind its last rule are scenarios and comments alone."""
        from rulelang.syntax import model as ast

        rules = [d.span.end for d in self.parse()[0].declarations if not isinstance(d, ast.Scenario)]
        return Source(self.source.path, self.source.text[: max(rules, default=0)])

    # ------------------------------------------------------------ parts

    def _lower(
        self, program: resolved.Program, players: int, options: Mapping[str, str], questions: Sequence[Expr],
        entries: frozenset[str], proven: Proven | None = None,
    ) -> Compiled:  # fmt: skip
        from rulelang.ir.lower import translate

        made, numbers, found = translate(
            program,
            players,
            options,
            questions=questions,
            entries=entries,
            rules_hash=self.rules_hash,
            places=self.place,
            proven=proven,
            texts=self.text_of,
        )
        return Compiled(made, tuple(numbers), tuple(found))

    @property
    def rules_hash(self) -> str:
        """SHA-256 of the rules text and of every text that it uses, in hexadecimal."""
        (_, text), *used = self.inputs.texts
        parts = "\0".join(f"{name}\0{text}" for name, text in used)
        return hashlib.sha256(f"{text}\0{parts}".encode()).hexdigest()

    def _mentioned(self) -> frozenset[str]:
        """The words in scenarios and in all variants: the same for each of them."""
        from rulelang.check import mentioned

        if self._words is None:
            self._words = mentioned(self.parse()[0])
        return self._words

    def _text(self, span: Span) -> str:
        """What stands at a span, on one line."""
        source = self.sources.get(span.path)
        return " ".join(source.text[span.start : span.end].split()) if source else ""

    def place(self, span: Span) -> str:
        """`path:line:column` of the start of a span."""
        source = self.sources.get(span.path)
        if source is None:
            return span.path
        line, column = source.position(span.start)
        return f"{span.path}:{line}:{column}"

    def text_of(self, span: Span) -> str:
        """The text of a span."""
        source = self.sources.get(span.path)
        return "" if source is None else source.text[span.start : span.end]

    def _module(self, name: str) -> ast.Module | None:
        if name not in self._modules:
            source = self.inputs.module(name)
            if isinstance(source, Diagnostic):
                self._module_problems.append(source)
                source = Source("" if source.span is None else source.span.path, "")
            if source is None:
                self._modules[name] = None
            else:
                from rulelang.syntax.parser import parse

                self._modules[name], problems = parse(source)
                self._module_problems += problems
        return self._modules[name]

    def _choose_variants(self, titles: Sequence[str]) -> tuple[tuple[str, ...], list[Diagnostic]]:
        found: list[Diagnostic] = []
        by_fold = {title.casefold(): title for title in self.variants}
        chosen = set()
        for title in titles:
            if title.casefold() in by_fold:
                chosen.add(by_fold[title.casefold()])
            else:
                found.append(self._no_such("RL0020", title, list(self.variants)))
        return tuple(title for title in self.variants if title in chosen), found

    def _choices_fit(
        self, program: resolved.Program, players: int | None, options: Mapping[str, str]
    ) -> list[Diagnostic]:
        found = []
        low, high = program.players
        if players is not None and not low <= players <= high:
            fits = f"{low}" if low == high else f"{low} to {high}"
            found.append(diagnostic("RL0021", self._head, players=players, fits=fits, title=program.title))
        for name, value in options.items():
            if name not in program.options:
                found.append(self._no_such("RL0022", name, list(program.options)))
            elif value not in program.options[name].values:
                values = program.options[name].values
                found.append(self._no_such("RL0023", value, list(values), option=name, values=", ".join(values)))
        return found

    @property
    def _head(self) -> Span:
        return Span(self.source.path, 0, 0)

    def _no_such(self, code: str, word: str, known: list[str], **more: Any) -> Diagnostic:
        near = did_you_mean(word, known)
        shown = ", ".join(known) or "none"
        return diagnostic(code, self._head, word=word, known=shown, suggestion=near, **more)


def project_from_text(text: str, path: str = "<text>", folder: Path | None = None) -> Project:
    """A project from a text in memory; card tables and modules are looked for in `folder`, if given."""
    return Project(Inputs(Source.clean(path, text), folder))


def project_from_texts(texts: Sequence[tuple[str, str]]) -> Project:
    """A project from all the texts of a game by their names, the rules text first (see `Inputs.texts`)."""
    name, text = texts[0]
    return Project(Inputs(Source.clean(name, text), None, carried=dict(texts)), keeps=True)


def project_from_file(path: str | Path) -> Project | Diagnostic:
    """A project from a file, or why it cannot be read."""
    path = Path(path)
    source = files.read_source(path)
    return source if isinstance(source, Diagnostic) else Project(Inputs(source, path.parent), keeps=True)


def check_text(text: str, path: str = "<text>") -> list[Diagnostic]:
    """All diagnostics of a rules text."""
    return project_from_text(text, path).check()


def check_file(path: str | Path) -> list[Diagnostic]:
    """All diagnostics of a rules file; that it cannot be read is one of them."""
    project = project_from_file(path)
    return [project] if isinstance(project, Diagnostic) else project.check()


def compile_file(
    path: str | Path, players: int | None = None, variants: Sequence[str] = (), options: Mapping[str, str] | None = None
) -> tuple[ir.Program | None, list[Diagnostic]]:
    """The IR of one game from a file, or None with the errors that stand in the way."""
    project = project_from_file(path)
    if isinstance(project, Diagnostic):
        return None, [project]
    made = project.compile(players, variants, options)
    return made.program, list(made.diagnostics)
