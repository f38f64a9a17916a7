"""Conditions in words, with the values that they have.

Comes in: a condition taken apart (`rulelang.ir.model.reasons`), the values of its variables, and who is told.  Goes
out: what is so in this state and keeps the condition from holding, as part of a sentence.  Which condition refuses is
left to `refusals`.

The player who is told sees all that such a condition reads: that is proved when the game is compiled, else the
condition comes without parts.  Cards that the player does not see or know are never named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from interpreter.machine.contents import Contents
from interpreter.machine.engine import Engine, Pick
from interpreter.machine.texts import Texts, counted
from rulelang.ir.model.expressions import NONE, Expr, Local, Source
from rulelang.ir.model.program import Display
from rulelang.ir.model.reasons import (
    Among,
    Asked,
    Compared,
    Empty,
    Holds,
    Hole,
    Joint,
    Opposite,
    Part,
    Reason,
    Reasons,
    Unfolded,
    Words,
)  # fmt: skip
from rulelang.ir.walk import nodes

Given = Mapping[str, Pick]
"""The values of the variables of a header or a named value."""
CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
UNLIKE = {"<": "not less than", "<=": "more than", ">": "not more than", ">=": "less than", "==": "not"}
"""What is so where the comparison does not hold."""
UNKNOWN = "a card"
"""A card that the player does not see."""
CALLED = re.compile(r"\.\w+\(")
"""Of a value with brackets behind it the words stay as they are written: `your owns(owl)` is no English."""
MOST_TOLD = 8
"""A group with more members is not counted up."""


class Telling:
    """Tells one player of one state."""

    def __init__(
        self, engine: Engine, array: list[int], contents: Contents, texts: Texts, reasons: Reasons, player: int
    ) -> None:
        self._engine = engine
        self._array = array
        self._contents = contents
        self._texts = texts
        self._reasons = reasons
        self._player = player

    # ------------------------------------------------------------ values

    def look(self, value: Expr, given: Given) -> int:
        found = self._engine.look(self._array, value, given)
        assert isinstance(found, int)
        return found

    def members(self, source: Source, given: Given) -> tuple[Pick, ...]:
        found = self._engine.look(self._array, source, given)
        assert isinstance(found, tuple)
        return found

    def argument(self, given_for: Expr | Source, given: Given) -> Pick:
        """A value, or the cards of a set."""
        if isinstance(given_for, Source):
            return cast("tuple[int, ...]", self.members(given_for, given))
        return self.look(given_for, given)

    def value(self, display: Display, value: Pick) -> str:
        """A value as this player may be told it."""
        if isinstance(value, tuple):
            return " + ".join(counted(map(self.card, value))) or "nothing"
        if display.sort == "player" and value == self._player:
            return "you"
        if display.sort in ("card", "cards") and value != NONE:
            return self.card(value)
        return self._texts.value(display, value)

    def card(self, card: int) -> str:
        return self._texts.card(card) if self._knows(card) else UNKNOWN

    def _knows(self, card: int) -> bool:
        return self._contents.sees(self._player, self._contents.zone_of(card), card)

    def words(self, words: Words, given: Given) -> str:
        """The author's words, with the values of the variables in them."""
        text = ""
        for part in words:
            if isinstance(part, Hole):
                text += self._in_hole(part, given)
            elif text.endswith("you") and CALLED.match(part):
                text = f"{text[:-3]}me{part}"
            elif text.endswith("you") and part.startswith("."):
                text += f"r {part[1:]}"
            else:
                text += part
        return text.strip()

    def _in_hole(self, hole: Hole, given: Given) -> str:
        if any(isinstance(node, Local) and node.name not in given for node in nodes(hole.value)):
            return hole.text
        return self.value(hole.display, self.look(hole.value, given))

    # ------------------------------------------------------------ what is so

    def against(self, reason: Reason, given: Given, wanted: bool = True) -> str:
        """What keeps the condition from being as it is wanted."""
        match reason:
            case Opposite(of):
                return self.against(of, given, not wanted)
            case Joint():
                return self._joint(reason, given, wanted)
            case Compared():
                return self._compared(reason, given, wanted)
            case Empty(words, source):
                many = len(self.members(source, given))
                return f"{self.words(words, given)} {f'holds {many}' if wanted else 'is empty'}"
            case Among():
                return self._among(reason, given, wanted)
            case Asked():
                return self._asked(reason, given, wanted)
            case Unfolded():
                return self._unfolded(reason, given, wanted)
            case Holds(words, _, flag):
                return self._plainly(words, given, wanted, flag)

    def holds(self, reason: Reason, given: Given) -> bool:
        """Whether the condition holds."""
        match reason:
            case Opposite(of):
                return not self.holds(of, given)
            case Joint(word, parts):
                return (all if word == "and" else any)(self.holds(part, given) for part in parts)
            case Compared(operator, left, right):
                one, other = self.look(left.value, given), self.look(right.value, given)
                return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}.get(
                    operator, one == other
                )
            case Empty(_, source):
                return not self.members(source, given)
            case _:
                return bool(self.look(reason.truth, given))

    def _plainly(self, words: Words, given: Given, wanted: bool, flag: bool) -> str:
        text = self.words(words, given)
        if flag:
            return f"{text} is {'no' if wanted else 'yes'}"
        return f"it is not so that {text}" if wanted else text

    def _joint(self, reason: Joint, given: Given, wanted: bool) -> str:
        """The first part that decides; where all of them do, each."""
        if (reason.word == "and") is wanted:
            part = next(part for part in reason.parts if self.holds(part, given) is not wanted)
            return self.against(part, given, wanted)
        return " and ".join(dict.fromkeys(self.against(part, given, wanted) for part in reason.parts))

    def _compared(self, reason: Compared, given: Given, wanted: bool) -> str:
        operator, left, right = reason.operator if wanted else CONTRARY[reason.operator], reason.left, reason.right
        if left.plain and not right.plain and not any(isinstance(part, Hole) for part in left.words):
            operator, left, right = MIRRORED[operator], right, left
        here, there = self._told(left, given), self._told(right, given)
        name, other = self.words(left.words, given), self.words(right.words, given)
        if left.plain and name == here:
            name, here = "", here
        there = there if right.plain or other == there else f"{other} ({there})"
        if operator == "!=":
            return f"{be(name or here)} {there}"
        return f"{be(name)} {here}, {UNLIKE[operator]} {there}" if name else f"{be(here)} {UNLIKE[operator]} {there}"

    def _told(self, part: Part, given: Given) -> str:
        return self.value(part.display, self.look(part.value, given))

    def _among(self, reason: Among, given: Given, wanted: bool) -> str:
        name, value = self.words(reason.value.words, given), self._told(reason.value, given)
        group = self.words(reason.group, given)
        if reason.members is not None:
            members = [self.value(reason.display, member) for member in self.members(reason.members, given)]
            if len(members) <= MOST_TOLD:
                group += f" ({', '.join(members) or 'nothing'})"
        name = name if reason.value.plain or name == value else f"{name} ({value})"
        return f"{be(name)} {'not ' if wanted else ''}in {group}"

    def _asked(self, reason: Asked, given: Given, wanted: bool) -> str:
        """A member that decides, if there is one; else that there is none."""
        found = self.members(reason.source, given)
        if reason.word == "every":
            decided = not wanted
        else:
            decided = (reason.word == "some") is wanted
        if decided:
            if reason.word == "every":
                return f"it is so of {self.words(reason.words, given)}"
            if not found:
                return f"there is no {self.words(reason.inside, given)}"
            return f"there is no {self.words(reason.inside, given)}, only {self._counted(reason, found)}"
        if any(reason.display.sort == "card" and isinstance(one, int) and not self._knows(one) for one in found):
            return self._plainly(reason.words, given, wanted, False)
        inner, member = next(
            (inner, one) for one in found for inner in [{**given, reason.variable: one}] if self._decides(reason, inner)
        )
        return self._witness(reason, inner, member)

    def _counted(self, reason: Asked, found: tuple[Pick, ...]) -> str:
        """What there is instead."""
        told = counted(self.value(reason.display, one) for one in found)
        return ", ".join(told) if len(told) <= MOST_TOLD else f"{len(found)} others"

    def _decides(self, reason: Asked, inner: Given) -> bool:
        if reason.where is not None and not self.holds(reason.where, inner):
            return False
        return reason.word != "every" or (reason.condition is not None and not self.holds(reason.condition, inner))

    def _witness(self, reason: Asked, inner: Given, member: Pick) -> str:
        name = self.value(reason.display, member)
        if reason.word == "every" and reason.condition is not None:
            told = self.against(reason.condition, inner)
        elif reason.where is not None:
            told = self.against(reason.where, inner, wanted=False)
        else:
            return f"there is {name}"
        return told if name in told else f"{name}: {told}"

    def _unfolded(self, reason: Unfolded, given: Given, wanted: bool) -> str:
        """What the named value is made of, in the layer that counts now."""
        inner: dict[str, Pick] = {
            parameter.name: self.argument(argument, given)
            for parameter, argument in zip(reason.parameters, reason.arguments, strict=True)
        }
        for layer in self._reasons.named[reason.number]:
            if layer.when is None or self.look(layer.when, inner):
                if layer.reason is not None:
                    return self.against(layer.reason, inner, wanted)
                break
        return self._plainly(reason.words, given, wanted, True)


def be(name: str) -> str:
    """`you are`, `B is`."""
    return "you are" if name == "you" else f"{name} is"
