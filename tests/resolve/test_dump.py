"""The text of a checked program, as a person reads it."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from rulelang.resolve.dump import dump
from tests.resolve.texts import ROOT, resolve


def test_a_small_game(text_snapshot: SnapshotAssertion) -> None:
    file = ROOT / "tests" / "sketches" / "games" / "kuhn.rules"
    program, _ = resolve(file.read_text(encoding="utf-8"))
    assert dump(program) == text_snapshot


def test_layers_hooks_and_sets(text_snapshot: SnapshotAssertion) -> None:
    file = ROOT / "tests" / "sketches" / "games" / "werwars.rules"
    program, _ = resolve(file.read_text(encoding="utf-8"))
    lines = dump(program).split("\n")
    assert "\n".join(line for line in lines if " × " not in line) == text_snapshot
