"""Variants that put different things in one place.

Comes in: the variants that are laid over a game, one after the other.  Goes out: messages where two of them replace
or remove the same thing, or choose different values of one option: only the later one would count, in silence.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulelang.diagnostics import Label
from rulelang.resolve.layers.laid import Key, key_of
from rulelang.resolve.layers.order import Layer
from rulelang.resolve.reports import Reports
from rulelang.source import Span
from rulelang.syntax import model as ast

Place = tuple[Key, str]
"""What is replaced, and by which value if it is an option that is chosen."""


@define
class Rivals:
    """What variants have replaced so far, with where they say so"""

    reports: Reports
    taken: dict[Key, tuple[str, Span, str]] = field(factory=dict)

    def meet(self, layer: Layer) -> None:
        """One more variant."""
        mine: dict[Key, tuple[str, Span, str]] = {}
        for (key, value), span in _replaced(layer.declarations):
            there = self.taken.get(key)
            if there is not None and not (value and value == there[0]):
                labels = [Label(there[1], there[2])]
                self.reports.diagnostic("RL0232", span, labels=labels, name=key[1])
            mine[key] = value, span, layer.title
        self.taken |= mine


def _replaced(declarations: tuple[ast.Decl, ...]) -> Iterator[tuple[Place, Span]]:
    for decl in declarations:
        match decl:
            case ast.Replace(declaration=ast.Setup() | ast.Play() | ast.Winner() as new):
                yield ((None, type(new).__name__.lower()), ""), decl.span
            case ast.Replace(declaration=ast.Kind(name=name) | ast.Option(name=name)):
                yield ((None, name.text), ""), name.span
            case ast.Replace(declaration=ast.Payoff(player=player)):
                yield (("player", "payoff"), ""), player.span
            case ast.Replace(declaration=ast.State(entries=entries)):
                for entry in entries:
                    yield (key_of(entry.signature), ""), entry.signature.name.span
            case ast.Replace(declaration=ast.Define() | ast.Step() | ast.Table() as new):
                yield (key_of(new.signature), ""), new.signature.name.span
            case ast.Remove(name=name) if name is not None:
                yield ((None, name.text), ""), name.span
            case ast.OptionChosen(name=name, value=value):
                yield ((None, name.text), value.text), decl.span
            case _:
                pass
