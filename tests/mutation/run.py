"""Small faults are put into the sources one at a time; the tests that concern each must notice.

    pip install -e '.[dev,mutation]'
    python tests/mutation/run.py results.jsonl --minutes 5        # again and again, until nothing is left to do

Comes in: `concerned.toml` (which tests a file is tried against), `explained.toml` (mutants that no test can tell from
the original, and why).  Goes out: a line for each mutant in the file of results, where the next run goes on; then how
many were killed, and each survivor.  The faults are made by the operators of cosmic-ray.  A place in a file is drawn
first and then what happens there, so that a `+`, with eleven operators, weighs no more than a `not`.  Left out are
annotations, which are never evaluated, and `is` for `==`.

A copy of the tree is what is changed.  Each mutant is tried in a process forked from one that has imported the tools
already, with a time limit; the tests of each kind are run without any change
first.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from subprocess import run

import cosmic_ray.plugins
import pytest
from attrs import frozen
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEED, SAMPLE = 20261201, 400
FIRST_LIMIT, SPARE = 600, 10
"""Seconds: for tests without any change, and beyond three times what they took."""
NO_CHANGE = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")
Place = tuple[int, int]


@frozen
class Mutant:
    """One change of one file: the operator and which of its places"""

    file: str
    operator: str
    occurrence: int
    line: int

    def made(self, source: str) -> str | None:
        """The changed text, none where it is no Python or the same."""
        operator = cosmic_ray.plugins.get_operator(self.operator)()
        text = mutate_code(source, operator, self.occurrence)
        try:
            ast.parse(text or "")
        except SyntaxError:
            return None
        return text if text != source else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="a file of lines of JSON, added to")
    parser.add_argument("--minutes", type=float, default=5, help="when to stop; the next run goes on")
    parser.add_argument("--survivors", action="store_true", help="try those again that survived")
    wanted = parser.parse_args()
    known = _read(wanted.results)
    chosen = [(mutant, text, change(mutant, text)) for mutant, text in sample()]
    again = {key for key, outcome in known.items() if outcome == "survived"} if wanted.survivors else set()
    left = [each for each in chosen if each[2] not in known or each[2] in again]
    limits: dict[tuple[str, ...], float] = {}
    end = time.monotonic() + 60 * wanted.minutes
    with tempfile.TemporaryDirectory() as folder, wanted.results.open("a", encoding="utf-8") as results:
        tree = _copied(Path(folder))
        for mutant, text, key in left:
            if time.monotonic() > end:
                break
            tests = tuple(concerned()[mutant.file])
            if tests not in limits:
                limits[tests] = _limit(tree, tests)
            outcome = tried(tree, mutant, text, tests, limits[tests])
            known[key] = outcome
            print(json.dumps([*key, outcome]), file=results, flush=True)
    report({key: known.get(key, "not tried") for _, _, key in chosen})


def _read(results: Path) -> dict[tuple[str, str], str]:
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    return {(file, what): outcome for file, what, outcome in map(json.loads, lines)}


# ---------------------------------------------------------------- which mutants


def concerned() -> dict[str, list[str]]:
    """The tests of each file that is mutated."""
    found: dict[str, list[str]] = {}
    for entry in tomllib.loads((HERE / "concerned.toml").read_text(encoding="utf-8"))["concerned"]:
        for path in sorted(ROOT.glob(entry["files"])):
            found.setdefault(path.relative_to(ROOT).as_posix(), entry["tests"])
    return found


def sample() -> list[tuple[Mutant, str]]:
    """The same mutants for the same sources, with their texts, in an order in which any beginning is a sample."""
    places = [place for file in concerned() for place in _places(file)]
    random = Random(SEED)
    random.shuffle(places)
    chosen: list[tuple[Mutant, str]] = []
    for mutants in places:
        mutant = random.choice(mutants)
        text = mutant.made((ROOT / mutant.file).read_text(encoding="utf-8"))
        if text is not None:
            chosen.append((mutant, text))
        if len(chosen) == SAMPLE:
            break
    return chosen


def _places(file: str) -> list[list[Mutant]]:
    """What can be changed at each place of a file."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree, idle = list(ast_nodes(get_ast(source))), set(_annotations(ast.parse(source)))
    found: dict[Place, list[Mutant]] = defaultdict(list)
    for name in cosmic_ray.plugins.operator_names():
        operator = cosmic_ray.plugins.get_operator(name)
        if operator.arguments() or name.endswith(NO_CHANGE):
            continue
        spots = (start for node in tree for start, _ in operator().mutation_positions(node))
        for occurrence, start in enumerate(spots):
            if start[0] not in idle:
                found[start].append(Mutant(file, name, occurrence, start[0]))
    return [found[place] for place in sorted(found)]


def _annotations(tree: ast.Module) -> Iterator[int]:
    """The lines of annotations and of names for types: all of it is for the reader."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield from range(node.lineno, node.body[0].lineno)
            case ast.AnnAssign(value=None) | ast.ImportFrom() | ast.Import():
                yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def change(mutant: Mutant, text: str) -> tuple[str, str]:
    """The file, and the lines that go and come: what a result is kept under, for as long as these lines stay."""
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    lines = list(unified_diff(source.splitlines(), text.splitlines(), lineterm="", n=0))[3:]
    return mutant.file, "\n".join(line[0] + line[1:].strip() for line in lines)


# ---------------------------------------------------------------- trying one


def _copied(folder: Path) -> Path:
    """A copy of what is kept under version control, compiled so that only a changed file is compiled again."""
    tree = folder / "tree"
    listed = run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    compiled = [
        sys.executable,
        "-m",
        "compileall",
        "-q",
        "--invalidation-mode",
        "checked-hash",
        "rulelang",
        "interpreter",
    ]
    run(compiled, cwd=tree, check=True)
    return tree


def tried(tree: Path, mutant: Mutant, text: str, tests: tuple[str, ...], limit: float) -> str:
    """What becomes of a mutant."""
    file = tree / mutant.file
    original = file.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    try:
        return _outcome(tree, tests, limit)
    finally:
        file.write_text(original, encoding="utf-8")


def _limit(tree: Path, tests: tuple[str, ...]) -> float:
    """How many seconds they may take; they pass as long as nothing is changed."""
    began = time.monotonic()
    if _outcome(tree, tests, FIRST_LIMIT) != "survived":
        sys.exit(f"these fail without any change: {' '.join(tests)}")
    return 3 * (time.monotonic() - began) + SPARE


def _outcome(tree: Path, tests: tuple[str, ...], limit: float) -> str:
    child = os.fork()
    if not child:
        os.setsid()
        _run_tests(tree, tests)
    end = time.monotonic() + limit
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "survived" if status == 0 else "killed"
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "too long"
        time.sleep(0.02)


def _run_tests(tree: Path, tests: tuple[str, ...]) -> None:
    """In the forked process: ends it with 0 if all tests pass."""
    code = 1
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        os.environ["PYTHONPATH"] = str(tree)
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(tree))
        os.chdir(tree)
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))
    finally:
        os._exit(code)


# ---------------------------------------------------------------- the report


def report(outcomes: dict[tuple[str, str], str]) -> None:
    entries = tomllib.loads((HERE / "explained.toml").read_text(encoding="utf-8")).get("explained", [])
    explained = {(entry["file"], entry["change"].strip()) for entry in entries}
    counts = Counter(outcomes.values())
    survivors = [key for key, outcome in outcomes.items() if outcome == "survived"]
    open_ = [key for key in survivors if key not in explained]
    for file, what in sorted(open_):
        print(f"{file}\n{what}\n")
    print(
        f"seed {SEED}: {len(outcomes)} mutants, {counts['killed']} killed, {counts['too long']} took too long, "
        f"{len(survivors) - len(open_)} survived and explained, {len(open_)} survived unexplained, "
        f"{counts['not tried']} not tried"
    )


if __name__ == "__main__":
    main()
