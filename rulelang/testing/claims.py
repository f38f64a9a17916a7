"""`then`: what a scenario claims, asked of a state.

Comes in: claims and a state at rest.  Goes out: whether they hold, and in words what was found instead.  What speaks
of the test itself (`may`, `game_over`, `winners`) is answered here; all else was compiled into functions of the game
(`questions`), which are called.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from attrs import define

from interpreter.decisions.choices import Decision
from interpreter.game import Game
from interpreter.machine.engine import EVERYONE_LOST, Engine
from interpreter.machine.layout import OUTCOME
from rulelang.diagnostics import InternalError
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import Claim, Program
from rulelang.resolve.model.sorts import CardSort, FlagSort, MemberSort, NumberSort, PlayerSort
from rulelang.resolve.walk import find
from rulelang.testing.ending import ended_step
from rulelang.testing.model import CaseFailed
from rulelang.testing.playing import MANY, find_choice, on_offer, refusal, ways_to_write
from rulelang.testing.questions import asked_of_the_test, parts_of, sides

NO_NUMBER = -(2**31)
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


@define
class Asking:
    """One state, and what it is asked."""

    game: Game
    engine: Engine
    program: Program
    array: list[int]
    functions: Mapping[int, int]
    """The function of each question, by the identity of its expression."""
    numbers: Sequence[int | None]

    # ------------------------------------------------------------ values

    def value(self, expression: x.Expr) -> int:
        """The number that an expression stands for now."""
        match expression:
            case x.Constant(value=value):
                return value
            case x.Seat(index=index):
                return index
            case x.Named(looks=looks):
                cards = [self.numbers[look] for look in looks]
                found = [card for card in cards if card is not None]
                if not found:
                    raise CaseFailed(f"the card `{expression.text}` does not take part here")
                return found[0]
            case x.SizeOf(of=x.Group(which="winners")):
                return len(self.winners())
            case x.RankOf(player=player):
                return self._rank(self.value(player))
            case _ if asked_of_the_test(expression):
                return int(self.holds(expression))
            case _:
                return self.engine.call(self.functions[id(expression)], self.array)

    def shown(self, expression: x.Expr) -> str:
        """The value of an expression as an author writes it."""
        if isinstance(expression, x.Named):
            return f'"{expression.text}"'
        value = self.value(expression)
        match expression.sort:
            case NumberSort():
                return "none" if value == NO_NUMBER else str(value)
            case FlagSort():
                return "yes" if value else "no"
            case _ if value < 0:
                return "none"
            case PlayerSort():
                return self.game.names[value]
            case CardSort():
                return self.game.texts.card(value)
            case MemberSort(kind=kind):
                known = self.program.kinds.get(kind)
                members = known.members if known is not None else self.program.options[kind].values
                return members[value]
            case _:
                return str(value)

    # ------------------------------------------------------------ claims

    def check(self, claim: Claim) -> None:
        """CaseFailed if the claim does not hold."""
        if not self.holds(claim.condition):
            notes = [*dict.fromkeys(self._found(claim.condition))]
            raise CaseFailed(f"expected that {claim.text}", *notes)
        if claim.because is not None:
            self._check_reason(claim.condition, claim.because)

    def holds(self, condition: x.Expr) -> bool:
        match condition:
            case x.And(parts=parts):
                return all(self.holds(part) for part in parts)
            case x.Or(parts=parts):
                return any(self.holds(part) for part in parts)
            case x.Not(value=value):
                return not self.holds(value)
            case _ if not asked_of_the_test(condition):
                return bool(self.value(condition))
            case x.Can():
                return self._may(condition)
            case x.MayOnly(player=player, offers=offers):
                return self._may_only(self.value(player), offers)
            case x.GameOver():
                return self.engine.over(self.array)
            case x.EveryoneLost():
                return self.array[OUTCOME] == EVERYONE_LOST
            case x.IsIn(value=value):
                return self.value(value) in self.winners()
            case x.Equal(left=left, right=right):
                return self.value(left) == self.value(right)
            case x.Compare(operator=sign, left=left, right=right):
                return bool(COMPARISONS[sign](self.value(left), self.value(right)))
            case _:
                raise InternalError(f"a claim of this sort was let through: {type(condition).__name__}")

    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none before the end of the game, and none if everyone has lost."""
        return self.game.result(self.array, self.engine).winners if self.engine.over(self.array) else ()

    # ------------------------------------------------------------ what was found instead

    def _found(self, condition: x.Expr) -> Iterator[str]:
        """What there is instead, part by part."""
        match condition:
            case x.And(parts=parts):
                for part in parts:
                    if not self.holds(part):
                        yield from self._found(part)
            case x.Or(parts=parts):
                for part in parts:
                    yield from self._found(part)
            case x.Not(value=value):
                yield from self._found(value)
            case x.Can(word="may"):
                yield from self._offered(condition)
            case x.MayOnly(offers=offers):
                yield from self._more_or_less(offers)
            case _ if asked_of_the_test(condition):
                yield from self._end(condition)
            case x.Can():
                yield from self._offered(condition)
            case _:
                for side in sides(condition):
                    if not isinstance(side, x.Constant | x.Seat) and id(side) in self.functions:
                        yield f"{_words(side)} is {self.shown(side)}"

    def _offered(self, asked: x.Can) -> Iterator[str]:
        decision = self.decision()
        yield on_offer(decision) if decision is not None else "nobody has to choose here"
        if decision is not None and (why := self._why(asked, decision)):
            yield f"refused because: {why}"

    def _end(self, condition: x.Expr) -> Iterator[str]:
        """What a claim about the end of the game, or a comparison with it, found."""
        for asked in find(x.Can, condition):
            yield from self._offered(asked)
        if not self.engine.over(self.array):
            yield "the game goes on"
        elif (result := self.game.result(self.array, self.engine)) is not None:
            yield f"the game is over: {result.why}"

    # ------------------------------------------------------------ choices

    def decision(self) -> Decision | None:
        """What somebody has to choose now; nothing where the test is at its end."""
        number = self.engine.decision(self.array)
        if number is None or ended_step(self.game, self.engine, self.array) is not None:
            return None
        return Decision(self.game, self.engine, self.array, number)

    def _may(self, asked: x.Can) -> bool:
        decision = self.decision()
        if decision is None or decision.player != self.value(asked.player):
            return False
        if asked.arguments is None:
            return any(choice.step == asked.step for choice in decision.choices)
        return any(find_choice(decision, text, asked.step) for text in self._texts(asked))

    def _may_only(self, player: int, offers: Sequence[x.Can]) -> bool:
        decision = self.decision()
        if decision is None or decision.player != player:
            return False
        named = [self._named(decision, offer) for offer in offers]
        return all(named) and len(set().union(*named)) == len(decision.choices)

    def _named(self, decision: Decision, asked: x.Can) -> set[str]:
        """The texts of the choices that are meant: all of a step, or one."""
        if asked.arguments is None:
            return {choice.text for choice in decision.choices if choice.step == asked.step}
        found = (find_choice(decision, text, asked.step) for text in self._texts(asked))
        return {choice.text for choice in found if choice is not None}

    def _more_or_less(self, offers: Sequence[x.Can]) -> Iterator[str]:
        """What is on offer that was not named, and what was named and is not on offer."""
        decision = self.decision()
        if decision is None:
            yield "nobody has to choose here"
            return
        if decision.player != self.value(offers[0].player):
            yield on_offer(decision)
            return
        named = [self._named(decision, offer) for offer in offers]
        more = [choice.text for choice in decision.choices if choice.text not in set().union(*named)]
        if more:
            yield f"on offer too: {', '.join(more[:MANY])}{f' and {len(more) - MANY} more' if len(more) > MANY else ''}"
        for offer, texts in zip(offers, named, strict=True):
            if not texts:
                yield f"not on offer: {(self._texts(offer) if offer.arguments is not None else [offer.step])[0]}"

    def _rank(self, seat: int) -> int:
        """The place of a player; 0 where nobody is ranked."""
        if not self.engine.over(self.array):
            return 0
        ranks = self.game.result(self.array, self.engine).ranks
        return ranks[seat] if ranks else 0

    def _texts(self, asked: x.Can) -> list[str]:
        """How the choice may be written: a card's name may stand for cards that are written with a number."""
        receiver = f"{self.shown(asked.receiver)}." if asked.receiver is not None else ""
        places = [self._written(argument) for argument in asked.arguments or ()]
        label = f"{receiver}{asked.step}"
        step = self.program.steps.get(asked.step)
        parameters = len(step.parameters) if step is not None else 0
        texts = [f"{label}({', '.join(words)})" if words else label for words in product(*places)]
        return [way for text in texts for way in ways_to_write(text, parameters)]

    def _written(self, argument: x.Expr) -> list[str]:
        ways = []
        for part in parts_of(argument):
            if isinstance(part, x.Named):
                cards = [self.numbers[look] for look in part.looks]
                ways.append(list(dict.fromkeys(self.game.texts.card(card) for card in cards if card is not None)))
            else:
                ways.append([self.shown(part)])
        return [" + ".join(words) or "nothing" for words in product(*ways)]

    def _check_reason(self, condition: x.Expr, because: str) -> None:
        """The refusal must begin with the reason that the scenario names."""
        asked = condition.value if isinstance(condition, x.Not) else condition
        if not isinstance(asked, x.Can):
            raise CaseFailed("`because` belongs behind a choice that is refused (`may not`, `cannot`)")
        decision = self.decision()
        if decision is None or decision.player != self.value(asked.player):
            who = self.game.names[self.value(asked.player)]
            raise CaseFailed(f"{who} does not choose here, so nothing is refused")
        why = self._why(asked, decision)
        if why is None or not why.casefold().startswith(because.casefold().removesuffix(".")):
            found = f"it is refused because: {why}" if why else "no reason is given: the step is not on offer"
            raise CaseFailed(f'expected that it is refused because "{because}"', found)

    def _why(self, asked: x.Can, decision: Decision) -> str | None:
        for text in self._texts(asked):
            if (why := refusal(self.game, self.engine, self.array, decision, text)) is not None:
                return why
        return None


def _words(side: x.Expr) -> str:
    """What a side of a comparison is called; the claim itself stands above it."""
    match side:
        case x.CounterRef(counter=name, keys=keys) | x.PlaceRef(place=name, keys=keys):
            return _called(name, keys)
        case x.DefineCall(define=name, arguments=arguments) | x.TableLookup(table=name, arguments=arguments):
            return _called(name, arguments)
        case x.SizeOf(of=of):
            return f"count {_words(of)}"
        case x.SlotCard(place=place):
            return _words(place)
        case x.EndCard(place=place, end=end):
            return f"{_words(place)}.{end}"
        case x.Column(card=card, column=name):
            return f"{_words(card)}.{name}"
        case x.Seat(index=index):
            return chr(ord("A") + index)
        case x.Constant(value=value, sort=NumberSort()):
            return str(value)
        case _:
            return "it"


def _called(name: str, keys: Sequence[x.Expr]) -> str:
    name = name.rpartition(".")[2]
    if keys and isinstance(keys[0], x.Seat):
        rest = f"({', '.join(_words(key) for key in keys[1:])})" if keys[1:] else ""
        return f"{_words(keys[0])}.{name}{rest}"
    return f"{name}({', '.join(_words(key) for key in keys)})" if keys else name
