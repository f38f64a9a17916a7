"""The decision at which a state rests, and the choices it has.

Comes in: a game and the list of integers of a state at rest.  Goes out: a `Decision` with its `Choice`s,
whose texts are made only when somebody reads them, and the choice that a text means.  Carrying a choice out
is left to `state`.

How a choice is written stands in `wording`, what may be typed for it in `parsing`.
"""

from __future__ import annotations

from functools import cached_property

from interpreter.decisions.parsing import ChoiceTexts, read, shown
from interpreter.decisions.refusals import Refusals, Why
from interpreter.decisions.wording import Picks, RawChoice, parts_of, picks_of, texts_of
from interpreter.machine.contents import Contents
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Engine
from interpreter.machine.errors import IllegalChoice
from interpreter.machine.texts import listed
from rulelang.ir.model.program import Decision as DecisionDecl
from rulelang.ir.model.program import OfferDecl, PickItem, StepText


class Choice:
    """One thing that the player may do.  Equal to another of an equal decision with the same offer and picks.

    `offer` is the number of the offer, counted from 0 with the fallback last; `picks` has a number (a seat,
    a member, a card …) or a tuple of cards for each pick; `index` is the place among the decision's
    choices, counted from 0.
    """

    __slots__ = ("decision", "index", "offer", "picks")

    def __init__(self, decision: Decision, index: int, offer: int, picks: Picks) -> None:
        self.decision = decision
        self.index = index
        self.offer = offer
        self.picks = picks

    @property
    def text(self) -> str:
        """How the choice is written; stable, and unlike every other of its decision even after case
        folding.
        """
        return self.decision.texts[self.index]

    @property
    def step(self) -> str:
        """The name of the step that is chosen."""
        return self.decision.step_of(self.offer).name

    @property
    def sentence(self) -> str:
        """What the rules say about the step to a player; empty if nothing."""
        return self.decision.step_of(self.offer).sentence

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Choice):
            return NotImplemented
        return (
            self.offer == other.offer
            and self.picks == other.picks
            and self.decision.number == other.decision.number
            and self.decision.player == other.decision.player
        )

    def __hash__(self) -> int:
        return hash((self.decision.number, self.offer, self.picks))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Choice {self.text}>"


class Decision:
    """Whose turn it is to choose, and from what.  It stays as it is when its state has moved on.

    `player` is a seat counted from 0; `number` the place in `Program.decisions`.
    """

    def __init__(self, game: Edition, engine: Engine, array: list[int], number: int) -> None:
        self._game = game
        self._engine = engine
        self._array = array
        self.number = number
        self.player = engine.chooser(array)
        self._raw: list[RawChoice] | None = None
        self._choices: list[Choice] | None = None

    def is_of(self, game: Edition) -> bool:
        """Whether it is a decision of this game: the same rules, options and players."""
        return self._game is game or self._game.digest == game.digest

    @property
    def declaration(self) -> DecisionDecl:
        return self._game.program.decisions[self.number]

    @property
    def name(self) -> str:
        """What the rules call this decision."""
        return self.declaration.name

    @property
    def seat(self) -> str:
        """The letter of the player."""
        return self._game.names[self.player]

    @property
    def secret(self) -> bool:
        """Whether the others must not learn that or what was chosen before the game has gone on."""
        return self.declaration.secret

    @cached_property
    def offers(self) -> tuple[OfferDecl, ...]:
        """The steps on offer in order, the fallback last."""
        return self.declaration.all_offers

    @property
    def raw(self) -> list[RawChoice]:
        """Every choice as numbers, (offer, picks), in the order of the rules; GameFault if there is none."""
        if self._raw is None:
            self._raw = self._engine.choices(self._array)
        return self._raw

    @property
    def choices(self) -> list[Choice]:
        """Every choice, in the order of the rules; GameFault if there is none."""
        if self._choices is None:
            self._choices = [Choice(self, index, *numbers) for index, numbers in enumerate(self.raw)]
        return self._choices

    def choice(self, index: int) -> Choice:
        """One of the choices by its place counted from 0, without making the others."""
        return self._choices[index] if self._choices else Choice(self, index, *self.raw[index])

    @cached_property
    def texts(self) -> list[str]:
        """The texts of the choices, in their order."""
        return texts_of(self._game.program, self._game.texts, self.contents, self.offers, self.raw)

    @property
    def parts(self) -> list[list[str]]:
        """What stands in the brackets of each choice, one text for each pick."""
        return parts_of(self._game.program, self._game.texts, self.contents, self.offers, self.raw)

    @property
    def sentences(self) -> dict[str, str]:
        """What the rules say about each step that can be chosen, by the step's name; only steps with a
        sentence.
        """
        steps = [self.step_of(offer) for offer in dict.fromkeys(offer for offer, _ in self.raw)]
        return {step.name: step.sentence for step in steps if step.sentence}

    @cached_property
    def contents(self) -> Contents:
        return self._game.contents(self._array, self._engine)

    def step_of(self, offer: int) -> StepText:
        """The step of an offer, as people see it."""
        return self._game.program.steps[self.offers[offer].step]

    def items(self, offer: int) -> tuple[PickItem, ...]:
        """What an offer asks the player to pick, in order."""
        return picks_of(self._game.program, self.offers[offer])

    def parse(self, text: str) -> Choice:
        """The choice that a text means (see `parsing`).  IllegalChoice names the reason, or choices that
        look like it.
        """
        index = self._lookup.find(text)
        if index is not None:
            return self.choice(index)
        raise IllegalChoice(*self._refused(text))

    def why(self, text: str) -> Why | None:
        """Why this is no choice: of every condition the first that refuses, with the values that it reads; none if it
        can be chosen.  It tells nothing that the player does not see.
        """
        try:
            if self._lookup.find(text) is not None:
                return None
        except IllegalChoice as unclear:
            return Why(str(unclear), self._place, (), "")
        return self._refusals.why(text) or self._not_here(text)

    def _not_here(self, text: str) -> Why:
        """Of a text that names no step on offer: whether there is such a step at all."""
        names = {step.name.casefold(): step.name for step in self._game.program.steps}
        step = names.get(read(text).label.rpartition(".")[2], "")
        near = [] if step else self._lookup.near(text)
        said = f"{step} is not on offer now" if step else f"there is no choice {shown(text)}"
        return Why(f"{said}{_instead(near, self._labels)}", self._place, (), step)

    def _refused(self, text: str) -> tuple[str, list[str]]:
        """What is said of a text that is no choice, and choices that look like it."""
        why, near = self._refusals.why(text) or self._not_here(text), self._lookup.near(text)
        said = f": {why.text}" if why.step else _instead(near, self._labels)
        return f"{self.seat} cannot choose {shown(text)}{said}", near or self._labels

    @property
    def _labels(self) -> list[str]:
        """The steps that can be chosen."""
        return list(dict.fromkeys(self.offers[offer].label for offer, _ in self.raw))

    @property
    def _refusals(self) -> Refusals:
        return Refusals(self._game, self._engine, self._array, self.contents, self.offers, self.player)

    @property
    def _place(self) -> str:
        return self._game.program.rules[self.declaration.rule].place

    def find(self, offer: int, picks: Picks) -> int | None:
        """The place of a choice among the choices, none if it is not one of them."""
        try:
            return self.raw.index((offer, picks))
        except ValueError:
            return None

    @cached_property
    def _lookup(self) -> ChoiceTexts:
        return ChoiceTexts(self.texts)


def _instead(near: list[str], labels: list[str]) -> str:
    """What can be chosen: what looks like it, else every step."""
    return f"; near it: {listed(near, len(near), 'or')}" if near else f", only {listed(labels, len(labels), 'or')}"
