"""Damage by chance with a fixed seed: rules, tables, records, saved games, command lines, lines typed at a prompt.

Comes in: how many cases, a seed, an empty working directory.  Goes out: what went wrong, each with all that is needed
to see it again.  Wrong is a traceback, an exit code that means a mistake of ours, a character that moves the cursor.
"""

from __future__ import annotations

import io
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType

from attrs import define, field
from click.testing import CliRunner

import interpreter
from interpreter.game import Game
from interpreter.loading import bundled
from interpreter.machine.errors import MachineError
from interpreter.machine.saves import write
from interpreter.terminal.desk import Desk
from interpreter.terminal.interactive import Interactive
from interpreter.terminal.paper import CLEAR, Plain
from interpreter.terminal.table import Branched, InputEnded, Left, Table
from rulelang.commands.group import COMMANDS, rulec
from rulelang.commands.playable import Wanted
from rulelang.commands.recording import Recording
from rulelang.source import INVISIBLE
from tests.commands.test_safe_output import GAME
from tests.terminal.conftest import Typist

TOO_LONG = 10
"""Seconds of work that no case may take where somebody waits for it."""
TABLE = 'name,value,copies\n"an owl",1,2\n"other owl",2,1\n'
BOTS = """
class Raises:
    def __init__(self, seed, seat): pass
    def choose(self, sight): raise BaseException("no\\x1b[31m")

class Odd(Raises):
    def choose(self, sight): return "\\x1b[2J" if sight.seat else {}

class Hangs(Raises):
    seconds = 0.2
    def choose(self, sight):
        while True: pass

class Last(Raises):
    def choose(self, sight): return sight.count - 1
"""
LARGER = sorted(path.read_text(encoding="utf-8") for path in bundled().values() if path.parent.name == "library")
COMMAND_LINES = (
    "replay a.play --at 1", "check owls.rules", "play owls.rules --seed 3 --seat 2=random",
    "explain owls.rules lay", "explain owls.rules --at a.play:1 lay(owl)", "play half.play", "test owls.rules --json",
    "simulate owls.rules -n 3 --backend python", "compare owls.rules owls.rules -n 2 --backend python",
    "dump owls.rules --stage ir --json", "replay half.play --as B", "explain RL0203", "new Owls",
)  # fmt: skip
RUNS = (
    "sweep luck.rules --set luck=0,1 --players 2..2 -n 2", "sweep owls.rules --bots random --bots greedy -n 2 --csv -",
    "tune luck.rules --goal length=5 -n 2 --trials 1", "simulate owls.rules -n 3 --ladder random,greedy",
    "simulate owls.rules -n 2 --bots bots.py:Raises", "sweep owls.rules -n 2 --bots bots.py:Odd,random",
    "play owls.rules --seed 3 --seat 1=bots.py:Last --seat 2=bots.py:Hangs",
    "sweep luck.rules -n 2 --bots ismcts:2+greedy",
    "compare luck.rules --b-set luck=1 -n 2 --bots flat:2+random,bots.py:Last",
    "simulate luck.rules -n 2 --bots bots.py:Hangs",
)  # fmt: skip
WORDS = (
    *COMMANDS, "owls.rules", "owls.csv", "a.play", "half.play", "tie", "--players", "--at", "--as", "--seed", "--seat",
    "1=random", "9=human", "0", "-1", "1", "2", "99999999999999999999", "--most", "--bots", "ismcts:1", "greedy",
    "--variant", "--set", "a=b", "--json", "-", "--format", "json", "sarif", "--stage", "llvm", "python", "layout",
    "--ladder", "--ladder-games", "--goal", "length=2", "--trials", "luck=0,1", "2..9", "bots.py:Raises", "bots.py:Odd",
    "bots.py:Hangs", "bots.py:None", "bots.py", "always:lay", "rules:x", "ismcts:1+greedy",
    "--list", "RL9999", "--backend", "--record", "--plain", "--help", "--version", "--", "", "--rules",
    "--coverage", "--bless",
)  # fmt: skip
TYPED = (
    "lay(an owl)", 'lay("other owl")', "lay", "1", "2", "0", "", "back", "undo", "left", "log", "help", "rules",
    "rules lay", "view", "view deck", "view B.hand", "why lay(an owl)", "why", "save kept", "quit", "n", "y", "owl",
    "an owl", ":undo", ":x",
)  # fmt: skip
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


def altered(text: str, chance: Random) -> str:
    """Lines lost, doubled or in each other's place, or one word for another, one number for another: often a game."""
    lines = text.split("\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            del lines[one]
        case 1:
            lines.insert(two, lines[one])
        case 2:
            lines[one], lines[two] = lines[two], lines[one]
        case number:
            sort = r"\d+" if number < 5 else r"[a-z_]+"
            found = [*re.finditer(sort, text)]
            at, other = chance.choice(found), chance.choice(found).group()
            other = str(chance.choice([0, 7, 300, 999_999_999, 2**31])) if number == 3 else other
            return text[: at.start()] + other + text[at.end() :]
    return "\n".join(lines)


@contextmanager
def limited() -> Iterator[None]:
    """Ends what would never end, with an error in the middle of it."""

    def enough(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {3 * TOO_LONG} seconds of work")

    before = signal.signal(signal.SIGPROF, enough)
    signal.setitimer(signal.ITIMER_PROF, 3 * TOO_LONG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@define
class Attack:
    """One run: a whole game in the working directory, of which something is damaged in each case"""

    chance: Random
    whole: dict[str, str] = field(factory=dict)
    games: dict[str, Game] = field(factory=dict)
    runner: CliRunner = field(factory=lambda: CliRunner(env={"XDG_STATE_HOME": str(Path.cwd() / "shelf")}))
    done: Counter[str] = field(factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    slow: list[str] = field(factory=list)
    """Cases that took longer than anybody wants to wait; what the processor did, not the clock."""

    def prepare(self) -> None:
        self.whole = {
            "owls.rules": GAME, "owls.csv": TABLE, "bots.py": BOTS,
            "luck.rules": GAME.replace("players 2", "players 2\noption luck: 0 or 1"),
        }  # fmt: skip
        self.restore()
        for backend in ("python", "native"):
            self.games[backend] = interpreter.load("owls.rules", backend=backend)
        self.runner.invoke(rulec, ["play", "owls.rules", "--seed", "1", "--seat", "1=random", "--record", "a.play"])
        self.whole["a.play"] = Path("a.play").read_text(encoding="utf-8")
        self.whole["half.play"] = self.whole["a.play"].partition("---\n")[0] + "---\n"
        self.restore()

    def restore(self) -> None:
        for name, text in self.whole.items():
            Path(name).write_text(text, encoding="utf-8")

    def one(self, number: int) -> str:
        """What is wrong with one case; empty if nothing is."""
        kinds: dict[str, Callable[[], str]] = {
            "rules": self.rules, "table": partial(self.file, "owls.csv", "check owls.rules"),
            "record": partial(self.file, "a.play", "replay a.play"),
            "save": partial(self.file, "half.play", "play half.play"), "state": self.state, "script": self.script,
            "command line": self.command_line, "prompt": self.prompt, "runs": self.runs,
        }  # fmt: skip
        kind = list(kinds)[number % len(kinds)]
        self.restore()
        began = time.process_time()
        with limited():
            try:
                wrong = kinds[kind]()
            except Exception as problem:
                wrong = f"{type(problem).__name__}: {problem}"
        self.done[kind] += 1
        took = time.process_time() - began, f"{number}, {kind}"
        self.slowest = max(self.slowest, took)
        if took[0] > TOO_LONG:
            self.slow.append(took[1])
        return f"case {number}, {kind}: {wrong}" if wrong else ""

    def run(self, *words: str, typed: bytes = b"") -> tuple[int, str]:
        """Exit code, and what is wrong with how it ended."""
        run = self.runner.invoke(rulec, list(words), input=typed)
        fine = run.exit_code in (0, 1, 2) and "Traceback" not in run.output and not INVISIBLE.search(run.output)
        return run.exit_code, "" if fine else f"{run.exit_code} {words!r} {typed!r} {run.output[-300:]!r}"

    def damaged(self, name: str, text: str) -> None:
        Path(name).write_text(text, encoding="utf-8", errors="surrogatepass")

    def file(self, name: str, command: str) -> str:
        self.damaged(name, mutated(self.whole[name], self.chance))
        return self.run(*command.split(), typed=b"1\n1\n")[1]

    def rules(self) -> str:
        """What is still sound after the damage is played."""
        text = self.chance.choice([GAME, self.chance.choice(LARGER)])
        text = self.chance.choice([mutated, altered, altered])(text, self.chance)
        self.damaged("owls.rules", text)
        code, wrong = self.run("check", "owls.rules")
        if code == 0 and not wrong:
            backend = self.chance.choice(["python", "python", "native"])
            wrong = self.run("simulate", "owls.rules", "-n", "2", "--most", "200", "--backend", backend)[1]
            wrong = wrong or self.run("test", "owls.rules")[1]
        return f"{wrong}\n{text}" if wrong else ""

    def state(self) -> str:
        """Bytes that are changed, or cells that are changed with a sum that is right."""
        game = self.games[self.chance.choice(list(self.games))]
        state = game.new(self.chance.randrange(99), log=False)
        for _ in range(self.chance.randrange(3)):
            if not state.is_over:
                state.apply(state.random_choice())
        data, cells = bytearray(bytes(state)), list(state.array)
        odd = [0, -1, 1, 2, 3, 60, 255, -(2**31), 2**31 - 1]
        for _ in range(self.chance.randint(1, 3)):
            cells[self.chance.randrange(len(cells))] = self.chance.choice(odd)
            data[self.chance.randrange(len(data))] = self.chance.randrange(256)
        forged = write(game.digest, cells, False, None)
        for saved in (bytes(data), bytes(data[: self.chance.randrange(len(data))]), forged):
            with suppress(MachineError):
                restored = game.restore(saved, log=False)
                for seat in (0, 1, None):
                    restored.view(seat)
                while not restored.is_over:
                    restored.apply(restored.random_choice())
        return ""

    def script(self) -> str:
        typed = mutated('lay("an owl")\n1\n', self.chance).encode(errors="replace")
        return self.run("play", "owls.rules", "--seed", "1", typed=typed)[1]

    def command_line(self) -> str:
        """A sensible one with damaged words, or words that do not belong together."""
        words = self.chance.choice(COMMAND_LINES).split()
        if self.chance.random() < 0.5:
            words = [self.chance.choice(WORDS) for _ in range(self.chance.randint(1, 6))]
            words += ["-n", "2"] if words[0] in ("simulate", "compare", "sweep", "tune") else []
        words = [mutated(word, self.chance) if self.chance.random() < 0.3 else word for word in words]
        return self.run(*words)[1]

    def runs(self) -> str:
        """Many games asked for oddly, and bots in a damaged file."""
        words = self.chance.choice(RUNS).split()
        if self.chance.random() < 0.5:
            self.damaged("bots.py", mutated(BOTS, self.chance))
        else:
            at = self.chance.randrange(1, len(words))
            words[at] = self.chance.choice([mutated(words[at], self.chance), self.chance.choice(WORDS)])
        return self.run(*words)[1]

    def prompt(self) -> str:
        """Two people at one screen."""
        typed = [self.chance.choice(TYPED) for _ in range(self.chance.randint(1, 20))]
        typed = [mutated(line, self.chance) if self.chance.random() < 0.4 else line for line in typed]
        table = Table.open(self.games["python"], "1", ("human", "human"))
        recording, shown = Recording(Wanted("owls.rules"), (), None), io.StringIO()
        desk = Desk(table, lambda name: recording.save(table, name))
        front = Interactive(Typist(typed), Plain(shown), desk)
        with suppress(Branched, InputEnded, Left):
            table.play(front)
        strange = INVISIBLE.search(shown.getvalue().replace(CLEAR, ""))
        return f"{typed!r} {strange!r}" if strange else ""


def attack(cases: int, seed: int, say: Callable[[str], None] = lambda line: None) -> list[str]:
    """What went wrong; `say` is told how far it has come."""
    run, wrong = Attack(Random(seed)), []
    run.prepare()
    for number in range(cases):
        if found := run.one(number):
            wrong.append(f"seed {seed}, {found}")
            say(wrong[-1])
        if (number + 1) % 250 == 0 or number + 1 == cases:
            kinds = ", ".join(f"{count} {kind}" for kind, count in run.done.items())
            seconds, which = run.slowest
            slow = f"{len(run.slow)} slow {run.slow[:9]}, slowest {seconds:.1f} s (case {which})"
            say(f"{number + 1} of {cases}, {len(wrong)} wrong, {slow}: {kinds}")
    return wrong
