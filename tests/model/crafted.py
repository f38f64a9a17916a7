"""Programs with every kind of place, visibility, back, capacity and key, for operations on them.

Each text gives declarations; what happens on them is left to `operations`.
"""

from __future__ import annotations

from rulelang.compiling import project_from_text
from rulelang.ir.model.program import Program

_SHAPES = ("pile", "row", "hand", "bag")

_EVERYTHING = """rules 1
game "Every Kind of Place"
players 2 to 3
kind Colour: red, blue, green
cards Token "{colour} {value}", back shows colour: 2 for each colour, value in 1 to 3
cards Note "{text}":
    | copies | text  | worth |
    | 3      | "one" | 1     |
    | 1      | "two" | 2     |
state:
    turn_of: Player or none
    open_to: Player
    dial: 0 to 5, seen by nobody
    player.secret: 0 to 9, seen by owner
    colour.price(step: 1 to 2): -3 to 3, seen by nobody
    token.turned: flag
    note.marked: flag, seen by nobody
    stock: pile of Token, seen by nobody, backs seen by nobody
    backed: pile of Token, seen by nobody, backs seen by all
    waste: pile of Token or Note, seen by all, backs seen by nobody
    well: pile of Note, top seen by all
    player.deck: pile of up to 4 Token or Note, top seen by owner, backs seen by others
    player.hand: hand of Token or Note, seen by owner, backs seen by others
    player.offer(spot: 1 to 2): slot of Token or Note, seen by others
    player.line: row of up to 5 Token, seen by others, backs seen by all
    colour.row: row of Token or Note, seen by all
    table_row: row of Token, seen by all where token.turned
    turned_pile: pile of Token, seen by all where token.turned
    guarded: hand of up to 6 Token or Note, seen by turn_of
    watched: row of Token, seen by open_to, backs seen by nobody
    pit: bag of Token or Note, seen by nobody
    purse: bag of Note, seen by all
    open_hand: hand of Token, seen by all
    lamp: pile of Token, seen by open_to, backs seen by nobody
to play_on:
    pick token in open_hand
    show whether token.value is 2 to all
    show whether token.colour is red to me
    show dial to me
play: nothing
winner: highest one, then shared
define player.one = 1
"""


def crafted() -> dict[str, Program]:
    """By name: every kind of place for two and three, and a small dense one for each shape."""
    programs = {f"everything_{players}": _compiled(_EVERYTHING, players) for players in (2, 3)}
    for shape in _SHAPES:
        for seen in ("nobody", "owner", "others", "all"):
            programs[f"{shape}_{seen}"] = _compiled(_dense(shape, seen), 2)
    return programs


def _dense(shape: str, seen: str) -> str:
    """Few cards in few places, so that everything meets: a shape beside each other one."""
    return f"""rules 1
game "Dense"
players 2
cards Card "{{name}}", back shows side:
    | copies | name | side |
    | 2      | "a"  | 1    |
    | 2      | "b"  | 1    |
    | 1      | "c"  | 2    |
    | 1      | "d"  | 2    |
state:
    player.mine: {shape} of up to 4 Card, seen by {seen}, backs seen by all
    player.slots: slot of Card, seen by owner, backs seen by nobody
    player.hand: hand of Card, seen by owner, backs seen by nobody
    row_one: row of Card, seen by all, backs seen by nobody
    pile_one: pile of Card, seen by nobody, backs seen by nobody
to play_on:
    pick card in me.hand
    show whether card.side is 1 to me.others
play: nothing
winner: highest one, then shared
define player.one = 1
"""


def _compiled(text: str, players: int) -> Program:
    compiled = project_from_text(text).compile(players, (), {})
    assert compiled.program is not None, [each.code for each in compiled.diagnostics]
    return compiled.program
