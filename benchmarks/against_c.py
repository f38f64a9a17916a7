"""Native and Python backends beside hand-written C for the same games: choices listed and one picked, at -O2 and as
well as the compiler can for this machine; and, where there is such a program, choices counted and one selected.

python -m benchmarks.against_c
"""

from __future__ import annotations

from benchmarks.measure import Run, contest, print_rates
from benchmarks.ours import GAMES, all_of
from benchmarks.programs import SOURCES, compiler, program

C, WELL, COUNTING = "hand-written C", "C, -O3 -march=native", "C that counts, -O3 -march=native"
FLAGS = ("-O3", "-march=native")


def main() -> None:
    if compiler() is None:
        print("Hand-written C: left out, there is no C compiler here.\n")
        return
    for name in GAMES:
        programs: dict[str, Run] = {C: program(name), WELL: program(name, *FLAGS)}
        if "COUNTING" in (SOURCES / f"{name}.c").read_text("utf-8"):
            programs[COUNTING] = program(name, *FLAGS, "-DCOUNTING")
        print_rates(name, contest({**programs, **all_of(name)}), [WELL, COUNTING])


if __name__ == "__main__":
    main()
