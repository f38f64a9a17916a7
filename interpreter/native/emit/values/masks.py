"""What is asked of all cards of a place at once, where these are bits and the answer for each card is known beforehand.

Comes in: folds.  Goes out: operands, or nothing where the members have to be gone through.  ``count card in hand
where card.suit is led`` is the number of bits that the hand and the cards of that suit have in common; for a value that
is not known beforehand the cards of each value stand in a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.kernel.words import NONE
from interpreter.machine.layout import Place
from interpreter.native.analyse.plans import in_words, stripped
from interpreter.native.emit.scope import Context
from interpreter.native.emit.values.addresses import Places
from interpreter.native.emit.values.writing import Values
from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.analyse.monotone import singles
from rulelang.ir.analyse.one_by_one import holds_for
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

MOST_VALUES = 32
"""A table of the cards of more values is not written."""
FEW_VALUES = 6
"""A sum of more values, and a question for more of them, is reckoned card by card."""
Condition = tuple[str, ir.Expr]


@frozen
class Passing:
    """The cards of a place that meet what can be said beforehand, and what is left to be asked of each"""

    zone: ir.Zone
    place: Place
    cards: tuple[int, ...]
    left: tuple[Condition, ...]

    def words(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Their bits."""
        return in_words(sum(1 << card - (self.place.base or 0) for card in cards), self.place)


def passing(context: Context, source: ir.Source, more: Sequence[Condition]) -> Passing | None:
    """None where the cards of the source are no bits."""
    inner, conditions = stripped(source)
    if not context.layout.packed or not isinstance(inner, ir.Items) or not isinstance(inner.of, ir.Zone):
        return None
    place = context.layout.places[context.layout.first_place[inner.of.zone]]
    if place.base is None:
        return None
    conditions += more
    key = (inner.of.zone, tuple(conditions))
    if key not in context.passing:
        context.passing[key] = _passing(context, inner.of.zone, conditions)
    cards, left = context.passing[key]
    return Passing(inner.of, place, cards, left)


def _passing(
    context: Context, zone: int, conditions: Sequence[Condition]
) -> tuple[tuple[int, ...], tuple[Condition, ...]]:
    program = context.program
    types = program.zones[zone].types
    cards = [number for number, card in enumerate(program.cards) if card.type in types]
    left: list[Condition] = []
    for name, whole in conditions:
        for condition in singles(whole):
            answers = [holds_for(program, condition, name, card) for card in cards]
            if None in answers:
                left.append((name, condition))
            else:
                cards = [card for card, answer in zip(cards, answers, strict=True) if answer]
    return tuple(cards), tuple(left)


def fold(values: Values, places: Places, node: ir.Fold) -> str | None:
    """The answer of a fold as a number."""
    context, asked = values.context, [] if node.where is None else [(node.variable, node.where)]
    if node.operator == "any":
        asked.append((node.variable, node.value))
    elif node.operator == "all":
        asked.append((node.variable, ir.Unary("not", node.value)))
    elif node.operator not in ("count", "sum"):
        return None
    found = passing(context, node.source, asked)
    if found is None or len(found.left) > 1 or not harmless(context.program, node):
        return None
    if node.operator == "sum":
        return _sum(values, places, node, found)
    words = _words(values, places, found)
    if words is None:
        return None
    w = values.w
    if node.operator == "count":
        total = "0"
        for word in words:
            total = w.two("add", total, w.op(f"call i32 @llvm.ctpop.i32(i32 {word})"))
        return total
    some = "0"
    for word in words:
        some = word if some == "0" else w.two("or", some, word)
    return w.flag(w.test("!=" if node.operator == "any" else "==", some, "0"))


def first(values: Values, places: Places, node: ir.First) -> str | None:
    """The first card that meets a condition, none if there is none, where the best has the lowest number, too."""
    program = values.context.program
    found = passing(values.context, node.source, [] if node.where is None else [(node.variable, node.where)])
    if found is None or len(found.left) > 1 or not harmless(program, node) or not _best_is_lowest(program, node, found):
        return None
    words = _words(values, places, found)
    if words is None:
        return None
    w, result = values.w, str(NONE)
    used = [cell for cell, mask in enumerate(found.words(found.cards)) if mask]
    for cell, word in reversed([*zip(used, words, strict=True)]):
        lowest = w.op(f"call i32 @llvm.cttz.i32(i32 {word}, i1 false)")
        card = w.two("add", lowest, str((found.place.base or 0) + 32 * cell))
        result = w.op(f"select i1 {w.test('!=', word, '0')}, i32 {card}, i32 {result}")
    return result


def _best_is_lowest(program: Program, node: ir.First, found: Passing) -> bool:
    """Whether of cards that meet the same condition those with lower numbers always come first."""
    column = None
    if found.left:
        [(name, condition)] = found.left
        asked = _value_asked(condition, name)
        if asked is None or not asked[2]:
            return False
        column = asked[0]
    ranks: dict[int | None, list[tuple[int, ...]]] = {}
    for card in found.cards:
        value = None if column is None else holds_for(program, ir.Lookup(column, ir.Local("card")), "card", card)
        keys = [holds_for(program, order.value, node.variable, card) for order in node.orders]
        signs = [-1 if order.best == "highest" else 1 for order in node.orders]
        rank = tuple(sign * key for sign, key in zip(signs, keys, strict=True) if key is not None)
        if len(rank) < len(keys):
            return False
        ranks.setdefault(value, []).append(rank)
    return all(rank == sorted(rank) for rank in ranks.values())


def _words(values: Values, places: Places, found: Passing) -> list[str] | None:
    """The bits of the cards that lie there and meet everything, without words that have none."""
    if not found.left:
        masks = found.words(found.cards)
        return [_common(values, places, found, word, str(mask)) for word, mask in enumerate(masks) if mask]
    [(name, condition)] = found.left
    asked = _value_asked(condition, name)
    if asked is None:
        return None
    table, value, equal = asked
    worths = [holds_for(values.context.program, ir.Lookup(table, ir.Local(name)), name, card) for card in found.cards]
    known = [worth for worth in worths if worth is not None]
    if len(known) < len(worths) or not known or max(known) - min(known) >= MOST_VALUES:
        return None
    low, high, cells = min(known), max(known), list[int]()
    for each in range(low, high + 2):  # the last row is for values that no card has
        cells += found.words([c for c, worth in zip(found.cards, worths, strict=True) if (worth == each) is equal])
    w, room = values.w, found.place.room
    row = w.two("sub", values.value(value), str(low))
    row = w.op(f"select i1 {w.test('ult', row, str(high - low + 1))}, i32 {row}, i32 {high - low + 1}")
    start, constant = w.two("mul", row, str(room)), values.context.constant(tuple(cells))
    every = found.words(found.cards)
    return [
        _common(values, places, found, word, w.load(constant, w.two("add", start, str(word))))
        for word in range(room)
        if every[word]
    ]


def _common(values: Values, places: Places, found: Passing, word: int, mask: str) -> str:
    place = found.place
    at = values.w.two("add", places.cell(found.zone), str(place.cards - place.size + word))
    return values.w.two("and", values.w.load("%S", at), mask)


def _value_asked(condition: ir.Expr, name: str) -> tuple[int, ir.Expr, bool] | None:
    """A column and the value that a card must, or must not, have in it."""
    match condition:
        case ir.Unary("not", ir.Unary("not", inner)):
            return _value_asked(inner, name)
        case ir.Unary("not", inner):
            found = _value_asked(inner, name)
            return None if found is None else (found[0], found[1], not found[2])
        case ir.Binary("==" | "!=" as operator, left, right):
            for column, value in ((left, right), (right, left)):
                match column:
                    case ir.Lookup(table, ir.Local(named)) if named == name:
                        if not any(isinstance(node, ir.Local) and node.name == name for node in nodes(value)):
                            return table, value, operator == "=="
    return None


def _sum(values: Values, places: Places, node: ir.Fold, found: Passing) -> str | None:
    """A sum of values that are known beforehand: each different one as often as there are such cards, or, if there are
    many, each of their binary digits as often as there are cards whose value has it.
    """
    worths = [holds_for(values.context.program, node.value, node.variable, card) for card in found.cards]
    known = [worth for worth in worths if worth is not None]
    if found.left or len(known) < len(worths) or sum(map(abs, known)) >= 1 << 31:
        return None
    different = {*known} - {0}
    digits = max(known, default=0).bit_length() if min(known, default=0) >= 0 else MOST_VALUES
    if min(len(different), digits) > FEW_VALUES:
        return None
    if digits < len(different):
        parts = [(1 << digit, [worth >> digit & 1 for worth in known]) for digit in range(digits)]
    else:
        parts = [(each, [int(worth == each) for worth in known]) for each in sorted(different)]
    w, total = values.w, "0"
    for each, has in parts:
        masks = found.words([card for card, one in zip(found.cards, has, strict=True) if one])
        for word, mask in enumerate(masks):
            if mask:
                here = w.op(f"call i32 @llvm.ctpop.i32(i32 {_common(values, places, found, word, str(mask))})")
                total = w.two("add", total, w.two("mul", here, str(each)))
    return total


def every_value(
    values: Values, places: Places, source: ir.Source, asked: Sequence[Condition], value: Condition, low: int
) -> str | None:
    """A bit, counted from `low`, for every value that some card has, as an i64."""
    found = passing(values.context, source, asked)
    if found is None or found.left:
        return None
    name, column = value
    worths = [holds_for(values.context.program, column, name, card) for card in found.cards]
    known = [worth for worth in worths if worth is not None]
    if len(known) < len(worths) or not known or len({*known}) > FEW_VALUES:
        return None
    w, bits = values.w, "0"
    for each in sorted({*known}):
        masks = found.words([card for card, worth in zip(found.cards, known, strict=True) if worth == each])
        some = "0"
        for word, mask in enumerate(masks):
            if mask:
                here = _common(values, places, found, word, str(mask))
                some = here if some == "0" else w.two("or", some, here)
        flag = w.op(f"zext i1 {w.test('!=', some, '0')} to i64")
        bits = w.op(f"or i64 {bits}, {w.op(f'shl i64 {flag}, {each - low}')}")
    return bits
