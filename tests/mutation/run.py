"""Small faults are put into the sources one at a time; the tests that run the line must notice.

    pip install -e '.[dev,mutation]'
    python tests/mutation/run.py /tmp/mutants --minutes 60        # again and again, until nothing is left to do
    python tests/mutation/run.py /tmp/mutants --survivors         # after new tests: those again that survived

Comes in: `concerned.toml` (what is mutated, and which tests are asked), `explained.toml` (mutants that no test can tell
from the original, and why), and a folder for what is worked on, new for a new measurement: in it the sources as they
were at the beginning, the sample, which tests run which lines, and a line for each mutant that was tried.  Goes out:
how many were killed, and each survivor.

Each mutant is tried in a process forked from one that has imported what no mutant changes, with a time limit: first
against the cheapest tests that run its line.  When all have been tried so, those that still live are tried against
more: before all others what has killed most so far, above all in the same file.  One whose line no test runs has
survived.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import shutil
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

import cattrs
from covering import Covered, concerned, cover, run_only, together, within
from drawing import SEED, Key, Mutant, sample

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LISTS = tomllib.loads((HERE / "concerned.toml").read_text(encoding="utf-8"))
FEW, MORE = 5.0, 100.0
"""Seconds that the tests of a mutant take, as they were measured: first a few, then up to so many."""
LONGEST, SPARE, WAITING = 3600, 10, 6
"""Seconds: for all tests without any change, and beyond three times what some took; and how many times as long a
machine with much else to do may need for them."""
LIVES = "lives"
"""What becomes of a mutant that only a few tests have been asked about; `survived` where no more are asked."""
IMPORTED = (
    "cattrs", "click", "hypothesis", "llvmlite.binding", "matplotlib.pyplot", "rich.console", "syrupy",
    "rulelang.diagnostics", "rulelang.ir.model.program", "rulelang.syntax.reading",
)  # fmt: skip
"""What every process needs and no mutant changes."""
NO_TESTS = 5
Tried = tuple[str, str]
"""What became of a mutant, and which test failed, if one did"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="for what is worked on")
    parser.add_argument("--minutes", type=float, default=5, help="when to stop; the next run goes on")
    parser.add_argument("--processes", type=int, default=1, help="how many mutants are tried at once")
    parser.add_argument(
        "--survivors", action="store_true", help="take the tests anew; try again what survived unexplained"
    )
    wanted = parser.parse_args()
    end = time.monotonic() + 60 * wanted.minutes
    folder: Path = wanted.folder.resolve()
    if not folder.exists():
        _copied(folder / "tree", "")
    mutants = _sampled(folder)
    if wanted.survivors:
        shutil.rmtree(folder / "tree/tests")
        _copied(folder / "tree", "tests")
        known, told = _read(folder), _explained()
        again = {key for key, (of, _) in known.items() if of == "survived" and (key[0], key[2]) not in told}
        _write(folder, {key: (LIVES, "") if key in again else tried for key, tried in known.items()})
    covered = _covered(folder, wanted.processes)
    _apart(wanted.processes, lambda part: _try(folder, covered, mutants[part :: wanted.processes], end))
    known = _read(folder)
    report({each.key: known.get(each.key, ("not tried", ""))[0] for each in mutants})


# ---------------------------------------------------------------- what lies in the folder


def _copied(tree: Path, part: str) -> None:
    """What is kept under version control, compiled so that only a changed file is compiled again."""
    listed = ["git", "ls-files", "-co", "--exclude-standard", f"./{part}"]
    for name in run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        if (ROOT / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    compiled = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "rulelang", "interpreter", "tests"]
    run([sys.executable, *compiled], cwd=tree, check=True)


def mutated(tree: Path) -> list[str]:
    found = (path for pattern in LISTS["mutated"] for path in sorted(tree.glob(pattern)) if path.stat().st_size)
    return list(dict.fromkeys(path.relative_to(tree).as_posix() for path in found))


def _sampled(folder: Path) -> list[Mutant]:
    file = folder / "sample.json"
    if not file.exists():
        drawn = sample(folder / "tree", mutated(folder / "tree"))
        file.write_text(json.dumps(cattrs.unstructure(drawn)), encoding="utf-8")
    return cattrs.structure(json.loads(file.read_text(encoding="utf-8")), list[Mutant])


def _covered(folder: Path, processes: int) -> Covered:
    """What the tests run, each group measured once for as long as none of its files changes."""
    files = {group: folder / f"covered-{_digest(folder / 'tree', group)}.json" for group in LISTS["tests"]}
    missing = [group for group, file in files.items() if not file.exists()]

    def measure(part: int) -> None:
        if missing:
            _stand_in(folder / "tree", folder / "cache")
        for group in missing[part::processes]:
            _measured(folder / "tree", group, files[group])

    _apart(processes, measure)
    if gone := [group for group, file in files.items() if not file.exists()]:
        sys.exit(f"could not be measured: {', '.join(gone)}")
    return together(cattrs.structure(json.loads(file.read_text("utf-8")), Covered) for file in files.values())


def _digest(tree: Path, group: str) -> str:
    paths = [path for word in group.split() for path in (tree / word, *sorted((tree / word).rglob("*")))]
    content = b"\0".join(path.read_bytes() for path in paths if path.is_file() and path.suffix != ".pyc")
    return sha256(group.encode() + content).hexdigest()[:20]


def _measured(tree: Path, group: str, file: Path) -> None:
    """Tests that fail are left out; `.failed` has their names."""

    def measure() -> None:
        covered, failed = cover(tree, mutated(tree), group.split())
        file.with_suffix(".failed").write_text("\n".join(failed), encoding="utf-8")
        file.write_text(json.dumps(cattrs.unstructure(covered)), encoding="utf-8")

    print(f"measuring {group}", flush=True)
    _ended(measure, LONGEST)


def _read(folder: Path) -> dict[Key, Tried]:
    file = folder / "results.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {(file, line, change): (outcome, by) for file, line, change, outcome, by in map(json.loads, lines)}


def _write(folder: Path, known: dict[Key, Tried]) -> None:
    lines = [json.dumps([*key, *tried]) + "\n" for key, tried in known.items()]
    (folder / "results.jsonl").write_text("".join(lines), encoding="utf-8")


# ---------------------------------------------------------------- trying


def _try(folder: Path, covered: Covered, mutants: list[Mutant], end: float) -> None:
    """Adds what becomes of each to the results; without any change nothing may fail, whichever tests are chosen."""
    with TemporaryDirectory() as own, (folder / "results.jsonl").open("a", encoding="utf-8") as results:
        tree = Path(own) / "tree"
        shutil.copytree(folder / "tree", tree)
        _stand_in(tree, folder / "cache")
        for few in (True, False):
            left = [each for each in mutants if _read(folder).get(each.key, ("", ""))[0] == ("" if few else LIVES)]
            for mutant in left[:1]:
                tests = _chosen(folder, covered, mutant, few)[0]
                if (tried := _outcome(tree, covered, mutant, mutant.original(tree), tests))[0] != LIVES:
                    sys.exit(f"without any change, {mutant.file}:{mutant.line}: {tried}")
            for mutant in left:
                if time.monotonic() > end:
                    return
                tests, all_ = _chosen(folder, covered, mutant, few)
                outcome, by = _outcome(tree, covered, mutant, mutant.text, tests)
                outcome = "survived" if outcome == LIVES and all_ else outcome
                print(json.dumps([*mutant.key, outcome, by]), file=results, flush=True)


def _chosen(folder: Path, covered: Covered, mutant: Mutant, few: bool) -> tuple[list[str], bool]:
    """The tests for a mutant, and whether no more are to be asked: the cheapest few, or first what has killed most for
    what it costs."""
    tests = concerned(covered, mutant.original(folder / "tree"), mutant.file, mutant.line)
    if few:
        first = within(covered, tests, FEW)
        return first, len(first) == len(tests)
    killed = Counter[str]()
    for (file, *_), (_, by) in _read(folder).items():
        killed[by] += 5 if file == mutant.file else 1
    tests.sort(key=lambda test: covered.cost(test) / (1 + killed[test]))
    return within(covered, tests, MORE), True


def _outcome(tree: Path, covered: Covered, mutant: Mutant, text: str, tests: list[str]) -> Tried:
    """What becomes of these tests, with this text in the file of the mutant, and which one failed."""
    original, failed = mutant.original(tree), tree / "failed"
    (tree / mutant.file).write_text(text, encoding="utf-8")
    failed.write_text("", encoding="utf-8")
    try:
        code = _ended(lambda: run_only(tests, failed), 3 * covered.spent(tests) + SPARE) if tests else NO_TESTS
        outcome = "too long" if code is None else LIVES if code in (0, NO_TESTS) else "killed"
        return outcome, failed.read_text(encoding="utf-8")
    finally:
        (tree / mutant.file).write_text(original, encoding="utf-8")


# ---------------------------------------------------------------- processes


def _stand_in(tree: Path, cache: Path) -> None:
    """From now on this process and those that it starts import from the tree."""
    os.environ |= {"PYTHONPATH": str(tree), "XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(tree))
    os.chdir(tree)
    for name in IMPORTED:
        import_module(name)
    import_module("rulelang.syntax.grammar").parser()
    changed = {str(tree / file) for file in mutated(tree)}
    assert not [name for name, module in sys.modules.items() if getattr(module, "__file__", "") in changed]
    gc.freeze()


def _ended(work: Callable[[], int | None], limit: float) -> int | None:
    """Does this in a process of its own: its exit code, or None where it took too long, by its own clock or, where it
    only waits, by everybody's."""

    def quietly() -> int | None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, resource.RLIM_INFINITY))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        return work()

    child, end = _fork(quietly), time.monotonic() + WAITING * limit
    while not (done := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.02)
    with suppress(ProcessLookupError):  # what it may have started in its turn
        os.killpg(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(done[1])
    return None if code == -signal.SIGXCPU else code


def _apart(processes: int, work: Callable[[int], None]) -> None:
    """Does the parts of some work in so many processes, and waits for them."""
    for child in [_fork(lambda part=part: work(part)) for part in range(processes)]:
        os.waitpid(child, 0)


def _fork(work: Callable[[], int | None]) -> int:
    """The number of a process that does this and ends, with what comes of it as its exit code (nothing is 0)."""
    child = os.fork()
    if not child:
        code = 1
        try:
            code = work() or 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return child


# ---------------------------------------------------------------- the report


def _explained() -> set[tuple[str, str]]:
    """Files and changes that no test can tell from the original."""
    entries = tomllib.loads((HERE / "explained.toml").read_text(encoding="utf-8")).get("explained", [])
    return {(entry["file"], entry["change"].strip("\n")) for entry in entries}


def report(outcomes: dict[Key, str]) -> None:
    explained = _explained()
    counts = Counter(outcomes.values())
    survivors = [key for key, outcome in outcomes.items() if outcome in ("survived", LIVES)]
    open_ = [(file, line, change) for file, line, change in survivors if (file, change) not in explained]
    for file, line, change in sorted(open_):
        print(f"{file}:{line}{' (so far)' if outcomes[file, line, change] == LIVES else ''}\n{change}\n")
    print(
        f"seed {SEED}: {len(outcomes)} mutants, {counts['killed']} killed, {counts['too long']} took too long, "
        f"{len(survivors) - len(open_)} survived and explained, {len(open_)} survived unexplained, "
        f"{counts['not tried']} not tried"
    )


if __name__ == "__main__":
    main()
