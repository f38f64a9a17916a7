"""Values: `define`, `payoff`, and tables with layers over them.

Comes in: the values as laid.  Goes out: first their names, then `DefineDecl`s. The sort of a value is that of
its layers together, so a value is worked out when somebody first asks for it.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulelang.resolve.expressions import logic
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import as_card, fit, flag
from rulelang.resolve.layers.laid import Key, Laid, Value, unique_keys
from rulelang.resolve.model.expressions import Expr, TableLookup, Var, Variable
from rulelang.resolve.model.program import DefineDecl, LayerDecl
from rulelang.resolve.model.sorts import FlagSort, NumberSort, Sort
from rulelang.resolve.names import Names, Thing
from rulelang.resolve.reports import Reports
from rulelang.resolve.scopes import Scope
from rulelang.resolve.signatures import all_parameters, variables
from rulelang.resolve.sorts import common, describe
from rulelang.source import Span
from rulelang.syntax import model as ast


@define
class _Layer:
    """A layer as written, with the scope of its own parameters"""

    value: ast.Expr
    when: ast.Expr | None
    cites: tuple[str, ...]
    parameters: tuple[Variable, ...]
    scope: Scope


@define
class _Pending:
    """A value that is not worked out yet"""

    key: str
    value: Value
    parameters: tuple[Variable, ...]
    scope: Scope
    receiver: bool
    span: Span


@define
class Values:
    """All values of a game; `found` has those that are worked out, None for those that are wrong."""

    names: Names
    reports: Reports
    pending: dict[str, _Pending] = field(factory=dict)
    found: dict[str, DefineDecl | None] = field(factory=dict)
    under_way: list[str] = field(factory=list)

    def decls(self) -> dict[str, DefineDecl]:
        """Every value, worked out, in the order of declaration."""
        worked_out = {key: self.decl(key) for key in self.pending}
        return {key: decl for key, decl in worked_out.items() if decl is not None}

    def sort(self, key: str) -> Sort | None:
        """The sort of a value; None if it is wrong."""
        decl = self.decl(key)
        return decl.sort if decl is not None else None

    def decl(self, key: str) -> DefineDecl | None:
        """A value, worked out now if it has not been yet."""
        if key in self.found:
            return self.found[key]
        if key in self.under_way:
            way = [*self.under_way[self.under_way.index(key) :], key]
            pending = self.pending[way[0]]
            text = " → ".join(f"`{name}`" for name in way)
            self.reports.diagnostic("RL0502", pending.span, name=way[0], way=text)
            self.found |= dict.fromkeys(way)
            return None
        self.under_way.append(key)
        found = self._work_out(self.pending[key])
        self.under_way.pop()
        return self.found.setdefault(key, found)

    def _work_out(self, pending: _Pending) -> DefineDecl | None:
        declaration = pending.value.declaration
        layers: list[LayerDecl] = []
        sort: Sort | None = None
        if isinstance(declaration, ast.Table):
            layers, sort = self._table(pending)
        for written in self._written(pending):
            layer = self._layer(written, sort, pending)
            if layer is None or (isinstance(declaration, ast.Payoff) and not self._counts(layer, pending)):
                return None
            layers.append(layer)
            sort = common(sort, layer.value.sort) if sort is not None else layer.value.sort
            if sort is None:
                return None
        if sort is None:
            return None
        return DefineDecl(
            pending.key,
            pending.receiver,
            pending.parameters,
            sort,
            tuple(layers),
            span=pending.span,
            cites=declaration.cites,
        )

    def _counts(self, layer: LayerDecl, pending: _Pending) -> bool:
        """Whether a payoff is a number, or yes or no for 1 or 0; else it says so."""
        return isinstance(layer.value.sort, FlagSort) or fit(layer.value, NumberSort(), pending.scope) is not None

    # ------------------------------------------------------------ layers

    def _table(self, pending: _Pending) -> tuple[list[LayerDecl], Sort | None]:
        """The lowest layer of a table is the table itself."""
        table = self.names.tables.get(pending.key)
        if table is None:
            return [], None
        arguments = tuple(Var(v, sort=v.sort, span=pending.span) for v in pending.parameters)
        lookup = TableLookup(pending.key, arguments, sort=table.sort, span=pending.span)
        return [LayerDecl(pending.parameters, lookup, None, span=pending.span)], table.sort

    def _written(self, pending: _Pending) -> list[_Layer]:
        """The layers as written, lowest first."""
        declaration, found = pending.value.declaration, []
        if not isinstance(declaration, ast.Table):
            own = pending.parameters, pending.scope
            found.append(_Layer(declaration.value, None, declaration.cites, *own))
            found += [_Layer(b.value, b.when, b.cites, *own) for b in declaration.exceptions]
        like = tuple(v.sort for v in pending.parameters)
        for layer in pending.value.layers:
            scope = Scope(self.names, self.reports)
            wanted, given = len(pending.parameters), all_parameters(layer.signature)
            if len(given) != wanted:
                self.reports.diagnostic(
                    "RL0214",
                    layer.signature.span,
                    name=layer.signature.name.text,
                    want=wanted - pending.receiver,
                    have=len(given) - pending.receiver,
                )
                continue
            parameters = variables(given, scope, like)
            if parameters is not None:
                found.append(_Layer(layer.value, layer.when, layer.cites, parameters, scope))
        return found

    def _layer(self, layer: _Layer, beneath: Sort | None, pending: _Pending) -> LayerDecl | None:
        scope = evolve(layer.scope.inner(), usual=beneath)
        when = flag(layer.when, scope) if layer.when is not None else None
        if (when is None) != (layer.when is None):
            return None
        if when is not None:
            scope = scope.knowing(logic.learnt(when, scope, so=True))
        value = expression(layer.value, scope, beneath or self._meant(layer, pending))
        if value is None:
            return None
        value = as_card(value)
        if beneath is not None and common(beneath, value.sort) is None:
            self.reports.diagnostic("RL0316", value.span, have=describe(value.sort), beneath=describe(beneath))
            return None
        return LayerDecl(layer.parameters, value, when, layer.cites, span=_span(value, when))

    def _meant(self, layer: _Layer, pending: _Pending) -> Sort | None:
        """What a lowest layer that is none or a bare word stands for: the layers over it tell."""
        declaration = pending.value.declaration
        if not isinstance(layer.value, ast.NoneValue | ast.NameRef) or isinstance(declaration, ast.Table):
            return None
        if isinstance(layer.value, ast.NameRef) and len(self.names.members(layer.value.name.text)) < 2:
            return None
        for other in declaration.exceptions:
            if not isinstance(other.value, ast.NoneValue | ast.Usual):
                found = expression(other.value, layer.scope.inner())
                return as_card(found).sort if found is not None else None
        return None


def _span(value: Expr, when: Expr | None) -> Span:
    return value.span.to(when.span) if when is not None else value.span


def announce(laid: Laid, names: Names, reports: Reports) -> Values:
    """Put the names of all values into `names`; they are worked out when they are asked for."""
    values = Values(names, reports)
    keys = unique_keys(laid.values)
    for name, value in laid.values.items():
        if isinstance(value.declaration, ast.Table) and not value.layers:
            continue
        _announce(values, name, keys[name], value)
    return values


def _announce(values: Values, name: Key, key: str, value: Value) -> None:
    names, declaration = values.names, value.declaration
    scope = Scope(names, values.reports)
    if isinstance(declaration, ast.Table):
        table = names.tables.get(key)
        if table is None:
            return
        written = all_parameters(declaration.signature)
        parameters: tuple[Variable, ...] | None = tuple(
            names.variable(p.name.text, s) for p, s in zip(written, table.keys, strict=True)
        )
        receiver, span = declaration.signature.receiver is not None, declaration.signature.name.span
    elif isinstance(declaration, ast.Payoff):
        player = ast.Parameter(declaration.player, None, span=declaration.player.span)
        parameters, receiver, span = variables((player,), scope), True, declaration.player.span
    else:
        parameters = variables(all_parameters(declaration.signature), scope)
        receiver, span = declaration.signature.receiver is not None, declaration.signature.name.span
    if parameters is None:
        names.wrong.add(name[1])
        return
    values.pending[key] = _Pending(key, value, parameters, scope, receiver, span)
    _add_thing(values, name[1], values.pending[key])


def _add_thing(values: Values, word: str, pending: _Pending) -> None:
    names, key = values.names, pending.key
    if isinstance(pending.value.declaration, ast.Table):
        things = [names.plain.get(word), *names.attributes.get(word, [])]
        old = next((t for t in things if t is not None and t.what == "table" and t.key == key), None)
        if old is None:
            return
        if old.receiver is not None:
            names.attributes[word].remove(old)
    receiver = pending.parameters[0].sort if pending.receiver else None
    rest = pending.parameters[1:] if pending.receiver else pending.parameters
    names.add_thing(Thing("define", word, key, receiver, rest, pending.span, lambda: values.sort(key)))
