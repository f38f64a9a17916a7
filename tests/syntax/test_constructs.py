"""What becomes of each construct: small texts and the nodes they give."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

import pytest
from attrs import resolve_types

from rulelang.source import Span
from rulelang.syntax import keywords
from rulelang.syntax import model as ast
from rulelang.syntax.dump import dump
from rulelang.syntax.from_tree.builder import plan
from rulelang.syntax.parser import parse_items
from tests.syntax.walking import find

Module = Callable[[str], ast.Module]
N = TypeVar("N", bound=ast.Node)


def only(module: ast.Module, cls: type[N]) -> N:
    [node] = find(module, cls)
    return node


def shown(node: ast.Node) -> list[str]:
    return [line.strip() for line in dump(node).splitlines()]


def test_a_choice_joins_cards_with_plus(module: Module) -> None:
    read = module('scenario "x":\n    then A may feed(owl, 3 of "apple" + 2 of "pear" + "joker")\n')
    asked = only(read, ast.Can)
    assert len(asked.step.arguments) == 2
    cards = asked.step.arguments[1]
    assert isinstance(cards, ast.Arithmetic)
    assert [several.amount for several in find(cards, ast.Several)] == [3, 2]


def test_given_lists_items_with_commas(module: Module) -> None:
    given = only(module('scenario "x":\n    given A.hand is 2 of "carrot", "joker" + "owl", nothing\n'), ast.Given)
    assert [type(item).__name__ for item in given.items] == ["Several", "Arithmetic", "Empty"]
    assert not given.starts


def test_given_starts_with(module: Module) -> None:
    assert only(module('scenario "x":\n    given deck starts with "clerk", "page"\n'), ast.Given).starts


def test_given_a_counter_of_a_named_card(module: Module) -> None:
    target = only(module('scenario "x":\n    given "king".order is 3\n'), ast.Given).target
    assert shown(target) == ["Get name=order", "target: CardName text=king"]


def test_choices_before_the_beginning(module: Module) -> None:
    lines = only(module('scenario "x":\n    when A chooses lay("king")\n    when round begins\n'), ast.Scenario).lines
    assert [type(line).__name__ for line in lines] == ["Chooses", "Begins"]


def test_sets_of_numbers(module: Module) -> None:
    node = only(module("always n is not in (5 to 95 by 10)\n"), ast.IsIn)
    assert node.negated
    assert shown(node.right) == [
        "NumberRange", "low: Number value=5", "high: Number value=95", "step: Number value=10",
    ]  # fmt: skip


@pytest.mark.parametrize(("words", "negated"), [("is a multiple of", False), ("is not a multiple of", True)])
def test_multiples(module: Module, words: str, negated: bool) -> None:
    assert only(module(f"always card.face {words} 11\n"), ast.IsMultiple).negated is negated


def test_capacity(module: Module) -> None:
    place = only(module("state:\n    player.line: row of up to 5 Card or Joker, seen by all\n"), ast.Place)
    assert (place.capacity, [name.text for name in place.holds]) == (5, ["Card", "Joker"])


@pytest.mark.parametrize(("text", "end"), [("last 3 of series", "last"), ("first size of deck", "first")])
def test_parts_of_what_has_an_order(module: Module, text: str, end: str) -> None:
    part = only(module(f"always (distinct rank in {text}) is 1\n"), ast.PartOf)
    assert part.end == end


def test_first_and_last_are_names_elsewhere(module: Module) -> None:
    text = "define last = first\nalways (distinct rank in last) is 1 and first < last and x.last.first is 3\n"
    assert not list(find(module(text), ast.PartOf))


def test_a_range_that_is_cut(module: Module) -> None:
    fold = only(module("define x = sum of a.value(colour) for first 3 colour, by highest a.value(colour)\n"), ast.Fold)
    assert isinstance(fold.range.limit, ast.Number)
    assert [order.best for order in fold.range.orders] == ["highest"]


def test_cards_left_out(module: Module) -> None:
    made = only(
        module('cards Card "{rank} of {suit}": 1 for each suit, rank, except "ace of spades", "ten of clubs"\n'),
        ast.Generate,
    )
    assert [binding.variable.text for binding in made.bindings] == ["suit", "rank"]
    assert [text.text for text in made.left_out] == ["ace of spades", "ten of clubs"]


def test_remove(module: Module) -> None:
    read = module('remove "ace of spades", "two of clubs"\nremove bid_limit\n')
    cards, name = find(read, ast.Remove)
    assert ([text.text for text in cards.cards], cards.name) == (["ace of spades", "two of clubs"], None)
    assert name.name is not None
    assert name.name.text == "bid_limit"


@pytest.mark.parametrize(
    ("text", "player", "orders", "shared"),
    [
        ("closer", "NameRef", 0, False),
        ("first player, by lowest score", "Selected", 0, False),
        ("a.b, then shared", "Get", 0, True),
        ("highest a, then lowest b, then shared", "NoneType", 2, True),
        ("highest a", "NoneType", 1, False),
    ],
)
def test_winner(module: Module, text: str, player: str, orders: int, shared: bool) -> None:
    winner = only(module(f"winner: {text}\n"), ast.Winner)
    assert (type(winner.player).__name__, len(winner.orders), winner.shared) == (player, orders, shared)


# ---------------------------------------------------------------- steps, statements


def test_the_header_of_a_step_ends_at_the_first_effect(module: Module) -> None:
    text = """to lay:
    "Lay it."
    pick card in me.hand where a if able
    let b = card
    needs c else "No."
    move b to d
    let e = f
"""
    step = only(module(text), ast.Step)
    assert step.sentence == "Lay it."
    assert [type(line).__name__ for line in step.header] == ["Pick", "Let", "Needs"]
    assert [type(line).__name__ for line in step.body] == ["Move", "Let"]


@pytest.mark.parametrize(
    ("text", "sentence", "header", "body"),
    [
        ('to x: "Say."', "Say.", 0, 0),
        ("to x: nothing", None, 0, 1),
        ("to x: pick card", None, 1, 0),
        ("to x: needs a", None, 1, 0),
        ('to x:\n    "Say."', "Say.", 0, 0),
        ("to x:\n    let a = b", None, 1, 0),
    ],
)
def test_short_steps(module: Module, text: str, sentence: str | None, header: int, body: int) -> None:
    step = only(module(text), ast.Step)
    assert (step.sentence, len(step.header), len(step.body)) == (sentence, header, body)


def test_if_else_if_else(module: Module) -> None:
    text = "setup:\n    if a: b\n    else if c:\n        d\n        e\n    else: f\n"
    node = only(module(text), ast.If)
    assert [len(body) for _, body in node.arms] == [1, 2]
    assert len(node.otherwise) == 1


def test_hooks(module: Module) -> None:
    read = module('instead of a, b when c once per d:\n    "Say."\n    as usual\nafter e: f\nbefore g:\n    h\n    i\n')
    hooks = list(find(read, ast.Hook))
    assert [hook.time for hook in hooks] == ["instead of", "after", "before"]
    assert [hook.sentence for hook in hooks] == ["Say.", None, None]
    assert [len(hook.body) for hook in hooks] == [1, 1, 2]
    assert hooks[0].once_per is not None


def test_choose(module: Module) -> None:
    text = """setup:
    choose a, b(c), if none: d
    x.y chooses a
    secretly each z where q: choose a
"""
    mine, hers, quiet = only(module(text), ast.Setup).body
    assert isinstance(mine, ast.Choose)
    assert (mine.chooser, len(mine.offers), mine.fallback is None) == (None, 2, False)
    assert isinstance(hers, ast.Choose)
    assert hers.chooser is not None
    assert isinstance(quiet, ast.Secretly)


def test_perform(module: Module) -> None:
    node = only(module("setup: me.prove(role) by claimant.left\n"), ast.Perform)
    assert shown(node) == [
        "Perform",
        "step: Path name=prove",
        "target: NameRef name=me",
        "arguments:",
        "NameRef name=role",
        "by: Get name=left",
        "target: NameRef name=claimant",
    ]


def test_moves(module: Module) -> None:
    read = module(
        "setup:\n    move a to b at 3\n    move up to 2 from a to b as c\n    move n from a to b\n"
        "    move every card in a where b and c, by highest d to e\n    move every x: Card in a to b\n"
    )
    kinds = [type(node).__name__ for node in find(read, ast.Statement)]
    assert kinds == ["Move", "MoveSome", "MoveSome", "MoveEvery", "MoveEvery"]
    first, second = find(read, ast.MoveSome)
    assert (first.up_to, second.up_to) == (True, False)
    every, typed = find(read, ast.MoveEvery)
    assert isinstance(every.range.where, ast.And)
    assert len(every.range.orders) == 1
    assert typed.range.binding.kind is not None


# ---------------------------------------------------------------- ranges, values


@pytest.mark.parametrize(
    ("amount", "low", "high"),
    [("2", 2, 2), ("3 to 5", 3, 5), ("up to 4", None, 4), ("3 or more", 3, None)],
)
def test_sets_are_bindings(module: Module, amount: str, low: int | None, high: int | None) -> None:
    binding = only(module(f"to x:\n    pick group: {amount} of Card in me.hand\n"), ast.Binding)
    assert binding.amount is not None
    ends = [end.value if isinstance(end, ast.Number) else None for end in (binding.amount.low, binding.amount.high)]
    assert ends == [low, high]
    assert binding.kind is not None


def test_a_name_of_ones_own(module: Module) -> None:
    binding = only(module("always some other: Player in players where a\n"), ast.Binding)
    assert (binding.variable.text, binding.kind and binding.kind.text) == ("other", "Player")


def test_a_colon_that_opens_a_block_is_no_type(module: Module) -> None:
    assert only(module("setup:\n    for each player: move a to b\n"), ast.Binding).kind is None


def test_numbers_and_where_they_start(module: Module) -> None:
    read = module("setup:\n    for each n in 10 to 130 by 10: a\n    for each p in players from b: a\n")
    assert [type(binding.source).__name__ for binding in find(read, ast.Binding)] == ["Numbers", "InPlace"]


def test_long_and_short_folds(module: Module) -> None:
    short, long = find(module("define x = sum of coins in hand\ndefine y = sum of c.coins for c in hand\n"), ast.Fold)
    assert (short.short, short.range.binding.variable.text) == (True, "")
    assert (long.short, long.range.binding.variable.text) == (False, "c")


def test_precedence(module: Module) -> None:
    node = only(module("define x = -a + b * c / 2 rounded up - 1\n"), ast.Define).value
    assert shown(node) == [
        "Arithmetic operator=-",
        "left: Arithmetic operator=+",
        "left: Negate",
        "value: NameRef name=a",
        "right: Divide rounding=up",
        "left: Arithmetic operator=*",
        "left: NameRef name=b",
        "right: NameRef name=c",
        "right: Number value=2",
        "right: Number value=1",
    ]


def test_brackets_belong_to_what_holds_them(module: Module) -> None:
    text = "define x = (a + b) * c\n"
    outer, inner = find(module(text), ast.Arithmetic)
    assert text[outer.span.start : outer.span.end] == "(a + b) * c"
    assert text[inner.span.start : inner.span.end] == "a + b"


def test_cards_by_columns(module: Module) -> None:
    card = only(module("always x is Card(suit hearts, rank 10)\n"), ast.CardByColumns)
    assert [(column.text, value.text) for column, value in card.headings] == [("suit", "hearts"), ("rank", "10")]


def test_tables_keep_their_cells(module: Module) -> None:
    text = 'table f(x: number):\n    | 1 to 2 | "a | b" | |\n    |-|x|  y  |\n'
    table = only(module(text), ast.Table)
    assert [[cell.text for cell in row.cells] for row in table.rows] == [["1 to 2", '"a | b"', ""], ["-", "x", "y"]]
    for cell in find(table, ast.Cell):
        assert text[cell.span.start : cell.span.end] == cell.text


def test_who_sees_a_place(module: Module) -> None:
    text = """state:
    a: pile of X, top seen by all
    b: pile of X, seen by owner where c
    d: pile of X, seen by e.f
"""
    a, b, d = find(module(text), ast.Seen)
    assert (a.top_only, a.who, a.where) == (True, "all", None)
    assert (b.top_only, b.who, b.where is None) == (False, "owner", False)
    assert isinstance(d.who, ast.Get)


def test_who_sees_the_backs_in_a_place(module: Module) -> None:
    text = """state:
    a: pile of X, seen by nobody
    b: pile of X, top seen by all, backs seen by owner where backs, refilled from backs
    backs: hand of X or Y, seen by owner, backs seen by nobody
"""
    a, b, backs = find(module(text), ast.Place)
    assert a.backs is None
    assert b.backs is not None
    assert (b.backs.top_only, b.backs.who, b.backs.where is None) == (False, "owner", False)
    assert b.refilled_from is not None
    assert backs.signature.name.text == "backs"
    assert backs.backs is not None
    assert backs.backs.who == "nobody"


def test_types(module: Module) -> None:
    text = "define f(a, b: Player, c: Player or none, d: set of Card, e: -3 to 3) = 1\n"
    types = [parameter.type for parameter in find(module(text), ast.Parameter)]
    assert [type(t).__name__ for t in types] == ["NoneType", "KindType", "MaybeType", "SetType", "NumberType"]
    assert isinstance(types[4], ast.NumberType)
    assert (types[4].low, types[4].high) == (-3, 3)


# ---------------------------------------------------------------- citations


def test_citations_belong_to_the_sentence_of_their_line(module: Module) -> None:
    text = """to lay:                 [W1 W2]
    "Lay it."               [W3]
    pick card               [W4]
    if a:                   [W5]
        b                   [W6]
    else:                   [W7]
        c
define x = 1                [W8]
    but 2 when a            [W9]
to go: for each x: lay      [W10]
state:                      [W11]
    a: pile of X,
        seen by all         [W12]
table f(x):                 [W13]
    | 1 | 2 |               [W14]
"""
    read = module(text)
    step, go = find(read, ast.Step)
    assert step.cites == ("W1", "W2", "W3")
    assert step.header[0].cites == ("W4",)
    [branch] = find(read, ast.If)
    assert branch.cites == ("W5", "W7")
    assert branch.arms[0][1][0].cites == ("W6",)
    assert only(read, ast.Define).cites == ("W8",)
    assert only(read, ast.But).cites == ("W9",)
    assert go.cites == ("W10",)
    assert go.body[0].cites == ()
    assert only(read, ast.State).cites == ("W11",)
    assert only(read, ast.Place).cites == ("W12",)
    assert only(read, ast.Table).cites == ("W13", "W14")


def test_a_citation_is_no_part_of_the_span(module: Module) -> None:
    text = "define x = 1      [W8]\n"
    span = only(module(text), ast.Define).span
    assert text[span.start : span.end] == "define x = 1"


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("word", keywords.soft())
def test_a_soft_word_is_a_name_wherever_it_can_be_one(module: Module, word: str) -> None:
    """As a counter, an option, a step, a parameter, a value, an attribute, a variable, a member."""
    text = f"""kind Thing: {word}, other
option {word}: {word} or other, normally {word}
state:
    {word}: number
    player.{word}: 0 to 3, starts at 1
    thing.{word}(x: 1 to 3): pile of Card, seen by {word}
define f({word}) = {word} + x.{word} - {word}
    but {word} when {word} is {word}
define player.{word} = (3 * {word})
to {word}: nothing
to {word}({word}: 1 to 3): lay({word}, {word})
setup:
    {word}
    {word}(3)
    {word}.{word}
    set {word} to {word}
    add {word} to {word}
    move {word} to hand
    move 1 from {word} to {word} as {word}
    choose {word}, a.{word}, if none: {word}
    if {word}: {word}
    if {word} is 3 and {word} < 3: stop {word}
    for each {word} in {word}: nothing
    for each {word}: Thing in x where {word}, by highest {word} then lowest {word}: nothing
    repeat {word} times: nothing
    turns from {word} then {word}.left where {word}: nothing
    let {word} = {word}
after {word} when {word}: {word}
scenario "x":
    given {word} is {word}
    when {word} begins
    when A chooses {word}
    then {word} is {word}
"""
    if word == "up":  # `move up to` is the beginning of `move up to 3`
        text = text.replace(f"    move {word} to hand\n", "")
    module(text)


@pytest.mark.parametrize("word", keywords.reserved())
def test_a_reserved_word_is_no_name(found: Callable[[str], list[tuple[int, str]]], word: str) -> None:
    assert found(f"define {word} = 3\n") == [(1, "RL0112")]


# ---------------------------------------------------------------- cells of scenarios


def cell(text: str) -> ast.Cell:
    return ast.Cell(text=text, span=Span("x.rules", 40, 40 + len(text)))


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ('"PK..", "PK.."', ['CardName text=PK..', 'CardName text=PK..']),
        ("-2", ["Negate"]),
        ("007", ["Number value=7"]),
        ("yes, no", ["YesNo value=True", "YesNo"]),
        ("nothing", ["Empty"]),
        ("A.hand", ["Get name=hand"]),
        ("Card(suit hearts, rank ten)", ["CardByColumns kind=Card"]),
        ('3 of "apple" + "joker"', ["Arithmetic operator=+"]),
        ("deck", ["NameRef name=deck"]),
        ("king of clubs", ["NameRef name=king of clubs"]),
        ('"a" "b"', ['NameRef name="a" "b"']),
        ("-" * 500 + "1", [f"NameRef name={'-' * 500}1"]),
        ("9" * 30, [f"NameRef name={'9' * 30}"]),
    ],
)  # fmt: skip
def test_a_cell_is_read_with_the_grammar(text: str, items: list[str]) -> None:
    """What is no value is a name that nobody knows."""
    assert [dump(item).splitlines()[0] for item in parse_items(cell(text))] == items


def test_values_in_a_cell_have_places_of_their_own() -> None:
    first, second = parse_items(cell('"owl",  B'))
    assert (first.span, second.span) == (Span("x.rules", 40, 45), Span("x.rules", 48, 49))


@pytest.mark.parametrize("kind", [ast.Parameter, ast.KindType, ast.Cards], ids=lambda kind: kind.__name__)
def test_fields_are_filled_the_same_after_types_of_nodes_were_resolved(kind: type[ast.Node]) -> None:
    """Whoever writes nodes as JSON may put classes where attrs had the words for them."""
    rule = re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    plan.cache_clear()
    before = [fill is None for _, fill in plan(rule).fields], plan(rule).empty, plan(rule).listed
    resolve_types(kind)
    plan.cache_clear()
    assert ([fill is None for _, fill in plan(rule).fields], plan(rule).empty, plan(rule).listed) == before
