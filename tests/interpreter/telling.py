"""One small game for each statement, and what a player has been told of it from the beginning.

Not a test itself; `test_told` plays with it.  A row of the table is what the step `act` does; A and B act in turns, and
B watches.  `nobody`: B learns nothing of A's cards or numbers by it; `shown`: B legitimately does.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from attrs import field, frozen

from interpreter import Game, State

WATCHER = 1

HEAD = """rules 1
game "Told"
players 2

kind Suit: red, blue, green
cards Card "{{value}}": 1 for each value in 1 to 9

state:
    deck: pile of Card, seen by nobody
    heap: pile of Card, seen by nobody
    bag_of_cards: bag of Card, seen by nobody
    open: pile of Card, seen by all
    table: row of Card, seen by all
    chest(level: 1 to 2): pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.incoming: hand of Card, seen by owner
    player.line: row of Card, seen by owner
    player.covered: slot of Card, seen by nobody
    player.topped: pile of Card, top seen by all
    player.own: 0 to 9, seen by owner
    player.suit: Suit or none, seen by owner
    player.foe: Player or none, seen by owner
    player.sure: flag, seen by owner
    player.secret_card: Card or none, seen by owner
    secret: 0 to 9, seen by nobody
    pointer: Card or none
    points: 0 to 99
    rounds: 0 to 9
    card.marked: flag
    card.weight: 0 to 9
    card.bond(who: Player): 0 to 9

to act:
    "Do it."
{act}
{more}
setup:
    move every card to deck
    shuffle deck
    for each player: move 3 from deck to player.hand

play: {play}

winner: highest rank, then shared
define player.rank = 0
"""
PLAY = "repeat 2 times: turns once: choose act"


@frozen
class Row:
    """What `act` does, what else the rules say, and whether B learns of A's cards by it"""

    name: str
    act: str
    more: str = ""
    play: str = PLAY
    shown: bool = False
    numbers: bool = False

    def text(self) -> str:
        act = "\n".join(f"    {line}" for line in self.act.split("\n"))
        return HEAD.format(act=act, more=self.more and self.more + "\n", play=self.play)


PICK = "pick card in me.hand\n"
MARKS = (
    PICK + "set card.weight to 5\nfor each one: Card in me.hand: set one.bond(me) to one.weight + 1",
    "for each one: Card in me.hand: set one.weight to 3",
    PICK + "set card.marked to yes",
    PICK + "add 2 to card.weight",
    PICK + "set card.bond(me) to 1",
    PICK + "set pointer to card",
    PICK + "set me.secret_card to card",
    PICK + "set me.secret_card to card\nset me.sure to yes\nset pointer to me.secret_card",
    PICK + "set card.marked to yes\nmove card to me.line\nset card.weight to 2\nfor each one: Card in me.line: "
    "set one.bond(me) to 2",
)
MOVES = (
    PICK + "move card to me.line",
    PICK + "move card to me.line at 1",
    PICK + "move card to heap",
    PICK + "move card to heap\nshuffle heap",
    PICK + "move card to bag_of_cards",
    PICK + "move card to me.incoming",
    PICK + "move card to chest(2)",
    PICK + "move card to box",
    "move me.hand to me.incoming\nmove me.incoming to me.hand",
    "move me.hand to me.line\nmove me.line to heap\nmove heap to me.hand",
    "move every card in me.hand to heap\nshuffle heap\nmove up to 3 from heap to me.hand",
    "for each card in me.hand: move card to heap\nmove up to 3 from heap to me.hand",
    "move every card to deck\nshuffle deck",
    "move up to 1 from me.hand to me.line",
    "pick group: up to 2 of Card in me.hand\nmove group to me.line",
    "swap me.hand with me.incoming",
    PICK + "move up to 3 from me.covered to heap\nmove card to me.covered",
    "shuffle me.hand",
)
KEPT = (
    "pick amount in 1 to 3\nset me.own to amount",
    "pick amount in 1 to 3\nlet twice = amount + amount\nset me.own to twice",
    "pick amount in 1 to 3\nadd 1 to rounds\nadd amount to secret",
    "pick amount in 1 to 3\nif amount is 1: set me.own to 5",
    "pick suit\nset me.suit to suit",
    "pick player in players\nset me.foe to player",
)
TABLE = (
    *(Row(f"mark {number}", act) for number, act in enumerate(MARKS)),
    *(Row(f"move {number}", act) for number, act in enumerate(MOVES)),
    *(Row(f"kept {number}", act, numbers=True) for number, act in enumerate(KEPT)),
    Row("whenever", PICK + "move card to me.line", "whenever rounds is 0: add 1 to rounds\n"),
    Row("hooks", PICK + "move card to heap", "after act: set card.marked to yes\nbefore act: add 1 to points\n"),
    Row("performed", PICK + "stow(card)", "to stow(taken: Card):\n    move taken to me.line\n"),
    Row(
        "secretly",
        "pick amount in 1 to 3\nset me.own to amount",
        play="repeat 2 times: secretly each player: choose act",
        numbers=True,
    ),
    Row("say", PICK + 'say "{me} thinks of {card}"'),
    Row("say of a place", PICK + 'move card to me.line\nsay "{me} lays {card} down"'),
    Row("say first", PICK + 'say "{me} puts {card} away"\nmove card to heap'),
    Row("say of a set", 'pick group: up to 2 of Card in me.hand\nmove group to me.line\nsay "{me} lays {group}"'),
    Row("say what is open", PICK + 'move card to open\nsay "{me} lays {card}"', shown=True),
    Row("sentence of a step", PICK + "grin(card)", 'to grin(taken: Card):\n    "Grins."\n    move taken to me.line\n'),
    Row("sentence where it would tell", PICK + "if card.value is 1: grin", 'to grin:\n    "Grins."\n    nothing\n'),
    Row(
        "sentence of a hook",
        PICK + "move card to heap",
        'before act when card.value is 1:\n    "Grins."\n    nothing\n',
    ),
    Row("phase that would tell", PICK + "if card.value is 1: wait", "to wait:\n    turns once where no: nothing\n"),
    Row("two ways", PICK + "if card.value is 1: move card to heap\nif card.value is not 1: move card to heap"),
    Row(
        "one of two",
        PICK
        + "if card.value is 1: move card to heap\nelse: move (first other: Card in me.hand, by lowest value) to heap",
    ),
    Row("repeat", PICK + "repeat 2 times: set card.marked to not card.marked"),
    Row("show to oneself", "show me.hand to me"),
    Row("shown hand", "show me.hand to all", shown=True),
    Row("open pile", PICK + "move card to open", shown=True),
    Row("open row", "move me.hand to table", shown=True),
    Row("open counter", PICK + "set points to card.value", shown=True),
    Row("told fact", PICK + "show whether card.value is 1 to all", shown=True),
    Row("top", PICK + "move card to me.topped", shown=True),
    Row("swap of hands", "for each other: Player in me.others: swap me.hand with other.hand", shown=True),
)


@frozen
class Told:
    """All that the watcher was told, at each rest; `cards`: those that a view ever showed to the watcher"""

    said: list[tuple[str, ...]] = field(factory=list)
    cards: set[str] = field(factory=set)

    def note(self, state: State) -> None:
        view = state.view(WATCHER)
        self.said.append(
            (bytes(view).decode(), *state.log(WATCHER), *state.story(WATCHER), *state.story(WATCHER, whole=True))
        )
        self.cards.update(f'"{text}"' for zone in view.zones for text in zone.known)


def exchanged(*pairs: tuple[str, str]) -> Callable[[str], str]:
    """A text in which the words of each pair have changed places; sets stand in the order of the cards again."""
    names = {one: other for pair in pairs for one, other in (pair, pair[::-1])}

    def change(text: str) -> str:
        text = re.sub(r'"\d+"|\b\w+\b', lambda word: names.get(word[0], word[0]), text)
        return re.sub(r'"\d+"(?: \+ "\d+")+', lambda cards: " + ".join(sorted(cards[0].split(" + "))), text)

    return change


def played(game: Game, seed: int, change: Callable[[str], str]) -> Told:
    """A game drawn from a seed; what A chooses and what comes by chance is changed, what B chooses is not."""
    told, draw = Told(), random.Random(seed)
    state = game.new(seed=0, explicit=True)
    while not state.is_over:
        told.note(state)
        if state.chance is not None:
            texts = [change(outcome.text) for outcome in state.chance.outcomes]
            state.apply_chance(change(draw.choice(sorted(texts))))
        elif state.player == WATCHER:
            assert state.decision is not None
            state.apply(draw.choice(sorted(state.decision.texts)))
        else:
            assert state.decision is not None
            texts = [change(text) for text in state.decision.texts]
            state.apply(change(draw.choice(sorted(texts))))
    told.note(state)
    return told
