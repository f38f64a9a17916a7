"""Which code explains which sort of fault, for the commands that show one.

Comes in: the sort of a fault of the machine.  Goes out: the code whose page says why and how to mend it.  The message
is the machine's; the sorts are those of `interpreter.machine.engine.FaultSort`.
"""

from __future__ import annotations

FAULT_CODES: dict[str, str] = {
    "endless": "RL1001",
    "nobody_can_choose": "RL1002",
    "no_card": "RL1003",
    "empty": "RL1004",
    "full": "RL1005",
    "position": "RL1006",
    "bounds": "RL1007",
    "range": "RL1008",
    "division": "RL1009",
    "number": "RL1010",
    "nothing": "RL1011",
    "negative": "RL1012",
    "too_many": "RL1013",
    "stated": "RL1014",
    "strange": "RL1015",
}
