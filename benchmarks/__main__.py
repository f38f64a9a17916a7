"""Every comparison, one after the other.

python -m benchmarks            all
python -m benchmarks calls      only these
"""

from __future__ import annotations

import argparse
from importlib import import_module

from benchmarks.measure import machine

SCRIPTS = (
    "against_c", "against_objects", "against_openspiel", "against_ismcts", "against_rlcard", "calls", "words", "growth",
    "cold_start", "reports", "thinking", "threads",
)  # fmt: skip


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks", description="Measures speed, side by side.")
    options.add_argument("script", nargs="*", help=", ".join(SCRIPTS))
    chosen = options.parse_args().script or SCRIPTS
    unknown = sorted(set(chosen) - set(SCRIPTS))
    if unknown:
        options.error(f"there is no {', '.join(unknown)}")
    print(
        f"{machine()}.  Median (lowest to highest) of the rounds; CPU time of one process unless it says otherwise.\n"
    )
    for name in chosen:
        module = import_module(f"benchmarks.{name}")
        print(f"## {(module.__doc__ or name).splitlines()[0]}\n", flush=True)
        module.main()


if __name__ == "__main__":
    main()
