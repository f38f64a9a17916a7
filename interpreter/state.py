"""A game in progress.

Comes in: choices, and outcomes of chance where the caller decides them.  Goes out: decisions, views, logs,
results, bytes.  Carrying rules out is left to the engine, wording to `choices` and `views`.

The list of integers of a state at rest is never changed: every step runs on a copy that takes its place
when all has gone well.  So a clone shares the list, a fault leaves the state as it was, and an old
`Decision` stays readable.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from fractions import Fraction
from operator import index
from random import Random
from typing import Any, SupportsIndex

from interpreter.decisions.choices import Choice, Decision
from interpreter.decisions.refusals import Why
from interpreter.machine import generator, saves
from interpreter.machine.chance import ChanceEvent, Outcome, Script, Undecided
from interpreter.machine.contents import Contents
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Cells, Engine
from interpreter.machine.errors import IllegalChoice
from interpreter.machine.events import Finished
from interpreter.machine.results import Result, returns
from interpreter.machine.saves import Pending
from interpreter.table import Table, table_of
from interpreter.views import View, look
from interpreter.views.changes import changes
from interpreter.views.log import Begun, Log, chosen_entry, sentences
from interpreter.views.story import story
from interpreter.worlds import Worlds
from rulelang.ir.model.program import Rule

MOST_DECISIONS = 1_000_000
"""No playout goes on for longer, unless asked to."""


class State:
    """One game in progress; made by `Game.new` and `Game.restore`.

    It rests at a decision, at its end or, if chance is explicit, at a chance event.  Equal to another state
    if their bytes are equal; logs do not count.  `array` is the list of integers, not to be changed.
    """

    __slots__ = (
        "_decision",
        "_engine",
        "_event",
        "_known",
        "_log",
        "_partial",
        "_pending",
        "array",
        "explicit",
        "game",
    )

    def __init__(self, game: Edition, array: list[int], explicit: bool, log: bool) -> None:
        self.game = game
        self.array = array
        self.explicit = explicit
        self._engine: Engine = game.engine(traced=log, explicit=explicit)
        self._log: Log | None = Log.empty() if log else None
        self._decision: Decision | None = None
        self._known = False
        self._pending: Pending | None = None
        self._event: ChanceEvent | None = None
        self._partial: list[int] = array

    # ---------------------------------------------------------------- what is to be done

    @property
    def decision(self) -> Decision | None:
        """Who has to choose, and from what; none at the end and at chance."""
        if not self._known:
            number = None if self._pending else self._engine.decision(self.array)
            self._decision = None if number is None else Decision(self.game, self._engine, self.array, number)
            self._known = True
        return self._decision

    @property
    def chance(self) -> ChanceEvent | None:
        """What chance has to decide; always none where the state draws by itself."""
        return self._event

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return not self._pending and self._engine.over(self.array)

    @property
    def many(self) -> int:
        """How many choices there are; 0 at the end and at chance.  GameFault if there is none where there must be."""
        decision = self.decision
        return 0 if decision is None else len(decision.raw)

    @property
    def player(self) -> int | None:
        """The seat that has to choose; none at the end and at chance."""
        decision = self.decision
        return None if decision is None else decision.player

    def apply(self, choice: Choice | str | int) -> None:
        """Carry out a choice: itself, its text (see `parsing`), or its place counted from 0; on to the next rest.

        IllegalChoice, with the reason in words, for anything that is not among the choices; GameFault where
        the rules come to a dead end.  Either way the state is untouched.
        """
        decision = self._needed()
        chosen = self._chosen(decision, choice)
        log = self._log
        if log is not None and not decision.secret:
            log = log.add([chosen_entry(decision, chosen)])
        self._go(Pending(False, chosen.offer, chosen.picks, ()), log)

    def apply_chance(self, outcome: Outcome | str | int) -> None:
        """Let an outcome come up: itself, its text, or its place counted from 0; on to the next rest.

        IllegalChoice for anything that is not among the outcomes; the state is untouched then, and after a
        GameFault.
        """
        if self._event is None or self._pending is None:
            raise IllegalChoice("nothing is left to chance here")
        found = self._event.find(outcome)
        if found is None:
            texts = [known.text for known in self._event.outcomes]
            raise IllegalChoice(f"{outcome} cannot come up, only {', '.join(texts)}", texts)
        pending = self._pending
        self._go(
            Pending(pending.begins, pending.offer, pending.picks, (*pending.script, found.member)),
            self._base_log(),
        )

    def random_choice(self) -> Choice:
        """One of the choices, each equally likely, drawn from the state's own stream for who has to choose; that stream
        moves on.

        IllegalChoice where nobody has to choose.
        """
        decision = self._needed()
        among = len(decision.raw)
        self.array = self._partial = self.array.copy()
        return decision.choice(generator.bot_draw(self.array, decision.player, among))

    def reseed(self, seed: int | str) -> None:
        """Let the generators begin anew from a seed, so that chance brings something else from here on."""
        array = self.array.copy()
        generator.seed_streams(array, self.game.players, seed)
        self.array = array
        if self._pending is None:
            self._partial = array

    def again(self) -> None:
        """Begin a new game in place of this one, whose generators go on from where they are; faster than a seed of its
        own.  GameFault if the rules come to a dead end at once."""
        self._go(Pending(True, 0, (), ()), None if self._log is None else Log.empty())

    def playout(self, most: int = MOST_DECISIONS) -> int:
        """On to the end by random choices, at most so many; how many there were.

        The same game as `random_choice` and `apply` over and over, only faster; the log does not tell of it.
        GameFault where the rules come to a dead end; the state is untouched then.
        """
        if self.explicit:
            raise IllegalChoice("chance is explicit here, and has to be asked")
        array = self.array.copy()
        decisions = self.game.engine().playout(array, most)
        self.array = self._partial = array
        self._known = False
        return decisions

    # ---------------------------------------------------------------- what can be seen

    @property
    def result(self) -> Result | None:
        """Who has won and why; none before the end.  GameFault if a criterion has no value."""
        return self.game.result(self.array, self._engine) if self.is_over else None

    @property
    def ended_by(self) -> Rule | None:
        """The place in the rules that has ended the game; none before, at the end of `play`, and without a log."""
        last = self._log.entries[-1:] if self._log is not None and self.is_over else ()
        ends = [entry.rule for entry in last if isinstance(entry, Finished)]
        return self.game.program.rules[ends[0]] if ends else None

    @property
    def returns(self) -> tuple[float, ...]:
        """What the end is worth to each seat, 0 before it: the payoffs; without payoffs the winners share one point
        that the others pay.  GameFault if a criterion has no value."""
        result = self.result
        return tuple(map(float, returns(result, self.game.players))) if result else (0.0,) * self.game.players

    @property
    def payoffs(self) -> tuple[Fraction, ...]:
        """The same as `returns`, as exact fractions."""
        result = self.result
        return returns(result, self.game.players) if result else (Fraction(0),) * self.game.players

    def view(self, player: int | None = None) -> View:
        """What a player, by seat counted from 0, may know; without a player, what everybody may know."""
        return look(self.game, self._contents(), player, self.decision, self.result, self._event is not None)

    def log(self, player: int | None = None) -> list[str]:
        """All that has happened, one by one, counters too, for a player (or for everybody); empty if there is no log.

        It only ever grows; a restored game begins a new one.
        """
        if self._log is None:
            return []
        return sentences(self.game.program, self.game.texts, self._log, player)

    def story(self, player: int | None = None, whole: bool = False) -> list[str]:
        """What has happened since this player last chose (or anybody, without a player), as somebody at the table would
        tell it; `whole`: from the beginning.
        """
        if self._log is None:
            return []
        return story(self.game.program, self.game.texts, self._log, player, whole)

    def table(self, player: int | None = None) -> Table:
        """All that a player may see, by seat counted from 0, as a painter needs it; without a player, as an onlooker.

        IndexError for a seat that is not at the table.
        """
        return table_of(self.game, self.array, player, self.view(player), self.decision, self.story(player))

    def why(self, text: str, player: int | None = None) -> Why | None:
        """Why a player (by seat counted from 0; normally who has to choose) cannot choose this now; none if it is on
        offer.  See `Decision.why`.

        IndexError for a seat that is not at the table.
        """
        if player is not None and not 0 <= player < self.game.players:
            raise IndexError(f"there is no seat {player}: they are counted from 0 to {self.game.players - 1}")
        decision = self.decision
        if decision is None:
            return Why("chance has to decide first" if self._pending else "the game is over", "", (), "")
        if player not in (None, decision.player):
            return Why(f"{decision.seat} has to choose now, not {self.game.names[player]}", "", (), "")
        return decision.why(text)

    def worlds(self, player: int) -> Callable[[Random], State]:
        """A drawer of worlds for a player, by seat counted from 0: for each state of a generator another full state
        that agrees with everything the player was shown and told, drawn among all that the rules and that knowledge
        allow.  Worlds keep no log, and their own chance is drawn anew.

        IndexError for a seat that is not at the table; IllegalChoice where nobody has to choose.
        """
        self._needed()
        worlds = Worlds(self.game, self.game.engine(), self.array, player)
        return lambda chance: self._on(worlds.draw(chance))

    def world(self, player: int, chance: Random | int | str) -> State:
        """One of the `worlds`, by a generator or a seed.  Errors as there."""
        return self.worlds(player)(chance if isinstance(chance, Random) else Random(generator.seed_text(chance)))

    def value(self, name: str, *keys: int) -> int:
        """The value that the rules define under a name, or a counter of that name.

        Keys are seats, members, cards, numbers, all as integers.  KeyError names similar values; ValueError for
        keys that do not fit.
        """
        return self.game.value(self._partial, self._engine, name, keys)

    # ---------------------------------------------------------------- copies and bytes

    def _on(self, cells: Cells) -> State:
        """A state of the same game at rest on other integers, without a log."""
        return type(self)(self.game, list(cells), self.explicit, False)

    def clone(self) -> State:
        """An independent copy, made at once: nothing that is shared ever changes."""
        copy: State = object.__new__(State)
        copy.game, copy.array, copy.explicit = self.game, self.array, self.explicit
        copy._engine, copy._log = self._engine, self._log
        copy._decision, copy._known = self._decision, self._known
        copy._pending, copy._event, copy._partial = self._pending, self._event, self._partial
        return copy

    def __bytes__(self) -> bytes:
        """The state as bytes for `Game.restore`; the log is not in it."""
        return saves.write(self.game.digest, self.array, self.explicit, self._pending)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.array == other.array
            and self.explicit == other.explicit
            and self._pending == other._pending
            and self.game.digest == other.game.digest
        )

    def __hash__(self) -> int:
        return hash((self._packed(), self._pending))

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    # ---------------------------------------------------------------- inside the machine

    def _packed(self) -> bytes:
        """The list of integers as bytes of this machine."""
        return array("i", self.array).tobytes()

    def begin(self, seed: int | str) -> None:
        """Seed the streams and run from the very beginning to the first rest."""
        self.array = [0] * self.game.layout.size
        self.reseed(seed)
        self.again()

    def resume(self, pending: Pending) -> None:
        """Stand again at the chance event before which a saved state rested."""
        self._go(pending, self._log)

    def _go(self, pending: Pending, log: Log | None) -> None:
        """Do what is pending on a copy; afterwards the state rests where that led."""
        array, engine = self.array.copy(), self._engine
        event: ChanceEvent | None = None
        if engine.events:
            engine.events.clear()
        if self.explicit:
            engine.chance = Script(self.game.program, self.game.texts, self._read, pending.script)
        try:
            if pending.begins:
                engine.begin(array)
            else:
                engine.choose(array, pending.offer, pending.picks)
            engine.run(array)
        except Undecided as stopped:
            event = stopped.event
        if log is not None and engine.events is not None:
            begun = [Begun()] if pending.begins else []
            told = event is None and not pending.begins
            rest = changes(self.game, engine, self.array, array, engine.events) if told else ()
            log = log.add([*begun, *engine.events, *rest])
        if event is None:
            self.array, self._pending = array, None
        else:
            self._pending = pending
        self._partial, self._event, self._log, self._known = array, event, log, False

    def _base_log(self) -> Log | None:
        """The log as it was before what is pending was begun, with the choice that was made."""
        return self._log.before if self._log is not None else None

    def _read(self, array: list[int]) -> Contents:
        return self.game.contents(array, self._engine)

    def _contents(self) -> Contents:
        return self._read(self._partial)

    def _needed(self) -> Decision:
        decision = self.decision
        if decision is None:
            raise IllegalChoice("chance has to decide first" if self._pending else "the game is over")
        return decision

    def _chosen(self, decision: Decision, choice: Choice | str | int) -> Choice:
        match choice:
            case Choice():
                if choice.decision is decision:
                    return choice
                if not choice.decision.is_of(self.game):
                    raise IllegalChoice(f"{choice.text} belongs to another game")
                if (choice.decision.number, choice.decision.player) != (decision.number, decision.player):
                    raise IllegalChoice(f"{choice.text} belongs to another decision")
                index = decision.find(choice.offer, choice.picks)
                return decision.parse(choice.text) if index is None else decision.choice(index)
            case str():
                return decision.parse(choice)
            case _:
                place = self._counted(choice)
                if not 0 <= place < len(decision.raw):
                    raise IllegalChoice(
                        f"there is no choice {place}: they are counted from 0 to {len(decision.raw) - 1}"
                    )
                return decision.choice(place)

    @staticmethod
    def _counted(place: SupportsIndex) -> int:
        """A place among choices or outcomes; TypeError for what is no whole number."""
        if isinstance(place, bool) or not hasattr(place, "__index__"):
            raise TypeError(f"a choice is given as itself, its text or its place, not as {type(place).__name__}")
        return index(place)
