"""An IR program as text that a person can read and compare.

Comes in: a program.  Goes out: its text: what the state holds, then functions, headers, procedures, decisions and
blocks.  Rules are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.dump_statements import INDENT, StatementWriter
from rulelang.ir.model import program as ir


def dump(program: ir.Program) -> str:
    """The whole program as text."""
    return "\n".join(_Dump(program).lines()) + "\n"


class _Dump(StatementWriter):
    """Writes one program from top to bottom."""

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from self._constants()
        yield from self._state()
        yield from self._functions()
        for header in self.program.headers:
            yield from self._header(header)
        for procedure in self.program.procedures:
            yield ""
            yield f"procedure {procedure.name}({self._parameters(procedure.parameters)})"
            yield from self.body(procedure.body, 1)
        for number, decision in enumerate(self.program.decisions):
            yield from self._decision(number, decision)
        for number, block in enumerate(self.program.blocks):
            yield ""
            yield f"block {number} {block.name}"
            yield from self.body(block.body, 1)
            yield INDENT + self.end(block.end)
        yield from self._ends()

    def _head(self) -> Iterator[str]:
        yield f'game "{self.program.title}" for {self.program.players}'
        for variant in self.program.variants:
            yield f'variant "{variant}"'
        for name, value in self.program.options:
            yield f"option {name} is {value}"

        if not self.program.knowing:
            yield "nobody keeps in mind who knows which card"
        if not self.program.placing:
            yield "nobody keeps in mind in which place each card lies"

    def _constants(self) -> Iterator[str]:
        yield ""
        for kind in self.program.kinds:
            yield f"kind {kind.name}: {', '.join(kind.members)}"
        for card_type in self.program.types:
            yield f"cards {card_type.name}: {card_type.first} to {card_type.first + card_type.count - 1}"
        columns = {table: name for name, table, _ in self.program.columns}
        for number, table in enumerate(self.program.tables):
            shown = f" column {columns[number]}" if number in columns else ""
            yield f"table {table.name} from {table.first}{shown}: {' '.join(map(str, table.values))}"

    def _state(self) -> Iterator[str]:
        yield ""
        for zone in self.program.zones:
            backs = f", backs{self._seen(zone.backs)[1:]}" if zone.backs.who != "all" else ""
            room = f"{zone.shape} of {zone.capacity}"
            strict = ", strict" if zone.strict else ""
            yield f"zone {zone.name}{self._key_list(zone.keys)}: {room}{self._seen(zone.seen)}{backs}{strict}"
        for counter in self.program.counters:
            hidden = ", hidden" if counter.hidden else self._seen(counter.seen)
            keys = self._key_list(counter.keys)
            yield f"counter {counter.name}{keys}: {counter.low}..{counter.high} starts at {counter.initial}{hidden}"
        for slot, frame in enumerate(self.program.frames):
            room = f" of {frame.capacity}" if frame.capacity else ""
            yield f"frame ${slot} {frame.name}{room}{' for each seat' if frame.seats else ''}"

    def _key_list(self, keys: tuple[ir.Key, ...]) -> str:
        written = [f"{key.display.sort} {key.low}..{key.high}" for key in keys]
        return f"[{', '.join(written)}]" if written else ""

    def _seen(self, seen: ir.Seen) -> str:
        top = ", top" if seen.top_only else ","
        who = seen.who if seen.function is None else f"{seen.who} of {self.program.functions[seen.function].name}"
        return f"{top} seen by {who}"

    def _parameters(self, parameters: tuple[ir.Parameter, ...]) -> str:
        return ", ".join(f"{{%{one.name}}}" if one.is_set else f"%{one.name}" for one in parameters)

    def _functions(self) -> Iterator[str]:
        yield ""
        for function in self.program.functions:
            yield f"function {function.name}({self._parameters(function.parameters)}) = {self.expr(function.value)}"

    def _header(self, header: ir.Header) -> Iterator[str]:
        yield ""
        yield f"header {header.name}({self._parameters(header.parameters)})"
        for item in header.items:
            match item:
                case ir.PickItem(variable=variable, source=source, where=where):
                    words = [
                        word
                        for word, holds in (
                            ("if able", item.if_able),
                            ("alike", item.alike),
                            ("by place", item.by_place),
                        )
                        if holds
                    ]
                    picked = " ".join([f"pick {self.range(variable, source, where, ())}", *words])
                    yield f"{INDENT}{picked}"
                case ir.LetItem(variable=variable, value=value):
                    yield f"{INDENT}let {variable} = {self.any(value)}"
                case ir.NeedItem(condition=condition, reason=reason):
                    yield f'{INDENT}needs {self.expr(condition)} else "{reason}"'

    def _decision(self, number: int, decision: ir.Decision) -> Iterator[str]:
        yield ""
        secret = "secret " if decision.secret else ""
        by = f"by {self.expr(decision.player)} into {self.expr(decision.answer)}"
        yield f"{secret}decision {number} {decision.name} {by}"
        for offer in decision.offers:
            yield INDENT + self._offer("offer", offer)
        if decision.fallback is not None:
            yield INDENT + self._offer("if none", decision.fallback)

    def _offer(self, word: str, offer: ir.OfferDecl) -> str:
        given = ", ".join(map(self.expr, offer.arguments))
        text = f"{word} {offer.label}: {self.program.headers[offer.header].name}({given})"
        if offer.into:
            text += f" into {', '.join(map(self.expr, offer.into))}"
        return text if offer.condition is None else f"{text} when {self.expr(offer.condition)}"

    def _ends(self) -> Iterator[str]:
        yield ""
        yield f"play is block {self.program.play}"
        for entry in self.program.entries:
            me = "" if entry.me is None else f" with {self.expr(entry.me)}"
            yield f"{entry.kind} {entry.name} begins at block {entry.block}{me}"
        functions = self.program.functions
        for value in self.program.values:
            yield f"value {value.name}: function {functions[value.function].name}"
        for always in self.program.always:
            yield f"always {always.text}"
        for figure in self.program.figures:
            unit = f", {figure.unit}" if figure.unit else ""
            yield f"figure {figure.name}{unit}: function {functions[figure.function].name}, seen by {figure.seen}"
        if self.program.teams:
            yield f"teams {' '.join(map(str, self.program.teams))}"
        for criterion in self.program.result.criteria:
            yield f"winner: {criterion.best} {functions[criterion.function].name}"
        if self.program.result.player is not None:
            yield f"winner: {functions[self.program.result.player].name}"
        if self.program.result.payoff is not None:
            parts = self.program.result.unit
            in_parts = f" in units of 1/{parts}" if parts > 1 else ""
            yield f"payoff: {functions[self.program.result.payoff].name}{in_parts}"
