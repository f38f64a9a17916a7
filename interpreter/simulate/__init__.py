"""Many games between bots, and what they tell.

Comes in: a game, bots, seeds.  Goes out: one `Playout` for each game, `Statistics` over all of them, findings in
sentences, a table for spreadsheets, a page to look at.  What stands on the terminal is left to the commands.
"""

from interpreter.machine.generator import seed_of
from interpreter.simulate.beside.comparing import Comparison, Difference, amount
from interpreter.simulate.findings import findings, percent
from interpreter.simulate.numbers import Bar, Spread, wilson
from interpreter.simulate.playout import MOST_DECISIONS, Playout, play_out
from interpreter.simulate.running import Plan, native_code, play_all, play_batches
from interpreter.simulate.statistics import Statistics
from interpreter.simulate.table import Table

__all__ = [
    "MOST_DECISIONS",
    "Bar",
    "Comparison",
    "Difference",
    "Plan",
    "Playout",
    "Spread",
    "Statistics",
    "Table",
    "amount",
    "findings",
    "native_code",
    "percent",
    "play_all",
    "play_batches",
    "play_out",
    "seed_of",
    "wilson",
]
