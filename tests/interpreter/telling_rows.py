"""One small game for each statement, for `test_told`.

A row of the table is what the step `act` does; players act in turns, and others watch.  A row is `shown` if B
legitimately learns of A's cards or numbers by it; by all others nobody does.
"""

from __future__ import annotations

from attrs import evolve, frozen

HEAD = """rules 1
game "Told"
players {players}

kind Suit: red, blue, green
kind Side: dark, light
cards Card "{{value}}"{back}:
    | value | side  |
    | 1     | dark  |
    | 2     | light |
    | 3     | dark  |
    | 4     | light |
    | 5     | dark  |
    | 6     | light |
    | 7     | dark  |
    | 8     | light |
    | 9     | dark  |

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
    player.brow: row of Card, seen by others
    player.desk: row of Card, seen by all where card.marked
    player.screen: row of Card, seen by owner, backs seen by owner
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
    rounds: 0 to 99
    card.marked: flag
    card.weight: 0 to 99
    card.bond(who: Player): 0 to 9

to act:
    "Do it."
{act}
{more}
setup:
    move every card to deck
    shuffle deck
    for each player: move 3 from deck to player.hand

play:
{play}

winner: highest rank, then shared
define player.rank = 0
"""
PLAY = "repeat 2 times: turns once: choose act"
SECRETLY = "repeat 2 times: secretly each player: choose act"


@frozen
class Row:
    """What `act` does, what else the rules say, how it is played, and whether B learns of A's cards by it

    `numbers`: numbers are kept secret, not cards.  `backs`: cards show on their backs which side they are.
    """

    name: str
    act: str
    more: str = ""
    play: str = PLAY
    shown: bool = False
    numbers: bool = False
    backs: bool = False
    players: int = 2
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        act, play = ("\n".join(f"    {line}" for line in part.split("\n")) for part in (self.act, self.play))
        back = ", back shows side" if self.backs else ""
        return HEAD.format(act=act, more=self.more and self.more + "\n", play=play, back=back, players=self.players)


PICK = "pick card in me.hand\n"
GROUP = "pick group: 2 of Card in me.hand\n"
EACH = "for each one: Card in me.hand: "
SEVERAL = "for each one: Card in me.hand:\n    "
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
    PICK + "move card to me.desk",
    PICK + "move card to me.screen",
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
POURS = (
    "move me.hand to heap",
    "move me.hand to heap at 1",
    "move every card in me.hand to heap",
    "move every card in me.hand where not card.marked to heap",
    EACH + "move one to heap",
    EACH + "stow(one)",
    SEVERAL + "if not one.marked: move one to heap",
    SEVERAL + "let it = one\n    move it to heap",
    GROUP + "move group to heap",
    GROUP + "move group to me.incoming\nmove me.incoming to heap",
    "move me.hand to me.line\nmove me.line to heap",
    "move me.hand to me.incoming\nmove me.incoming to heap",
    "swap me.hand with heap",
    "move me.hand to bag_of_cards\nmove bag_of_cards to heap",
    EACH + "put_down(one)",
)
"""A hand that not everybody sees becomes a pile, from which B draws."""
LINES = (
    "move me.hand to me.line",
    EACH + "move one to me.line",
    EACH + "move one to me.line at 1",
    GROUP + "move group to me.line",
    "move every card in me.hand where not card.marked to me.line",
    "move every card in me.hand + me.incoming to me.line",
)
"""… or a row, of which B looks at one card by its place."""
TOPS = (
    "move me.hand to me.topped",
    EACH + "move one to me.topped",
    GROUP + "move group to me.topped",
    "swap me.hand with me.topped",
)
LOOPS = (
    SEVERAL + "add 1 to rounds\n    set one.weight to rounds",
    SEVERAL + "set pointer to one\nmove pointer to open",
    SEVERAL + "set one.weight to 1\n    move one to me.incoming",
    SEVERAL + "move one to me.incoming\n    add 1 to points\n    set one.marked to yes",
    SEVERAL + "move one to heap\n    set one.marked to yes\n    move one to me.incoming",
    SEVERAL + 'move one to me.incoming\n    say "{me} puts {one} aside"',
    SEVERAL + "show one to me\n    set one.bond(me) to 1",
    SEVERAL + "if rounds is 0:\n        move one to open\n    add 1 to rounds",
    SEVERAL + "if one.marked: move one to me.line\n    else: move one to me.incoming",
    SEVERAL + "move one to me.covered\n    move me.covered to me.line",
    "shuffle deck\nfor each one: Card in deck:\n    add 1 to rounds\n    if rounds is 1: move one to heap",
    "shuffle deck\nmove every one: Card in deck where not one.marked to heap",
    "shuffle deck\nfor each one: Card in deck + me.hand:\n    add 1 to rounds\n    set one.weight to rounds",
    "for each player:\n    for each one: Card in player.hand:\n        add 1 to rounds\n"
    "        set one.weight to rounds",
)
"""What a loop over a hand tells must not follow from the order of the cards' numbers; one of them is known."""
BY_PLACE = (
    "move me.shelf to heap",
    "move up to 1 from deck to me.brow\nmove up to 1 from me.left.brow to heap",
    "for each one: Card in last 2 of me.line: move one to heap",
    "for each one: Card in first 2 of me.hand: move one to me.incoming",
    "move up to 2 from me.line to heap",
    "move up to 3 from me.covered to heap\nmove up to 1 from me.hand to me.covered\n"
    "swap me.covered with me.left.covered",
    "move (random card in me.hand) to me.line at 1",
    "move up to 1 from deck to me.topped",
    "move up to 1 from deck to me.brow",
)
KEPT = (
    "pick amount in 1 to 3\nset me.own to amount",
    "pick amount in 1 to 3\nlet twice = amount + amount\nset me.own to twice",
    "pick amount in 1 to 3\nadd 1 to rounds\nadd amount to secret",
    "pick amount in 1 to 3\nif amount is 1: set me.own to 5",
    "pick suit\nset me.suit to suit",
    "pick player in players\nset me.foe to player",
    "pick amount in 1 to 3\npick card in me.hand\nset me.own to amount\nmove card to open",
    "pick amount in 1 to 3\npick other in 4 to 5\nset me.own to amount\nset points to other",
)
PARTLY = (
    "pick one: Card in me.hand\npick other: Card in me.hand where other is not one\nmove one to open\n"
    "move other to heap",
    GROUP + "set rounds to 1\nlet gone = random one: Card in group\nmove gone to open\n"
    "for each one: Card in group where one is not gone: move one to heap",
    GROUP + "move group to me.line\nmove (random one: Card in group) to open",
    PICK + "move card to heap\nmove (random one: Card in me.hand) to open",
    PICK + "if rounds is 0: move card to heap\nelse: move card to open",
)
"""Picks of which only a part is moved openly."""
FETCH = """to stow(taken: Card):
    move taken to heap
to put_down(taken: Card):
    nothing
    set taken.marked to yes
    move taken to heap
to fetch:
    "Draws one of the heap."
    if heap is not empty: move 1 from heap to me.hand
to flash:
    "Shows one."
    pick card in me.hand
    show card to all
to glance:
    "Looks at one."
    pick card in me.left.line
    show card to me
to steal:
    "Takes one."
    pick card in me.left.hand
    move card to me.hand
to rob:
    "Takes two."
    pick group: 2 of Card in me.left.hand
    move group to me.hand
define player.shelf = player.hand
"""
DRAWN = "turns once: choose act\nturns once: choose fetch\nturns once: choose fetch"
LOOKED = "turns once: choose act\nturns once: choose glance\nturns once: choose glance"
FLASHED = "turns once: choose flash\nturns once: choose act\nturns once: choose fetch"
AFTER_FLASH = "turns once: choose flash\n" + PLAY
ROBBED = "turns once: choose act\nrepeat 2 times: turns once: choose steal"
PLAIN = (
    *(Row(f"mark {number}", act) for number, act in enumerate(MARKS)),
    *(Row(f"move {number}", act) for number, act in enumerate(MOVES)),
    *(Row(f"kept {number}", act, numbers=True) for number, act in enumerate(KEPT)),
    *(Row(f"partly {number}", act, play="turns once: choose act") for number, act in enumerate(PARTLY)),
    Row("whenever", PICK + "move card to me.line", "whenever rounds is 0: add 1 to rounds\n"),
    Row("hooks", PICK + "move card to heap", "after act: set card.marked to yes\nbefore act: add 1 to points\n"),
    Row("performed", PICK + "stow(card)", "to stow(taken: Card):\n    move taken to me.line\n"),
    Row("secretly", "pick amount in 1 to 3\nset me.own to amount", play=SECRETLY, numbers=True),
    Row("secretly a card", PICK + "move card to me.incoming", play=SECRETLY),
    Row("secretly a place", PICK + "move card to me.line", play=SECRETLY),
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
    Row("seen by all where", PICK + "move card to me.desk\nset card.marked to yes", shown=True),
    Row("in a variant", PICK + "nothing", 'variant "Deep":\n    after act: move card to heap\n', variants=("Deep",)),
    Row(
        "with an option",
        PICK + "if way is far: move card to heap\nelse: set card.marked to yes",
        "option way: near or far, normally near\n",
        options=(("way", "far"),),
    ),
)
LATER = (
    *(Row(f"pour {number}", act, FETCH, DRAWN) for number, act in enumerate(POURS)),
    *(Row(f"line {number}", act, FETCH, LOOKED) for number, act in enumerate(LINES)),
    *(Row(f"top {number}", act, FETCH, DRAWN) for number, act in enumerate(TOPS)),
    *(Row(f"loop {number}", act, FETCH, FLASHED) for number, act in enumerate(LOOPS)),
    *(Row(f"by place {number}", act, FETCH, AFTER_FLASH) for number, act in enumerate(BY_PLACE)),
    Row("stolen", PICK + "set card.marked to yes", FETCH, ROBBED),
    Row("two stolen", PICK + "set card.marked to yes", FETCH, ROBBED.replace("steal", "rob")),
)
WITH_BACKS = ("move", "pour 0", "pour 8", "line 0", "line 3", "top 0")
AMONG_THREE = ("mark", "partly", "stolen", "loop 0", "loop 6")
SIMPLE = (*PLAIN, *LATER)
TABLE = (
    *SIMPLE,
    *(evolve(row, name=f"backs, {row.name}", backs=True) for row in SIMPLE if row.name.startswith(WITH_BACKS)),
    *(evolve(row, name=f"three, {row.name}", players=3) for row in SIMPLE if row.name.startswith(AMONG_THREE)),
)
