"""Why a text is no choice.

Comes in: a text, the offers of a decision and what its player can see.  Goes out: a `Why`, or none where the text names
no step.  Finding the choice that a text means is `parsing`'s matter, conditions in words are `because`'s.

Cards are looked for only among those that the player sees or knows, so that a refusal tells nothing new.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from interpreter.decisions.because import Given, Telling, be
from interpreter.decisions.digits import number
from interpreter.decisions.misfits import Misfits, amount_words
from interpreter.decisions.parsing import Operands, Written, read
from interpreter.decisions.wording import RawChoice, in_brackets, picks_of
from interpreter.machine.contents import Contents
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Engine, Pick, Refusal
from interpreter.machine.texts import listed
from rulelang.ir.model.expressions import NO_NUMBER, NONE, Frame, Subsets
from rulelang.ir.model.program import Display, HeadItem, LetItem, OfferDecl, PickItem
from rulelang.ir.model.reasons import Among, Compared, Empty, Joint, Reason
from rulelang.ir.model.reasons import Why as Explained
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

MOST_TRIED = 2
"""So many things that could be picked are told of where a step has no choice at all."""


@frozen
class Why:
    """Why something cannot be chosen

    `text`: one sentence without its full stop, the author's `else` first, then what is so in this state.  `place`:
    the rule that refuses, as `file:line:column`.  `cites`: the statements of the rulebook behind it.  `step`: what
    cannot be done, as choices write it.
    """

    text: str
    place: str
    cites: tuple[str, ...]
    step: str

    def __str__(self) -> str:
        return f"{self.text} [{' '.join(self.cites)}]" if self.cites else self.text


class Refusals:
    """Reasons for one decision."""

    def __init__(
        self,
        game: Edition,
        engine: Engine,
        array: list[int],
        contents: Contents,
        offers: Sequence[OfferDecl],
        player: int,
    ) -> None:
        self._game = game
        self._engine = engine
        self._array = array
        self._contents = contents
        self._offers = offers
        self._player = player
        self._telling = telling = Telling(engine, array, contents, game.texts, game.program.reasons, player)
        self._picks = Misfits(game, telling)

    def why(self, text: str) -> Why | None:
        """Why this is refused; none if it names no step on offer, or nothing refuses it."""
        written = read(text)
        reasons = [
            self._of_offer(number, offer, written)
            for number, offer in enumerate(self._offers)
            if read(offer.label).label == written.label
        ]
        return next((reason for reason in reasons if reason), None)

    def reason(self, text: str) -> str | None:
        """The sentence alone."""
        found = self.why(text)
        return found.text if found else None

    # ------------------------------------------------------------ which condition

    def _of_offer(self, number: int, offer: OfferDecl, written: Written) -> Why | None:
        items = picks_of(self._game.program, offer)
        refused = self._engine.why_not(self._array, number, ())
        if refused is not None:
            return self._refused(number, offer, (), refused)
        picks: list[Pick] = []
        for item, operands in zip(items, written.places, strict=False):
            value = self._cards(operands) if item.display.sort == "cards" else self._value(item, operands)
            if value is None:
                return self._nothing(offer, item, operands, tuple(picks))
            picks.append(value)
            refused = self._engine.why_not(self._array, number, tuple(picks))
            if refused is not None:
                return self._refused(number, offer, tuple(picks), refused)
        if len(written.places) != len(items):
            return self._unfit(number, offer, items, tuple(picks), len(written.places))
        return None

    def _refused(self, number: int, offer: OfferDecl, picks: tuple[Pick, ...], refused: Refusal) -> Why:
        match refused.sort:
            case "offer":
                return self._not_offered(number, offer, refused.rule)
            case "fallback":
                other = self._written(self._first_choice())
                text = f"{offer.label} is only for when nothing else can be done, and {other} can be"
                return self._made(offer, text, refused.rule)
            case "needs" | "pick":
                item = self._items(offer)[refused.item]
                told = self._explained(offer)[refused.item]
                given = self._given(offer, picks, refused.item)
                rule = self._game.program.rules[refused.rule]
                if isinstance(item, PickItem):
                    text = self._of_pick(offer, item, told, given)
                elif told is None:
                    text = refused.reason.removesuffix(".") or f"{rule.name} forbids it"
                else:
                    text = self._of_condition(told, given)
                return self._made(offer, text, refused.rule, told)

    def _made(self, offer: OfferDecl, text: str, rule: int, told: Explained | None = None) -> Why:
        place = (told.place if told else "") or self._game.program.rules[rule].place
        return Why(text, place, told.cites if told else (), offer.label)

    def _not_offered(self, number: int, offer: OfferDecl, rule: int) -> Why:
        """A condition at the place where the step is offered: a `when`, `once per`, or what a card says."""
        known = self._game.program.reasons.offers
        decision = self._engine.decision(self._array)
        told = known[decision][number] if known and decision is not None else None
        steps = list(dict.fromkeys(self._offers[one].label for one, _ in self._engine.choices(self._array)))
        text = f"{offer.label} is not on offer now"
        if told is not None and self._can_be_read(offer):
            return self._made(offer, f"{text}: {self._waits_for(told)}", rule, told)
        return self._made(offer, f"{text}, only {listed(steps, len(steps), 'or')}", rule, told)

    def _waits_for(self, told: Explained) -> str:
        """The condition of an offer, or that it has been used up."""
        used = told.once and (not told.words or (told.reason is not None and self._telling.holds(told.reason, {})))
        return f"it can be chosen once per {told.once}, and has been" if used else self._of_condition(told, {})

    def _can_be_read(self, offer: OfferDecl) -> bool:
        """Whether every variable of the flow that a condition may speak of has a cell."""
        frames = self._game.layout.frames
        return all(frames[node.slot] is not None for node in nodes(offer.condition or ()) if isinstance(node, Frame))

    # ------------------------------------------------------------ what is said

    def _of_condition(self, told: Explained, given: Given) -> str:
        """The author's sentence, or the condition where more than one thing was asked; then what is so."""
        said = told.said.strip().removesuffix(".")
        words = self._telling.words(told.words, given)
        if told.reason is None:
            return said or (f"it is forbidden when {words}" if told.forbidden else f"it needs {words}")
        so = self._telling.against(told.reason, given, not told.forbidden)
        if not said and _says_all(told.reason):
            return so
        if so == words or f"not so that {words}" in so:
            so = ""
        head = said or (f"it is forbidden when {words}" if told.forbidden else f"it needs {words}")
        return f"{head}: {so}" if so else head

    def _of_pick(self, offer: OfferDecl, item: PickItem, told: Explained | None, given: Given) -> str:
        value = given[item.variable]
        if told is None or not told.seen:
            return (
                told.said.strip().removesuffix(".") if told else ""
            ) or f"{self._game.program.rules[item.rule].name} does not allow this pick"
        if isinstance(item.source, Subsets) and isinstance(value, tuple):
            wrong = self._picks.wrong_set(offer, item, item.source, told, given, value)
            return wrong or self._of_condition(told, given)
        members = self._telling.members(item.source, given)
        name = self._telling.value(item.display, value)
        if value not in members:
            lies = ""
            if item.display.sort == "card" and isinstance(value, int) and value != NONE:
                lies = f", but in {self._contents.zone_name(self._contents.zone_of(value))}"
            return f"{be(name)} not {self._picks.where(item, told, given, members)}{lies}"
        if self._mistyped(item, told, given, value):
            return f"{name} is no {told.types}"
        if item.if_able and (passing := self._picks.passing(item, given, members)) is not None:
            other = self._telling.value(item.display, passing)
            return f"{self._of_condition(told, given)}; {other} can be picked"
        return self._of_condition(told, given)

    # ------------------------------------------------------------ texts that name nothing, or not enough

    def _mistyped(self, item: PickItem, told: Explained, given: Given, value: Pick) -> bool:
        """Whether a card is of a type that the pick leaves out."""
        if not told.types or item.where is None:
            return False
        inner = {**given, item.variable: value}
        refused = not self._telling.look(item.where, inner)
        return refused and (told.reason is None or self._telling.holds(told.reason, inner))

    def _nothing(self, offer: OfferDecl, item: PickItem, operands: Operands, picks: tuple[Pick, ...]) -> Why:
        """A word that stands for nothing of the sort that is picked, as far as the player knows."""
        number = self._items(offer).index(item)
        told = self._explained(offer)[number]
        text = f"`{_said(operands)}` is nothing that {offer.label} could take there"
        if told is not None and told.seen and not item.by_place:
            given = self._given(offer, picks, number)
            text = (
                self._picks.too_few(offer, item, told, given, operands)
                or f"{text}{self._picks.only(item, told, given)}"
            )
        return self._made(offer, text, item.rule, told)

    def _unfit(
        self, number: int, offer: OfferDecl, items: Sequence[PickItem], picks: tuple[Pick, ...], many: int
    ) -> Why:
        """Too much or too little in brackets, with a choice that there is; if there is none, why."""
        rule = items[0].rule if items else self._rule_of(offer)
        text = f"{offer.label} takes {_things(len(items))} in brackets, not {many}"
        choice = next((choice for choice in self._engine.choices(self._array) if choice[0] == number), None)
        if choice is not None:
            return self._made(offer, f"{text}, as in {self._written(choice)}", rule)
        if many < len(items):
            return self._dead_end(number, offer, picks) or self._made(offer, text, rule)
        return self._made(offer, text, rule)

    def _dead_end(self, number: int, offer: OfferDecl, picks: tuple[Pick, ...]) -> Why | None:
        """Why a step has no choice that begins so: the first pick for which there is nothing is told of."""
        items = self._items(offer)
        places = [index for index, item in enumerate(items) if isinstance(item, PickItem)]
        for index in places[len(picks) :]:
            item, told = items[index], self._explained(offer)[index]
            assert isinstance(item, PickItem)
            if told is None or not told.seen or item.by_place:
                return None
            given = self._given(offer, picks, index)
            if isinstance(item.source, Subsets):
                return self._too_small(offer, item, item.source, told, given)
            members = [
                one for one in self._telling.members(item.source, given) if not self._mistyped(item, told, given, one)
            ]
            if not members:
                kind = f" {told.types}" if told.types else "thing"
                text = f"there is no{kind} {self._picks.where(item, told, given, members)}"
                return self._made(offer, text, item.rule, told)
            refused = {one: self._engine.why_not(self._array, number, (*picks, one)) for one in members}
            passing = next((one for one, found in refused.items() if found is None), None)
            if passing is None:
                whys = [self._refused(number, offer, (*picks, one), found) for one, found in refused.items() if found]
                return self._several([self._telling.value(item.display, one) for one in members], whys)
            picks = (*picks, passing)
        return None

    def _several(self, names: Sequence[str], whys: Sequence[Why]) -> Why:
        """What speaks against the first few of those that could be picked."""
        said = [why.text if name in why.text else f"{name}: {why.text}" for name, why in zip(names, whys, strict=True)]
        more = len(said) - MOST_TRIED
        text = "; ".join(dict.fromkeys(said[:MOST_TRIED])) + (f"; and {more} more" if more > 0 else "")
        return evolve(whys[0], text=text)

    def _too_small(self, offer: OfferDecl, item: PickItem, source: Subsets, told: Explained, given: Given) -> Why:
        members = self._telling.members(source.source, given)
        low, high = self._telling.look(source.low, given), self._telling.look(source.high, given)
        where = self._picks.where(item, told, given, members)
        text = f"{offer.label} takes {amount_words(low, high)}, and "
        if low <= high and len(members) >= low:
            return self._made(offer, f"{text}none of those {where} can be taken together", item.rule, told)
        return self._made(offer, f"{text}there are {len(members)} {where}", item.rule, told)

    def _rule_of(self, offer: OfferDecl) -> int:
        name = self._game.program.steps[offer.step].name
        return next((index for index, rule in enumerate(self._game.program.rules) if rule.name == name), 0)

    # ------------------------------------------------------------ pieces

    def _items(self, offer: OfferDecl) -> tuple[HeadItem, ...]:
        return self._game.program.headers[offer.header].items

    def _explained(self, offer: OfferDecl) -> tuple[Explained | None, ...]:
        """What can be told of each item; nothing where a program was made without explanations."""
        known = self._game.program.reasons.headers
        return known[offer.header] if known else (None,) * len(self._items(offer))

    def _given(self, offer: OfferDecl, picks: tuple[Pick, ...], last: int) -> Given:
        """The values of the header's variables, up to an item."""
        header = self._game.program.headers[offer.header]
        given: dict[str, Pick] = {}
        for parameter, argument in zip(header.parameters, offer.arguments, strict=True):
            given[parameter.name] = self._telling.look(argument, {})
        left = list(picks)
        for item in header.items[: last + 1]:
            if isinstance(item, PickItem) and left:
                given[item.variable] = left.pop(0)
            elif isinstance(item, LetItem):
                given[item.variable] = self._telling.argument(item.value, given)
        return given

    def _first_choice(self) -> RawChoice:
        return self._engine.choices(self._array)[0]

    def _written(self, choice: RawChoice) -> str:
        offer = self._offers[choice[0]]
        items = picks_of(self._game.program, offer)
        if any(item.by_place for item in items):
            return offer.label
        pairs = zip(items, choice[1], strict=True)
        return in_brackets(offer.label, [self._telling.value(item.display, value) for item, value in pairs])

    def _value(self, item: PickItem, operands: Operands) -> int | None:
        """The number that one operand stands for, none if it stands for nothing of the sort that is picked."""
        if len(operands) != 1 or operands[0][1] != 1:
            return None
        word = operands[0][0]
        if item.display.maybe and word == "none":
            return NO_NUMBER if item.display.sort == "number" else NONE
        if item.display.sort == "card":
            cards = self._cards(operands)
            return cards[0] if cards and not item.by_place else None
        return self._named(item.display, word)

    def _named(self, display: Display, word: str) -> int | None:
        program = self._game.program
        match display.sort:
            case "number":
                return number(word)
            case "flag":
                return {"no": 0, "yes": 1}.get(word)
            case "member":
                return _index(word, program.kinds[display.of].members)
            case "player":
                return _index(word, self._game.names)
            case "step":
                return _index(word, [step.name for step in program.steps])
            case "card" | "cards":
                return None

    def _cards(self, operands: Operands) -> tuple[int, ...] | None:
        """Cards of these names that the player knows, those in the player's own places first; none if there
        are too few.
        """
        if operands == (("nothing", 1),):
            return ()
        known: dict[str, list[int]] = {}
        for card in self._in_sight():
            known.setdefault(self._game.texts.plain[card].casefold(), []).append(card)
        found: list[int] = []
        for name, amount in operands:
            cards = known.get(name, [])
            if len(cards) < amount:
                return None
            found += cards[:amount]
        return tuple(found)

    def _in_sight(self) -> list[int]:
        places = self._game.layout.places
        mine = [number for number, place in enumerate(places) if self._owner(number) == self._player]
        others = [number for number in range(len(places)) if self._owner(number) != self._player]
        return [
            card
            for number in mine + others
            for card in self._contents.cards(number)
            if self._contents.sees(self._player, number, card)
        ]

    def _owner(self, zone: int) -> int | None:
        place = self._contents.place(zone)
        keys = self._game.program.zones[place.declaration].keys
        return place.keys[0] if keys and keys[0].display.sort == "player" else None


def _says_all(reason: Reason) -> bool:
    """Whether what is so says by itself what was asked for."""
    if isinstance(reason, Joint):
        return all(_says_all(part) for part in reason.parts)
    return isinstance(reason, Compared | Among | Empty)


def _index(word: str, names: Sequence[str]) -> int | None:
    folded = [name.casefold() for name in names]
    return folded.index(word) if word in folded else None


def _said(operands: Operands) -> str:
    return " + ".join(name if amount == 1 else f"{amount} of {name}" for name, amount in operands)


def _things(number: int) -> str:
    return {0: "nothing", 1: "one thing"}.get(number, f"{number} things")
