"""Native and Python backends beside hand-written C for the same games (choices listed, one picked; cc -O2).

python -m benchmarks.against_c
"""

from __future__ import annotations

from benchmarks.measure import contest, print_rates
from benchmarks.ours import GAMES, all_of
from benchmarks.programs import compiler, program

C = "hand-written C"


def main() -> None:
    if compiler() is None:
        print("Hand-written C: left out, there is no C compiler here.\n")
        return
    for name in GAMES:
        print_rates(name, contest({C: program(name), **all_of(name)}), [C])


if __name__ == "__main__":
    main()
