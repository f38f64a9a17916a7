"""Pages that need a heavy library are run where that is installed; all others are run by `tests/test_docs.py`."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "how-to"


def run(page: str) -> dict[str, Any]:
    """The names that a page has when all its code for the heavy library has been run."""
    text = (PAGES / page).read_text("utf-8")
    code = "\n".join(re.findall(r"^```py\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, page, "exec"), names)
    return names


@pytest.mark.filterwarnings("ignore")
def test_an_agent_of_openspiel_learns_to_beat_chance() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install rulelang[openspiel]")
    curve = run("use-openspiel.md")["curve"]
    assert max(curve[1:]) > curve[0] + 0.15


@pytest.mark.filterwarnings("ignore")
def test_a_network_learns_to_beat_chance() -> None:
    for library in ("pyspiel", "jax", "flax", "optax", "orbax"):
        pytest.importorskip(library, reason=f"{library} is not installed: pip install rulelang[deep]")
    names = run("train-a-network.md")
    assert names["curve"][-1] > names["curve"][0]
    assert names["learnt"] > 0.5
