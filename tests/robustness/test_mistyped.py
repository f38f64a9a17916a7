"""A sample of the mistakes that `mistyped` makes: nearly all are told in one message, at the right place."""

from __future__ import annotations

import pytest

from interpreter.loading import bundled
from tests.robustness.mistyped import mistakes, told_well


@pytest.mark.parametrize("name", ["magpie", "hanabi", "oh_hell"])
def test_mistakes_are_told_well(name: str) -> None:
    told = [
        (mistake, [d for d in project.check() if d.is_error], project.source)
        for mistake, project in mistakes(bundled()[name], 40, 3)
    ]
    badly = [
        (mistake.way, mistake.word, found) for mistake, found, source in told if not told_well(mistake, found, source)
    ]
    assert len(badly) <= 4, badly
