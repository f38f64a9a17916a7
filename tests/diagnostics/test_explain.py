"""`rulec explain`: what a code means."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics import catalogue, explain, find_code
from rulelang.diagnostics.catalogue import parse

FILE = """---
code: RL0203
title: unknown name
severity: error
message: "nothing is called `{name}`"
---
Every name is declared somewhere before it is used.

Look for a letter too many.

```rules bad
rules 1

game "Kuhn"
```

```text good
rules 1
```

```rules
an example that is neither
```
"""


@pytest.fixture(autouse=True)
def _one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "entry", {"RL0203": parse("RL0203", FILE)}.__getitem__)
    monkeypatch.setattr(catalogue, "codes", lambda: ("RL0203",))


def test_the_whole_explanation(text_snapshot: SnapshotAssertion) -> None:
    assert explain("RL0203") == text_snapshot


@pytest.mark.parametrize("written", ["RL0203", "rl0203", " RL0203 ", "0203", "203"])
def test_a_code_may_be_typed_in_several_ways(written: str) -> None:
    assert find_code(written) == "RL0203"
    assert explain(written).startswith("RL0203 (error): unknown name\n")


@pytest.mark.parametrize("written", ["RL0204", "RL023", "202"])
def test_an_unknown_code_gives_the_nearest(written: str) -> None:
    assert find_code(written) is None
    assert explain(written) == f"there is no code `{written}`; did you mean `RL0203`?\n"


@pytest.mark.parametrize("written", ["", "names", "E501", "20300"])
def test_what_is_far_from_every_code_gives_no_guess(written: str) -> None:
    assert explain(written) == f"there is no code `{written}`\n"
