"""Whatever is damaged, typed or asked for: it ends in a message.

More of the same, with another seed: `python -P -m tests.robustness.test_attack 10000 8`.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import chdir
from pathlib import Path

from tests.robustness.attack import attack


def test_damage_of_every_kind_ends_in_a_message(tmp_path: Path) -> None:
    with chdir(tmp_path):
        assert attack(160, 1) == []


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        say("nothing is wrong" if not attack(int(sys.argv[1]), int(sys.argv[2]), say) else "something is wrong")
