"""Whether what is proved of a program is so when it is played."""

from __future__ import annotations

import random

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.machine.layout import instances, layout_of
from interpreter.state import State
from rulelang.ir.model.program import Program
from rulelang.ir.prove.proofs import Kind
from rulelang.ir.prove.walk import Walk

FAULTS: dict[str, Kind] = {"empty": "dry", "full": "full", "bounds": "bounds"}


def holds_in_play(program: Program, seed: int, choices: int = 40) -> str:
    """Plays one game with random choices and looks at every decision, at what was carried out, and at what stopped it.

    Goes out: how the game ended.
    """
    walk = Walk(program)
    proofs = walk.proofs()
    game, drawn = Game(program, "python"), random.Random(seed)
    engine = game.engine(traced=True)
    engine.reached.clear()
    ending = _play(game, walk, drawn, seed, choices)
    assert engine.reached <= proofs.carried, [program.rules[rule] for rule in engine.reached - proofs.carried]
    failed = {rule for (_, rule), proof in proofs.found.items() if proof.verdict == "fails" and rule in engine.reached}
    faulty = {program.rules.index(ending.rule)} if isinstance(ending, GameFault) else set[int]()
    assert failed <= faulty, [program.rules[rule] for rule in failed]  # some of a loop may have been carried out
    if isinstance(ending, GameFault) and ending.sort in FAULTS:
        proof = proofs.found.get((FAULTS[ending.sort], program.rules.index(ending.rule)))
        assert proof is not None, f"it was not seen that it may come to this: {ending}"
        assert proof.verdict != "holds", f"it was proved that it never comes to this: {ending}"
    return "fault" if isinstance(ending, GameFault) else "ended" if ending else "stopped"


def _play(game: Game, walk: Walk, drawn: random.Random, seed: int, choices: int) -> GameFault | bool:
    """The fault that stopped it, or whether it ended."""
    try:
        state = game.new(seed, log=True)
        for _ in range(choices):
            _lies_within(walk, state)
            if state.decision is None:
                return True
            state.apply(drawn.randrange(state.many))
    except GameFault as fault:
        return fault
    return False


def _lies_within(walk: Walk, state: State) -> None:
    """Every counter and every place is as it was said to be at the end of this block."""
    program, layout, cells = walk.program, layout_of(walk.program), state.array
    held = walk.at_the_end_of(-1 - cells[0])
    assert held is not None, program.blocks[-1 - cells[0]].name
    for number, (low, high) in enumerate(held.counters):
        first = layout.counters[number]
        values = cells[first : first + instances(program.counters[number].keys)]
        assert all(low <= value <= high for value in values), (program.counters[number].name, low, high, values)
    for place in layout.places:
        low, high = held.sizes[place.declaration]
        assert low <= cells[place.size] <= high, (program.zones[place.declaration].name, low, high, cells[place.size])
