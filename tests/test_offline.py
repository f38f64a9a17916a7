"""`docs/how-to/play-in-class.md`: rulelang is installed from a folder of wheels, without a network.

Run here: the folder is made of rulelang's own wheel, and it is installed from there and played.  Not run, since it asks
an index: `pip download`, which fetches what rulelang needs, for this machine and for others; only that pip knows its
options is tried.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "how-to" / "play-in-class.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (pip (?:wheel|install|download) .*)$", PAGE, re.MULTILINE)
PLATFORMS = re.findall(r"^\| [^|]+ \| `(\w[^`]*)` \|$", PAGE, re.MULTILINE)


def pip(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def said(verb: str) -> list[list[str]]:
    """The commands of the page with this verb, as words after `pip`."""
    return [command.split()[1:] for command in COMMANDS if command.split()[1] == verb]


def test_installed_from_the_folder_and_played(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    [wheel], [install] = said("wheel"), said("install")
    wheels, site = tmp_path / "wheels", tmp_path / "site"
    built = pip(ROOT, *(str(wheels) if word == "wheels" else word for word in wheel), "--no-build-isolation")
    assert built.returncode == 0, built.stderr
    assert next(path.name for path in wheels.iterdir()).startswith("rulelang-")
    alone = ("--no-deps", "--target", str(site))  # what it needs is there already
    installed = pip(tmp_path, *install, *alone)
    assert installed.returncode == 0, installed.stderr
    words = [sys.executable, "-m", "rulelang", "play", "magpie", "--seed", "1", "--plain", "--seat", "1=random"]
    shown = "import rulelang; print(rulelang.__file__)"
    for command, expected in (([sys.executable, "-c", shown], str(site)), (words, "The end")):
        ran = subprocess.run(
            command, cwd=tmp_path, env={"PYTHONPATH": str(site), "XDG_CACHE_HOME": str(tmp_path / "cache")},
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        assert expected in ran.stdout


@pytest.mark.parametrize("command", said("download"), ids=" ".join)
def test_pip_knows_what_is_downloaded_how(command: list[str], tmp_path: Path) -> None:
    """Without an index it says that what it should load is missing, not that it was asked wrongly."""
    platforms = [words.split() for words in PLATFORMS] if "--platform" in command else [[]]
    assert platforms
    for words in platforms:
        asked = [*command, *(["--platform"] if words else []), *words]
        asked = ["rulelang" if word.endswith(".whl") else word for word in asked]
        refused = pip(tmp_path, *asked, "--no-index", "--no-deps")
        assert refused.returncode == 1
        assert "No matching distribution found for rulelang" in refused.stderr
