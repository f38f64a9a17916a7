"""Chains of rules that are deeper, and lists of conditions that are longer, than can be followed.

Comes in: what is laid.  Goes out: a message about each list that is too long, or about one chain that is too deep.
Everything that follows goes down such chains, so this is asked before anything is resolved, of the words alone: two
things of one name count as one.  Circles are left to `check`; here a way through one is a chain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulelang.nodes import Parts, has
from rulelang.resolve.layers.laid import Laid
from rulelang.resolve.reports import Reports
from rulelang.source import Span
from rulelang.syntax import model as ast

DEEPEST = 2_000
"""So deep a chain may be, counting what stands inside one another in each of its steps and values."""

LONGEST = 64
"""So many conditions may stand one after the other where each is asked only if those before it do not hold."""


def check(laid: Laid, reports: Reports) -> bool:
    """Whether all chains and lists can be followed."""
    long = list(_too_long(laid))
    for span, what, number in long:
        reports.diagnostic("RL0526", span, what=what, number=number, most=LONGEST)
    return not long and _all_shallow(laid, reports)


def _too_long(laid: Laid) -> Iterator[tuple[Span, str, int]]:
    """Every list that is too long: where, of what, and how long it is."""
    lists: list[tuple[Span, str, int]] = []
    for node, _ in _nodes(laid):
        match node:
            case ast.If(arms=arms):
                lists.append((node.span, "conditions of one `if`", len(arms)))
            case ast.And(parts=parts) | ast.Or(parts=parts):
                lists.append((node.span, "parts of one condition", len(parts)))
            case _:
                pass
    for value in laid.values.values():
        declaration = value.declaration
        if isinstance(declaration, ast.Define):
            name, number = declaration.signature.name, len(declaration.exceptions) + len(value.layers)
            lists.append((name.span, f"exceptions from `{name.text}`", number))
    instead = [name for hook in laid.hooks if hook.time == "instead of" for name in hook.steps]
    last = {name.text: name.span for name in instead}
    for text, number in Counter(name.text for name in instead).items():
        lists.append((last[text], f"rules for `instead of {text}`", number))
    yield from (found for found in lists if found[2] > LONGEST)


def _all_shallow(laid: Laid, reports: Reports) -> bool:
    spans: dict[str, Span] = {}
    depths: dict[str, int] = {}
    words: dict[str, dict[str, None]] = {}
    for name, piece in _declared(laid):
        spans.setdefault(name.text, name.span)
        found, depth = _words(piece)
        depths[name.text] = max(depths.get(name.text, 0), depth)
        words.setdefault(name.text, {}).update(found)
    for text, depth in _chains(depths, words).items():
        if depth > DEEPEST:
            reports.diagnostic("RL0525", spans[text], name=text, depth=f"{depth:,}", most=f"{DEEPEST:,}")
            return False
    return True


def _declared(laid: Laid) -> Iterator[tuple[ast.Name, object]]:
    """Every piece of a rule that others can lead to, with the name of the rule."""
    for step in laid.steps.values():
        yield step.signature.name, step
    for hook in laid.hooks:
        yield from ((name, hook) for name in hook.steps)
    for forbid in laid.forbids:
        yield from ((name, forbid) for name in forbid.steps)
    for value in laid.values.values():
        declaration = value.declaration
        if isinstance(declaration, ast.Define):
            yield declaration.signature.name, declaration
            yield from ((declaration.signature.name, layer) for layer in value.layers)


def _words(piece: object) -> tuple[dict[str, None], int]:
    """The names in a piece of the syntax tree, and how deep it is."""
    found: dict[str, None] = {}
    deepest = 0
    for node, depth in _nodes(piece):
        deepest = max(deepest, depth)
        if isinstance(node, ast.Name):
            found[node.text] = None
    return found, deepest


def _nodes(piece: object) -> Iterator[tuple[object, int]]:
    """Everything that has fields, with how deep it lies."""
    todo: list[tuple[object, int]] = [(piece, 1)]
    while todo:
        node, depth = todo.pop()
        parts = _PARTS[type(node)](node)
        if has(type(node)):
            yield node, depth
            depth += 1
        todo += [(part, depth) for part in parts]


_PARTS = Parts(but=("span",))


def _chains(depths: dict[str, int], words: dict[str, dict[str, None]]) -> dict[str, int]:
    """For each name how deep the chain is that begins with it, in the order in which the chains end."""
    found: dict[str, int] = {}
    begun: set[str] = set()
    for start in depths:
        todo = [start]
        while todo:
            name = todo[-1]
            if name not in begun:
                begun.add(name)
                todo += [word for word in words[name] if word in depths and word not in begun]
                continue
            todo.pop()
            if name not in found:
                beneath = [found.get(word, 0) for word in words[name] if word in depths]
                found[name] = depths[name] + max(beneath, default=0)
    return found
