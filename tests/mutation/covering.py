"""Which tests run a line, and how long they take.

Comes in: a tree whose tests pass.  Goes out: for a line the tests that run it, the cheapest first.  What is kept from
one test for the next (results of functions, machine code) is thrown away before each, so that a line is put down for
every test that depends on it; what a shared fixture runs is put down for all tests of its file.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import accumulate, chain
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from attrs import Factory, frozen
from coverage import Coverage

READ_BY = {"interpreter/kernel/": "interpreter/native/emit/kernel.py"}
"""Sources that are read as text, too, and by whom: each of their lines concerns every test that runs the reader."""
QUIET = ("-q", "--assert=plain", *(f"-pno:{name}" for name in ("cacheprovider", "xdist", "unraisableexception")))
FORGOTTEN = ("rulelang.check", "rulelang.ir", "rulelang.resolve", "interpreter", "tests")
"""Modules whose kept results are thrown away; tables of the grammar stay, for no file of `syntax` is changed."""


@frozen
class Covered:
    """What is known of some tests; it becomes JSON as it is"""

    seconds: dict[str, float] = Factory(dict)
    """Of each test that passes"""
    collecting: dict[str, float] = Factory(dict)
    """Of each file of tests, to import it and list its tests"""
    names: list[str] = Factory(list)
    """Of tests, and of files of tests"""
    groups: list[list[int]] = Factory(list)
    """Which names run the same lines"""
    lines: dict[str, dict[int, list[int]]] = Factory(dict)
    """Of each source: the groups that run a line"""

    def tests(self, file: str, lines: Iterable[int]) -> set[str]:
        by_line = self.lines.get(file, {})
        groups = {group for line in lines for group in by_line.get(line, ())}
        found = {self.names[name] for group in groups for name in self.groups[group]}
        return {test for test in self.seconds if test in found or _file(test) in found}

    def cost(self, test: str) -> float:
        return self.seconds[test] + self.collecting[_file(test)]

    def costs(self, tests: Iterable[str]) -> Iterator[float]:
        """What each takes where its file is collected once."""
        files = set[str]()
        for test in tests:
            yield self.seconds[test] if _file(test) in files else self.cost(test)
            files.add(_file(test))

    def spent(self, tests: Iterable[str]) -> float:
        return sum(self.costs(tests))


def together(all_covered: Iterable[Covered]) -> Covered:
    whole = Covered()
    for each in all_covered:
        whole.seconds.update(each.seconds)
        whole.collecting.update(each.collecting)
        for file, by_line in each.lines.items():
            for line, groups in by_line.items():
                more = [group + len(whole.groups) for group in groups]
                whole.lines.setdefault(file, {}).setdefault(line, []).extend(more)
        whole.groups.extend([name + len(whole.names) for name in group] for group in each.groups)
        whole.names.extend(each.names)
    return whole


def concerned(covered: Covered, source: str, file: str, line: int) -> list[str]:
    """The tests that run a line, the cheapest first.

    What stands outside of functions is run when a file is imported: it concerns every test that runs a function of the
    file, and every test at all where no function is there.
    """
    tree = ast.parse(source)
    inside = list(_inside(tree))
    statement = min((each for each in inside if line in each), key=len, default=None)
    lines = [statement] if statement else inside
    found = covered.tests(file, (number for each in lines for number in each)) if lines else set(covered.seconds)
    for folder, reader in READ_BY.items():
        if file.startswith(folder):
            found |= covered.tests(reader, covered.lines.get(reader, ()))
    return sorted(found, key=lambda test: (covered.cost(test), test))


def within(covered: Covered, tests: list[str], seconds: float) -> list[str]:
    """As many of the tests from the first on as take so many seconds one after the other."""
    spent = accumulate(covered.costs(tests))
    return [test for test, before in zip(tests, chain([0.0], spent), strict=False) if before <= seconds]


def _file(test: str) -> str:
    return test.partition("::")[0]


def _inside(tree: ast.Module) -> Iterator[range]:
    """The lines of each statement in a function; of one that holds others, those before the first of them."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in (node for child in function.body for node in ast.walk(child)):
                if isinstance(node, ast.stmt | ast.match_case | ast.ExceptHandler):
                    start = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
                    held: list[Any] = getattr(node, "body", None) or getattr(node, "cases", [])
                    first = min((getattr(each, "pattern", each).lineno for each in held), default=0)
                    yield range(start, max(start + 1, first or (getattr(node, "end_lineno", start) + 1)))


# ---------------------------------------------------------------- in the process that runs tests


def cover(tree: Path, files: Iterable[str], tests: Iterable[str]) -> tuple[Covered, list[str]]:
    """Runs the tests in the tree, and says also which of them failed."""
    import_module("interpreter.loading")  # so that the first file of tests does not pay for it
    from rulelang import kept

    fetch = kept.fetch
    kept.fetch = lambda name: None if name.startswith("native/") else fetch(name)
    measured = Coverage(data_file=None, config_file=False, include=[str(tree / file) for file in files])
    watch = _Watch(measured)
    measured.start()
    pytest.main([*QUIET, "--continue-on-collection-errors", *tests], plugins=[watch])
    measured.stop()
    data, covered = measured.get_data(), watch.covered
    covered.names.extend(sorted(data.measured_contexts() - {""}))
    numbers = {name: number for number, name in enumerate(covered.names)}
    known: dict[tuple[int, ...], int] = {}
    for path in data.measured_files():
        by_line = covered.lines.setdefault(Path(path).relative_to(tree).as_posix(), {})
        for line, names in data.contexts_by_lineno(path).items():
            group = tuple(sorted(numbers[name] for name in names if name))
            by_line[line] = [known.setdefault(group, len(known))]
    covered.groups.extend(map(list, known))
    return covered, watch.failed


class _Watch:
    """Tells the measurement which test runs, and takes the time."""

    def __init__(self, measured: Coverage) -> None:
        self.measured = measured
        self.covered = Covered()
        self.failed: list[str] = []
        self._taken: dict[str, float] = defaultdict(float)
        self._test = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        began = monotonic()
        report = yield
        if isinstance(collector, pytest.File):
            self.covered.collecting[collector.nodeid] = monotonic() - began
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        for name, module in list(sys.modules.items()):
            if name.startswith(FORGOTTEN):
                for thing in list(vars(module).values()):
                    if isinstance(thing, type(cache(len))):
                        thing.cache_clear()
        self._test = item.nodeid
        self.measured.switch_context(self._test)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        self.measured.switch_context(self._test if fixturedef.scope == "function" else _file(self._test))
        made = yield
        self.measured.switch_context(self._test)
        return made

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid
        self._taken[test] += report.duration
        if report.when == "call" and report.passed:
            self.covered.seconds[test] = 0
        if report.failed:
            self.failed.append(test)
            self.covered.seconds.pop(test, None)
        if report.when == "teardown" and test in self.covered.seconds:
            self.covered.seconds[test] = self._taken[test]


def run_only(tests: list[str], failed: Path) -> int:
    """Runs these tests in this order until one fails, whose name is written to a file: pytest's exit code."""
    files = dict.fromkeys(map(_file, tests))
    return int(pytest.main(["-x", *QUIET, *files], plugins=[_Only(tests, failed)]))


class _Only:
    """These tests and no others; those of a file one after the other."""

    def __init__(self, tests: list[str], failed: Path) -> None:
        files = list(dict.fromkeys(map(_file, tests)))
        self._place = {test: (files.index(_file(test)), number) for number, test in enumerate(tests)}
        self._failed = failed

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = [item for item in items if item.nodeid in self._place]
        items[:] = sorted(kept, key=lambda item: self._place[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.write_text(report.nodeid, encoding="utf-8")
