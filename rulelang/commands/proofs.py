"""`rulec explain FILE --proofs`: what is proved of deals, places with little room and counters with bounds.

Comes in: a project without errors.  Goes out: how many of them never fail, and each of the others with what is certain
of it.  The proofs are those of `rulec check`, at every number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.commands.figures import table
from rulelang.commands.messages import how_many_play
from rulelang.ir.lower.proven import spoken
from rulelang.ir.prove.spans import HIGH

if TYPE_CHECKING:
    from rulelang.compiling import Project
    from rulelang.ir.prove.proofs import Kind, Proof
    from rulelang.source import Span

HEAD = ("line", "what may fail", "what there is", "what there may be")
WANTED = {"dry": "at least {}", "full": "at most {}", "bounds": "{}"}


def proofs_of(project: Project, variants: tuple[str, ...]) -> Iterator[str]:
    """The lines to print."""
    proven = project.proven(variants)
    sites = {where: proof for where, proof in proven.sites.items() if _wanted(where[0], proof)}
    left = [where for where, proof in sites.items() if proof.verdict != "holds"]
    left.sort(key=lambda where: (where[1].path != project.source.path, where[1].path, where[1].start))
    yield f"{proven.game.title}, with {how_many_play(*proven.game.players)}"
    yield (
        f"Deals, places with little room and counters: {_lines(len(sites) - len(left))} proved never to fail, "
        f"{_lines(len(left))} left to play."
    )
    if left:
        rows = [_row(project, proven.text(span), kind, span, sites[kind, span]) for kind, span in left]
        yield from ("", *table([HEAD, *rows], left=2))


def _wanted(kind: Kind, proof: Proof) -> bool:
    """Whether it is a deal, a place with little room, or a counter that the author gave bounds."""
    return kind in WANTED and not (kind == "bounds" and proof.want[1] == HIGH)


def _row(project: Project, text: str, kind: Kind, span: Span, proof: Proof) -> tuple[str, ...]:
    place = project.place(span).rpartition(":")[0].removeprefix(f"{project.source.path}:")
    want = "what is asked for" if kind == "dry" and proof.want[1] == HIGH else WANTED[kind].format(spoken(proof.want))
    return place, text, spoken(proof.have), want


def _lines(count: int) -> str:
    return f"{count} line is" if count == 1 else f"{count} lines are"
