"""`rulec explain FILE --layout`: how machine code keeps a game while it plays whole games, and why.

Comes in: a program.  Goes out: lines of text.  What is asked of each place is found by `ir.analyse.uses`, what follows
from that by `ir.optimise`, how choices are counted by `interpreter.native.analyse.plans`.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.machine.layout import layout_of
from interpreter.native.analyse.plans import Domain, Meals, Unplanned, counted_plan
from interpreter.native.emit.scope import Context
from rulelang.ir.analyse.uses import Uses, zone_uses
from rulelang.ir.model.program import Program, ZoneDecl
from rulelang.ir.optimise import optimised

BITS = "a bit for each card"
ORDER = "its cards in their order"


def placing(program: Program, file: str) -> Iterator[str]:
    """The lines of the explanation; `file`: the rules themselves, whose lines are named by their numbers alone."""
    after = optimised(program)
    yield f"How whole games of {program.title} are kept in machine code, for {program.players} players"
    yield ""
    if after.knowing:
        yield "Who knows which card is kept in mind: of cards that look alike it may matter which one is taken."
    else:
        yield "Nobody keeps in mind who knows which card: no choice depends on it."
        if not after.placing:
            yield "Nor where each card lies: it is looked for in the place from which it was taken or picked."
    yield ""
    wide = max((len(_named(program, zone)) for zone in program.zones[1:]), default=0)
    for zone, kept, use in [*zip(program.zones, after.zones, zone_uses(program), strict=True)][1:]:
        asking = _places(program, [rule for rule in (*use.placed, *use.order) if rule is not None], file)
        dealing = _places(program, [rule for rule in use.dealt if rule is not None], file)
        yield f"{_named(program, zone):{wide}}  {_kept(zone, kept, use, asking, dealing)}"
    yield ""
    yield "Choices"
    yield from _choices(after)


def _named(program: Program, zone: ZoneDecl) -> str:
    keys = [key.display for key in zone.keys]
    kinds = [program.kinds[key.of].name.lower() if key.sort == "member" else key.sort for key in keys]
    before = f"{kinds.pop(0)}." if kinds and zone.receiver else ""
    behind = f"({', '.join(kinds)})" if kinds else ""
    return f"{before}{zone.name}{behind}"


def _kept(zone: ZoneDecl, kept: ZoneDecl, use: Uses, asking: str, dealing: str) -> str:
    if zone.shape == "slot":
        return "a card or none"
    if kept.shape in ("hand", "bag"):
        return f"{BITS}: {_without_order(zone, use)}"
    if asking:
        return f"{ORDER}, because of {asking}"
    if use.order:
        return f"{ORDER}, because its top is seen"
    if use.dealt and not use.mixed:
        return f"{ORDER}, because it is not always shuffled before cards are dealt from it ({dealing})"
    return f"{ORDER}, because of who knows them or where they go"


def _without_order(zone: ZoneDecl, use: Uses) -> str:
    if zone.shape in ("hand", "bag"):
        return "it has no order"
    if use.rising:
        return "they are put there once, by number, and then only taken out"
    if use.dealt:
        return "it is shuffled before anything is dealt from it"
    words = {"never": "no rule looks into it", "size": "rules only ask how many there are"}
    return words.get(use.level, "rules only ask which cards there are")


def _places(program: Program, rules: list[int], file: str) -> str:
    """Where these rules stand, the first few of them."""
    found: list[str] = []
    for rule in dict.fromkeys(rules):
        where, _, rest = program.rules[rule].place.partition(f"{file}:")
        line = f"line {rest.partition(':')[0]}" if rest and not where else program.rules[rule].place
        found += [line] if line not in found else []
    more = f" and {len(found) - 2} more" if len(found) > 2 else ""
    return ", ".join(found[:2]) + more


def _choices(program: Program) -> Iterator[str]:
    context = Context(program, layout_of(program, packed=True), checked=True)
    found: dict[str, str] = {}
    for decision in program.decisions:
        for offer in decision.all_offers:
            match counted_plan(context, offer):
                case Unplanned():
                    words = "put into a list, of which one is drawn"
                case Meals():
                    words = "reckoned from how many cards there are of each sort; only what is drawn is put together"
                case Domain():
                    words = "a bit for each, of which one is drawn"
                case _:
                    words = "there or not"
            found.setdefault(offer.label, words)
    wide = max(map(len, found), default=0)
    for label, words in found.items():
        yield f"  {label:{wide}}  {words}"
