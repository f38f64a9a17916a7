"""Laying layers over one another: what is new, replaced, removed, or added to.

Comes in: layers from the lowest up.  Goes out: one set of declarations, and messages about names declared twice,
amendments of nothing, and variants that put different things in one place. Within one layer everything new stands
before what amends, wherever it is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from rulelang.diagnostics import Label, did_you_mean
from rulelang.resolve.layers.laid import Amended, Key, Laid, Value, key_of
from rulelang.resolve.layers.order import Layer
from rulelang.resolve.layers.replacing import Rivals
from rulelang.resolve.reports import Reports
from rulelang.source import Span
from rulelang.syntax import model as ast

MODULE = "in the module"
Amendment = ast.Replace | ast.Remove | ast.Also | ast.Layer


def lay(layers: Iterable[Layer], reports: Reports) -> Laid:
    """All layers as one."""
    laid = Laid()
    rivals = Rivals(reports)
    for layer in layers:
        work = _Laying(laid, layer.title, reports)
        if layer.is_variant:
            rivals.meet(layer)
        for decl in layer.declarations:
            if not isinstance(decl, Amendment):
                work.declare(decl)
        for decl in layer.declarations:
            if isinstance(decl, Amendment):
                work.amend(decl)
    return laid


class _Laying:
    """One layer on its way down."""

    def __init__(self, laid: Laid, title: str, reports: Reports) -> None:
        self.laid, self.title, self.reports = laid, title, reports

    # ------------------------------------------------------------ new names

    def declare(self, decl: ast.Decl) -> None:
        """Something new."""
        laid = self.laid
        match decl:
            case ast.Version() | ast.Use() | ast.Variant() | ast.Scenario():
                pass
            case ast.Game() | ast.Rulebook() | ast.Teams() | ast.Setup() | ast.Play():
                self._only(type(decl).__name__.lower(), decl)
            case ast.Winner():
                self._only(type(decl).__name__.lower(), decl)
            case ast.Players() | ast.PlayerSheet():
                self._only("players", decl)
                for heading in decl.rows[0].cells[1:] if isinstance(decl, ast.PlayerSheet) and decl.rows else ():
                    self._new((None, heading.text), heading.span)
            case ast.OptionChosen():
                laid.chosen.append(decl)
            case ast.State(entries=entries):
                for entry in entries:
                    key, span = _named(entry)
                    if self._new(key, span):
                        self._put(entry, key)
            case ast.Hook():
                laid.hooks.append(decl)
            case ast.Forbid():
                laid.forbids.append(decl)
            case ast.Offer():
                laid.offers.append(decl)
            case ast.Whenever():
                laid.whenevers.append(decl)
            case ast.Always():
                laid.always.append(decl)
            case ast.Shown():
                laid.shown.append(decl)
            case ast.Bot():
                self._bot(decl)
            case ast.Replace() | ast.Remove() | ast.Also() | ast.Layer():
                self.amend(decl)
            case _:
                key, span = _named(decl)
                if self._new(key, span):
                    self._put(decl, key)

    def _only(self, attribute: str, decl: ast.Decl) -> None:
        """What a game has once.  A game that is laid over another one has a title and a rulebook of its own."""
        there = getattr(self.laid, attribute)
        over = attribute in ("game", "rulebook") and self.laid.headed.get(attribute) != self.title
        self.laid.headed[attribute] = self.title
        if there is not None and not over:
            label = Label(there.span, "it stands here already")
            both = isinstance(decl, ast.Winner) and isinstance(there, ast.Winner) and decl.loses != there.loses
            help = "`winner` and `loser` both say who wins: leave one of them out" if both else None
            self.reports.diagnostic("RL0201", decl.span, labels=[label], help=help, name=attribute)
            return
        setattr(self.laid, attribute, decl)

    def _bot(self, decl: ast.Bot) -> None:
        """A bot of its own, or in place of that of a layer beneath."""
        name = decl.name.text
        there = self.laid.bots.get(name)
        if there is not None and there[1] == self.title:
            label = Label(there[0].name.span, "it stands here already")
            self.reports.diagnostic("RL0201", decl.name.span, labels=[label], name=name)
        self.laid.bots[name] = decl, self.title

    def _new(self, key: Key, span: Span) -> bool:
        """Whether nothing has this name yet; from now on something has."""
        there = self.laid.declared.get(key)
        if there is not None:
            labels = [Label(there[0], f"declared here, {there[1]}")]
            beneath = key in self.laid.entries and there[1] != self.title
            help = "`replace state:` above it puts it in place of the one beneath" if beneath else None
            self.reports.diagnostic("RL0201", span, labels=labels, help=help, name=key[1])
            return False
        self.laid.declared[key] = (span, self.title)
        return True

    def _put(self, decl: Any, key: Key) -> None:
        laid = self.laid
        match decl:
            case ast.Kind():
                laid.kinds[key[1]] = Amended(decl)
            case ast.Cards():
                laid.cards[key[1]] = Amended(decl)
            case ast.Table():
                laid.tables[key] = Amended(decl)
                laid.values[key] = Value(decl)
            case ast.Option():
                laid.options[key[1]] = decl
            case ast.Place() | ast.Counter():
                laid.entries[key] = decl
            case ast.Define() | ast.Payoff():
                laid.values[key] = Value(decl)
            case ast.Step():
                laid.steps[key[1]] = decl

    # ------------------------------------------------------------ amendments

    def amend(self, decl: Amendment) -> None:
        """Something laid over what stands beneath."""
        match decl:
            case ast.Replace(declaration=ast.State(entries=entries)):
                for entry in entries:
                    self._replace(entry)
            case ast.Replace(declaration=new):
                self._replace(new)
            case ast.Remove(name=None, cards=cards):
                self.laid.left_out.extend(cards)
            case ast.Remove(name=name) if name is not None:
                self._remove(name)
            case ast.Remove():
                pass
            case ast.Also(added=added):
                self._add(added)
            case ast.Layer():
                self._lay_over(decl)
            case _:
                assert_never(decl)

    def _replace(self, new: Any) -> None:
        if isinstance(new, ast.Setup | ast.Play | ast.Winner):
            attribute = type(new).__name__.lower()
            if not self._first_replacement((None, attribute), new.span):
                return
            if getattr(self.laid, attribute) is None:
                self.reports.diagnostic("RL0220", new.span, name=attribute, doing="replace")
            setattr(self.laid, attribute, new)
            return
        key, span = _named(new)
        if not self._is_there(new, key):
            self._nothing(key, span, "replace")
            return
        if not self._first_replacement(key, span):
            return
        self._drop(key)
        self._new(key, span)
        self._put(new, key)

    def _first_replacement(self, key: Key, span: Span) -> bool:
        """Whether nothing else of this layer and no other module has replaced it, so that it is clear what counts."""
        there = self.laid.replaced.get(key)
        self.laid.replaced[key] = span, self.title
        if there is None or (there[1] != self.title and not self.title.startswith(MODULE)):
            return True
        labels = [Label(there[0], f"replaced here, {there[1]}")]
        self.reports.diagnostic("RL0251", span, labels=labels, name=key[1])
        return False

    def _is_there(self, new: Any, key: Key) -> bool:
        laid = self.laid
        match new:
            case ast.Kind():
                return key[1] in laid.kinds
            case ast.Option():
                return key[1] in laid.options
            case ast.Place() | ast.Counter():
                return key in laid.entries
            case ast.Step():
                return key[1] in laid.steps
            case _:
                return key in laid.values

    def _nothing(self, key: Key, span: Span, doing: str) -> None:
        near = did_you_mean(key[1], [name for _, name in self.laid.declared])
        self.reports.diagnostic("RL0220", span, name=key[1], doing=doing, suggestion=near)

    def _drop(self, key: Key) -> None:
        laid, name = self.laid, key[1]
        laid.declared.pop(key, None)
        for by_key in (laid.tables, laid.entries, laid.values):
            by_key.pop(key, None)
        if key[0] is None:
            for by_name in (laid.kinds, laid.cards, laid.options):
                by_name.pop(name, None)
        if name in laid.steps and _named(laid.steps[name])[0] == key:
            del laid.steps[name]

    def _remove(self, name: ast.Name) -> None:
        keys = [key for key in self.laid.declared if key[1] == name.text]
        if not keys:
            self._nothing((None, name.text), name.span, "remove")
        for key in keys:
            self._drop(key)

    def _add(self, added: ast.Kind | ast.Cards | ast.Table) -> None:
        key, span = _named(added)
        match added:
            case ast.Kind() if key[1] in self.laid.kinds:
                self.laid.kinds[key[1]].added.append(added)
            case ast.Cards() if key[1] in self.laid.cards:
                self.laid.cards[key[1]].added.append(added)
            case ast.Table() if key in self.laid.tables:
                self.laid.tables[key].added.append(added)
            case _:
                self._nothing(key, span, "add to")

    def _lay_over(self, layer: ast.Layer) -> None:
        key = key_of(layer.signature)
        if key in self.laid.values:
            self.laid.values[key].layers.append(layer)
            return
        near = did_you_mean(key[1], [name for _, name in self.laid.values])
        self.reports.diagnostic("RL0221", layer.signature.name.span, name=key[1], suggestion=near)


def _named(decl: Any) -> tuple[Key, Span]:
    """The key of a declaration and where its name stands."""
    match decl:
        case ast.Kind(name=name) | ast.Cards(name=name) | ast.Option(name=name):
            return (None, name.text), name.span
        case ast.Payoff(player=player):
            return ("player", "payoff"), player.span
        case _:
            return key_of(decl.signature), decl.signature.name.span
