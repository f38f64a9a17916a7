"""Damaged texts, tables, records, lines and arguments, by chance with a fixed seed: each ends in a message.

More of the same, with another seed: `python -m tests.robustness.test_attack 10000 8`.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import chdir
from pathlib import Path
from random import Random

from click.testing import CliRunner

from rulelang.commands.group import rulec
from rulelang.source import INVISIBLE
from tests.commands.test_safe_output import GAME

TABLE = 'name,value,copies\n"an owl",1,2\n"other owl",2,1\n'
COMMANDS = (
    "replay a.play --at 1",
    "check owls.rules",
    "play owls.rules --seed 3 --seat 2=random",
    "explain owls.rules lay",
)
ODD = [
    *'\x00\x9b\u2066\n\r\t"#|(),-²２é\ufeff', "\x1b[31m", "e\u0301", "1 to 3", "---", "9" * 4400, " " * 3000, "\ud800",
]  # fmt: skip


def mutated(text: str, chance: Random) -> str:
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = start + chance.choice([0, 0, 1, 5, 30])
        again = text[chance.randrange(len(text) + 1) :][: chance.randint(1, 40)]
        text = text[:start] + chance.choice([*ODD, again]) + text[end:]
    return text


def attack(cases: int, seed: int) -> list[str]:
    """What went wrong, each with all that is needed to see it again; the working directory is filled with files."""
    chance, runner, wrong = Random(seed), CliRunner(), []
    whole = {"owls.rules": GAME, "owls.csv": TABLE}
    for name, text in whole.items():
        Path(name).write_text(text, encoding="utf-8")
    runner.invoke(rulec, ["play", "owls.rules", "--seed", "1", "--seat", "1=random", "--record", "a.play"])
    whole["a.play"] = Path("a.play").read_text(encoding="utf-8")
    for number in range(cases):
        kind = chance.choice([*whole, "lines", "words"])
        for name, text in whole.items():
            damaged = mutated(text, chance) if name == kind else text
            Path(name).write_text(damaged, encoding="utf-8", errors="surrogatepass")
        words = ["replay", "a.play"] if kind == "a.play" else ["check", "owls.rules"]
        typed = b""
        if kind == "lines":
            words = ["play", "owls.rules", "--seed", "1"]
            typed = mutated('lay("an owl")\n1\n', chance).encode(errors="replace")
        elif kind == "words":
            words = [
                mutated(word, chance) if chance.random() < 0.5 else word for word in chance.choice(COMMANDS).split()
            ]
        run = runner.invoke(rulec, words, input=typed)
        if run.exit_code not in (0, 1, 2) or "Traceback" in run.output or INVISIBLE.search(run.output):
            wrong.append(f"case {number} of seed {seed}, {kind}: {run.exit_code} {words!r} {run.output[-300:]!r}")
    return wrong


def test_damage_of_every_kind_ends_in_a_message(tmp_path: Path) -> None:
    with chdir(tmp_path):
        assert attack(120, 1) == []


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        sys.stdout.write("\n".join([*attack(int(sys.argv[1]), int(sys.argv[2])), "done\n"]))
