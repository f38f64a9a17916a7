"""A game as a sequence of small choices: one word of a fixed vocabulary at a time.

Comes in: a `State`.  Goes out: who has to say a word, which words may be said, and the state to which they lead.  What
the words are stands in `words`; all adapters and the examples of learning use this one class.

What follows of itself is not asked: a word is asked only where there are at least two, or where a decision has but one
choice, and then once.  Nobody but the chooser is told of a choice before its last word has been said.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random

from interpreter.game import Game
from interpreter.machine.chance import ChanceEvent, Outcome
from interpreter.machine.errors import IllegalChoice
from interpreter.state import State
from interpreter.stepwise.words import Spelling, Word, Words


class Stepwise:
    """One game in progress, asked word by word.

    `state`: the state before the choice that is being spelt, not to be changed by others; `said`: the words of that
    choice so far; `words`: the vocabulary.
    """

    __slots__ = ("_alive", "_at", "_legal", "_spelt", "said", "state", "words")

    state: State
    words: Words
    said: tuple[Word, ...]
    _spelt: list[Spelling] | None
    _alive: Sequence[int]
    _at: int
    _legal: tuple[Word, ...] | None

    def __init__(self, state: State) -> None:
        game = state.game
        assert isinstance(game, Game)
        self.words = Words.of(game)
        self._stand(state)

    # ---------------------------------------------------------------- what is to be done

    @property
    def player(self) -> int | None:
        """The seat that has to say a word; none at the end and at chance."""
        return self.state.player

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def returns(self) -> tuple[float, ...]:
        """What the end is worth to each seat, 0 before it."""
        return self.state.returns

    @property
    def chance(self) -> ChanceEvent | None:
        """What chance has to decide, where it is explicit."""
        return self.state.chance

    @property
    def legal(self) -> tuple[Word, ...]:
        """The words that may be said, ascending; none at the end and at chance."""
        if self._legal is None:
            spelt = self._spellings()
            self._legal = tuple(sorted({self._word(spelt[choice]) for choice in self._alive}))
        return self._legal

    def mask(self, into: MutableSequence[int] | None = None) -> MutableSequence[int]:
        """For each word of the vocabulary 1 if it may be said, else 0, written into a buffer of this length or a new
        one.
        """
        numbers: MutableSequence[int] = bytearray(len(self.words)) if into is None else into
        if into is not None:
            for word in range(len(self.words)):
                numbers[word] = 0
        for word in self.legal:
            numbers[word] = 1
        return numbers

    def apply(self, word: Word | str) -> bool:
        """Say a word, by number or text; whether the choice was complete with it, and has been carried out.

        IllegalChoice for a word that may not be said; GameFault where the rules come to a dead end.  Either way nothing
        has changed.
        """
        choice = self.choice(word)
        if choice is None:
            self.say(word)
            return False
        state = self.state.clone()
        state.apply(choice)
        self._stand(state)
        return True

    def choice(self, word: Word | str) -> int | None:
        """The place of the choice that is complete with this word; none if more has to be said.  IllegalChoice for a
        word that may not be said.
        """
        alive = self._left(self._number(word))
        return alive[0] if len(alive) == 1 else None

    def say(self, word: Word | str) -> None:
        """Say a word that does not complete a choice; the state stays as it is.  IllegalChoice for any other."""
        number = self._number(word)
        alive = self._left(number)
        if len(alive) == 1:
            raise IllegalChoice(f"{self.text(number)} completes a choice")
        self.said, self._alive, self._at, self._legal = (*self.said, number), alive, self._at + 1, None
        self._skip()

    def apply_chance(self, outcome: Outcome | str | int) -> None:
        """Let an outcome of explicit chance come up; IllegalChoice for anything else."""
        state = self.state.clone()
        state.apply_chance(outcome)
        self._stand(state)

    def way(self, choice: int) -> tuple[Word, ...]:
        """The words that are still to be said for a choice, by its place among the choices of the state.

        IllegalChoice if it is not among those that are left.
        """
        steps, found = self.clone(), []
        spelling = steps._spellings()[choice]
        while True:
            found.append(steps._word(spelling))
            complete = steps.choice(found[-1])
            if complete is not None:
                if complete != choice:
                    raise IllegalChoice(f"choice {choice} is not left here")
                return tuple(found)
            steps.say(found[-1])

    def random_word(self, chance: Random) -> Word:
        """One of the words that may be said, each equally likely."""
        return chance.choice(self.legal)

    # ---------------------------------------------------------------- texts and copies

    def text(self, word: Word) -> str:
        """How a word is written."""
        return self.words.texts[word]

    def texts(self) -> list[str]:
        """How the words that may be said are written."""
        return [self.words.texts[word] for word in self.legal]

    def on(self, state: State) -> Stepwise:
        """The same words said in another state that has the same choices, such as a world.

        IllegalChoice if they cannot be said there.
        """
        other = Stepwise(state)
        for word in self.said:
            other.say(word)
        return other

    def clone(self) -> Stepwise:
        copy: Stepwise = object.__new__(Stepwise)
        copy.words, copy.state, copy.said = self.words, self.state, self.said
        copy._spelt, copy._alive, copy._at, copy._legal = self._spelt, self._alive, self._at, self._legal
        return copy

    # ---------------------------------------------------------------- pieces

    def _stand(self, state: State) -> None:
        self.state, self.said = state, ()
        self._spelt, self._alive, self._at, self._legal = None, (), 0, None

    def _spellings(self) -> list[Spelling]:
        """The words of all choices, made when first needed; none at the end and at chance."""
        if self._spelt is None:
            decision = self.state.decision
            self._spelt = [] if decision is None else self.words.spell(decision)
            self._alive = range(len(self._spelt))
            if len(self._spelt) > 1:
                self._skip()
        return self._spelt

    def _left(self, word: Word) -> list[int]:
        """The choices that are left when a word has been said."""
        spelt = self._spellings()
        return [choice for choice in self._alive if self._word(spelt[choice]) == word]

    def _skip(self) -> None:
        """Past all words that follow of themselves."""
        spelt = self._spellings()
        while len({self._word(spelt[choice]) for choice in self._alive}) == 1:
            self._at += 1

    def _word(self, spelling: Spelling) -> Word:
        return spelling[self._at] if self._at < len(spelling) else self.words.end

    def _number(self, word: Word | str) -> Word:
        """The number of a word that may be said."""
        legal = self.legal
        if isinstance(word, str):
            found = next((number for number in legal if self.text(number) == word), None)
        else:
            found = int(word) if int(word) in legal else None
        if found is None:
            there = ", ".join(self.texts()) or "nothing"
            raise IllegalChoice(f"{word} cannot be said here, only {there}", self.texts())
        return found
