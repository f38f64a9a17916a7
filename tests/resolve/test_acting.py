"""Which steps need somebody who acts."""

from __future__ import annotations

import pytest

from tests.resolve.texts import clean

GAME = """
cards Chip "{worth}": 1 for each worth in 1 to 3
state:
    deck: pile of Chip, seen by nobody
    player.hand: hand of Chip, seen by owner
    player.score: 0 to 99
    player.tired: flag
    rounds: 0 to 9
    leader: Player, starts as first player
to mine: add 1 to me.score
to free: add 1 to rounds
to free_of(whom: Player): add 1 to whom.score
to player.praise: add 1 to player.score
"""

STEPS = {
    "free": False,
    "mine": True,
    "if rounds is 2: mine": True,
    "for each player: free": False,
    "for each player: mine": True,
    "for each player where player is me: free": True,
    "mine by leader": False,
    "mine by me.left": True,
    "free_of(leader)": False,
    "free_of(me)": True,
    "leader.praise": False,
    "me.praise": True,
    "choose free": True,
    "leader chooses free": False,
    "leader chooses mine": False,
    "leader chooses free_of(leader)": False,
    "leader chooses free_of(me)": True,
    "me.left chooses free": True,
    "turns once: mine": False,
    "turns once from leader: mine": False,
    "turns once from me: mine": True,
    "turns from leader where rounds < 2: mine": False,
    "turns from me where rounds < 2: mine": True,
    "secretly each player: choose free_of(leader)": False,
    "secretly each player in me.others: choose free_of(leader)": True,
    "repeat me.score times: free": True,
}  # fmt: skip


@pytest.mark.parametrize("body", STEPS)
def test_whether_a_step_needs_somebody_who_acts(body: str) -> None:
    text = f"{GAME}to asked:\n    {body}\nto above: asked\n"
    steps = clean(text).steps
    assert steps["asked"].uses_me is STEPS[body]
    assert steps["above"].uses_me is STEPS[body]


HOOKS = {
    "before asked: mine": True,
    "after asked: free": False,
    "after asked when me.tired: free": True,
    "instead of asked: mine": True,
    "forbid asked when me.tired": True,
    "forbid asked when rounds is 2": False,
}  # fmt: skip


@pytest.mark.parametrize("hook", HOOKS)
def test_hooks_count(hook: str) -> None:
    assert clean(f"{GAME}to asked: free\n{hook}\n").steps["asked"].uses_me is HOOKS[hook]
