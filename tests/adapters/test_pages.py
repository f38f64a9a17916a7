"""Pages that need a heavy library are run where that is installed; all others are run by `tests/test_docs.py`."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-openspiel.md"


@pytest.mark.filterwarnings("ignore")
def test_an_agent_of_openspiel_learns_to_beat_chance() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install rulelang[openspiel]")
    code = "\n".join(re.findall(r"^```py\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, str(PAGE), "exec"), names)
    curve = names["curve"]
    assert isinstance(curve, list)
    assert max(curve[1:]) > curve[0] + 0.15
