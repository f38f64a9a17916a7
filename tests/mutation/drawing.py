"""Which small faults are tried: a sample of what the operators of cosmic-ray can do to the sources.

Comes in: a tree of sources and the files in it.  Goes out: mutants, the same for the same sources, in an order in which
any beginning is a sample.  A place in a file is drawn first and then what happens there, so that a `+`, with eleven
operators, weighs no more than a `not`.  Left out are annotations, which are never evaluated, and `is` for `==`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from random import Random

import cosmic_ray.plugins
from attrs import frozen
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

SEED, SAMPLE = 20261201, 400
NO_CHANGE = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")
UNCHANGED = ("name", "newline", "string", "endmarker")
"""No operator changes such a piece itself."""
Place = tuple[int, int]
Key = tuple[str, int, str]


@frozen
class Mutant:
    """One change of one file: where, its lines with their neighbours, and the whole text with the change"""

    file: str
    line: int
    change: str
    text: str

    @property
    def key(self) -> Key:
        return self.file, self.line, self.change

    def original(self, tree: Path) -> str:
        return (tree / self.file).read_text(encoding="utf-8")


@frozen
class _Operation:
    """What can be done: an operator, and which of the places that it finds"""

    file: str
    operator: str
    occurrence: int
    line: int

    def made(self, source: str) -> Mutant | None:
        """None where it gives no Python or the same text."""
        text = mutate_code(source, cosmic_ray.plugins.get_operator(self.operator)(), self.occurrence)
        try:
            ast.parse(text or "")
        except SyntaxError:
            return None
        return Mutant(self.file, self.line, _change(source, text), text) if text and text != source else None


def sample(tree: Path, files: Sequence[str]) -> list[Mutant]:
    places = [place for file in files for place in _places(tree, file)]
    random = Random(SEED)
    random.shuffle(places)
    chosen: list[Mutant] = []
    for operations in places:
        operation = random.choice(operations)
        mutant = operation.made((tree / operation.file).read_text(encoding="utf-8"))
        if mutant is not None:
            chosen.append(mutant)
        if len(chosen) == SAMPLE:
            break
    return chosen


def _places(tree: Path, file: str) -> list[list[_Operation]]:
    """What can be done at each place of a file."""
    source = (tree / file).read_text(encoding="utf-8")
    nodes = [node for node in ast_nodes(get_ast(source)) if node.type not in UNCHANGED]
    idle = list(_annotations(ast.parse(source)))
    found: dict[Place, list[_Operation]] = defaultdict(list)
    spots: dict[str, list[Place]] = {}
    for name in cosmic_ray.plugins.operator_names():
        operator = cosmic_ray.plugins.get_operator(name)
        if operator.arguments() or name.endswith(NO_CHANGE):
            continue
        family = name.rpartition("_")[0] if "BinaryOperator" in name else name  # all that take a `+` find the same
        if family not in spots:
            looking = operator()
            spots[family] = [start for node in nodes for start, _ in looking.mutation_positions(node)]
        for occurrence, start in enumerate(spots[family]):
            if not any(first <= start < last for first, last in idle):
                found[start].append(_Operation(file, name, occurrence, start[0]))
    return [found[place] for place in sorted(found)]


def _annotations(tree: ast.Module) -> Iterator[tuple[Place, Place]]:
    """From where to where there are annotations and names for types: all of it is for the reader."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield (node.lineno, 0), (node.body[0].lineno, 0)
            case ast.AnnAssign(annotation=idle) | (ast.ImportFrom() | ast.Import() as idle):
                yield (idle.lineno, idle.col_offset), (idle.end_lineno or 0, idle.end_col_offset or 0)


def _change(source: str, text: str) -> str:
    """The lines that go and come, with their neighbours, without their indent."""
    lines = list(unified_diff(source.splitlines(), text.splitlines(), lineterm="", n=1))[3:]
    return "\n".join(line[0] + line[1:].strip() for line in lines)
