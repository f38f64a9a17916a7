"""The constants of one program as LLVM text, and what every module begins with.

Comes in: a program and its layout.  Goes out: text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from interpreter.kernel.constants import tables
from interpreter.machine.effort import DEALT
from interpreter.machine.generator import INCREMENTS, MULTIPLIER
from interpreter.machine.layout import STREAM_CELLS, Layout
from interpreter.native import abi
from interpreter.native.emit.writer import filled


def table_text(layout: Layout) -> str:
    """All constant tables."""
    program, facts = layout.program, layout.facts.values()
    known: dict[str, tuple[int, ...]] = tables(layout)
    known |= {f"F{number}": fact.values for number, fact in enumerate(facts)}
    known |= {f"T{number}": table.values for number, table in enumerate(program.tables)}
    return "\n".join(table(name, values) for name, values in known.items())


def table(name: str, values: Iterable[int]) -> str:
    """``@NAME = …``"""
    numbers = list(values) or [0]
    listed = ", ".join(f"i32 {number}" for number in numbers)
    return f"@{name} = internal unnamed_addr constant [{len(numbers)} x i32] [{listed}]"


@cache
def head_text(packed: bool, bmi2: bool = False) -> str:
    """What every module begins with: faults, the poll of loops, draws; `bmi2`: the processor has these instructions.

    In the `packed` code of whole games the rules of cards are written wherever they are used: a tenth faster.
    """
    cells = {name: cell for name, cell in vars(abi).items() if name.startswith("X_")}
    faults = {
        "STOPPED": abi.FAULT["stopped"],
        "PAUSED": abi.FAULT["paused"],
        "EFFORT": abi.FAULT["effort"],
        "DEALT": DEALT,
    }
    draws = {"MULTIPLIER": MULTIPLIER, "DEAL": STREAM_CELLS["deal"], "DEAL_INCREMENT": INCREMENTS["deal"]}
    known: dict[str, object] = {**cells, **faults, **draws}
    known["INLINE"] = "alwaysinline" if packed else "inlinehint"
    known["NTH"] = Path(__file__).with_name("nth_bmi2.ll" if bmi2 else "nth.ll").read_text("utf-8")
    return filled(Path(__file__).with_name("runtime.ll").read_text("utf-8"), known)
