"""Rules that lead from one to the next, and long lists: they work, or a message names the limit; never a traceback."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.game import Game
from rulelang.compiling import project_from_text

HEAD = 'rules 1\ngame "Chains"\nplayers 2\nstate:\n    n: 0 to 9\n'
TAIL = 'to go: "Go."\nplay: turns once: choose go\nwinner: highest z, then shared\n'
END = TAIL + "define player.z = "


def steps(many: int) -> str:
    chain = "".join(f"to s{i}: s{i + 1}\n" for i in range(many))
    return f"{HEAD}{chain}to s{many}: set n to 1\nsetup: s0\n{END}n\n"


def blocks(many: int) -> str:
    chain = "".join(f"to s{i}:\n    if n is 0:\n        if n < 3: s{i + 1}\n" for i in range(many))
    return f"{HEAD}{chain}to s{many}: set n to 1\nsetup: s0\n{END}n\n"


def choices(many: int) -> str:
    chain = "".join(f"to s{i}: choose s{i + 1}, if none: pass\n" for i in range(many))
    flow = f'to s{many}: "Go."\nplay: turns once: s0\nwinner: highest z, then shared\ndefine player.z = n\n'
    return f"{HEAD}{chain}{flow}"


def questions(many: int) -> str:
    chain = "".join(f"to s{i}:\n    needs me can s{i + 1}\n    add 1 to n\n" for i in range(many))
    asked = "play: turns once: choose s0, if none: pass\nwinner: highest z, then shared\ndefine player.z = n\n"
    return f"{HEAD}{chain}to s{many}: set n to 1\n{asked}"


def values(many: int) -> str:
    return HEAD + "".join(f"define d{i} = d{i + 1} + 1\n" for i in range(many)) + f"define d{many} = n\n{END}d0\n"


def values_backwards(many: int) -> str:
    chain = "".join(f"define d{i + 1}(x: number) = d{i}(x)\n" for i in range(many))
    return f"{HEAD}define d0(x: number) = x\n{chain}{END}d{many}(n)\n"


def else_ifs(many: int) -> str:
    arms = "".join(f"    else if n is {i % 10}: set n to 2\n" for i in range(1, many))
    return f"{HEAD}setup:\n    if n is 0: set n to 1\n{arms}{END}n\n"


def conditions(many: int) -> str:
    return f"{HEAD}define d = n is 1{' and n is 2' * (many - 1)}\n{TAIL}define player.z = 0\n    but n when d\n"


def exceptions(many: int) -> str:
    return (
        HEAD + "define d = n\n" + "".join(f"but d = usual + 1 when n is {i % 10}\n" for i in range(many)) + END + "d\n"
    )


def replaced(many: int) -> str:
    return HEAD + "to s: set n to 1\n" + "instead of s: as usual\n" * many + f"setup: s\n{END}n\n"


CHAINS = [steps, blocks, choices, questions, values, values_backwards]
LISTS = [else_ifs, conditions, exceptions, replaced]


@pytest.mark.parametrize(("text", "many"), [*((chain, 120) for chain in CHAINS), *((long, 60) for long in LISTS)])
def test_what_works(text: Callable[[int], str], many: int) -> None:
    project = project_from_text(text(many))
    assert not [d for d in project.check() if d.is_error]
    program = project.compile().program
    assert program is not None
    assert Game(program).new("1").decision is not None


@pytest.mark.parametrize(
    ("text", "code"), [*((chain, "RL0525") for chain in CHAINS), *((long, "RL0526") for long in LISTS)]
)
def test_what_is_refused(text: Callable[[int], str], code: str) -> None:
    limit = {"RL0525": "2,000", "RL0526": "64"}[code]
    found = project_from_text(text(900 if code == "RL0525" else 90)).check()
    assert [d.code for d in found] == [code]
    assert limit in found[0].message


def test_values_that_name_the_one_before_twice() -> None:
    """Of thirty the first would be read a thousand million times: this is said, and saying it takes no time."""
    for beginning, codes in (("n", ["RL0527"]), ("1", []), ("count players", [])):
        chain = "".join(f"define d{i + 1} = d{i} - d{i}\n" for i in range(30))
        text = f"{HEAD}define d0 = {beginning}\n{chain}{END}d30 + n\n"
        assert [d.code for d in project_from_text(text).check()] == codes
        dealt = f'cards Card "{{value}}": 1 for each value in 1 to 9\n{text}setup: move up to d30 from box to heap\n'
        project_from_text(dealt.replace("state:", "state:\n    heap: pile of Card, seen by all")).check()


def test_steps_that_perform_the_next_twice() -> None:
    chain = "".join(f"to s{i}:\n    s{i + 1}\n    s{i + 1}\n" for i in range(30))
    asked = "".join(f"to q{i}:\n    needs me can q{i + 1} or me can q{i + 1}\n    add 1 to n\n" for i in range(30))
    for text, go in (
        (f"{HEAD}{chain}to s30: set n to 1\nsetup: s0\n{END}n\n", "s"),
        (f"{HEAD}{asked}to q30: set n to 1\n{END.replace('go', 'q0').partition(chr(10))[2]}n\n", "q"),
    ):
        [found] = project_from_text(text).check()
        assert (found.code, found.message.partition("`")[2][0]) == ("RL0527", go)
        assert text[found.span.start :].startswith(go)


@pytest.mark.parametrize(
    "value",
    [
        "sum of (sum of x * y * n for y in 1 to 5000) for x in 1 to 5000",
        "a(n)\ndefine a(x: number) = sum of b(x) for y in 1 to 3000\ndefine b(x: number) = sum of x for y in 1 to 4000",
        "1\n    but 2 when a(n) > 3\n    but 3 when a(n) > 4\n"
        "define a(x: number) = sum of x * y * n for y in 1 to 1000000",
    ],
)
def test_ranges_inside_one_another(value: str) -> None:
    found = project_from_text(f"{HEAD}{END}{value}\n").check()
    assert [d.code for d in found] == ["RL0527"]


def test_values_that_can_be_worked_out() -> None:
    """Of two branches only one counts; so do ranges up to the longest that there is."""
    chain = "".join(f"define d{i + 1} = d{i} - 1\n    but d{i} + 1 when n is 3\n" for i in range(30))
    assert not project_from_text(f"{HEAD}define d0 = n\n{chain}{END}d30\n").check()
    assert not project_from_text(f"{HEAD}{END}sum of x - n for x in 1 to 1000000\n").check()
