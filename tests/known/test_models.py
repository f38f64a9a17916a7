"""Games for which nobody has recorded games: what the rules count is counted once more here, in another way."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define

import interpreter
from interpreter.state import State

NIGIRI = {"egg": 1, "salmon": 2, "squid": 3}
ROLLS = {"one roll": 1, "two rolls": 2, "three rolls": 3}


def moments(rules: str, players: int, games: int) -> Iterator[State]:
    """Every state of some random games."""
    game = interpreter.load(rules, players=players)
    for seed in range(games):
        state = game.new(seed=seed, log=False)
        while state.decision is not None:
            yield state
            state.apply(state.random_choice())
        yield state


def lying(state: State, place: str) -> list[str]:
    return [name.strip('"') for name in state.view(None).zone(place).known]


# ---------------------------------------------------------------- passing plates


def plate_points(tables: list[list[str]], seat: int) -> int:
    counts, points, mustard = Counter(tables[seat]), 0, 0
    for dish in tables[seat]:
        mustard += dish == "mustard"
        if dish in NIGIRI:
            points += NIGIRI[dish] * (3 if mustard else 1)
            mustard = max(0, mustard - 1)
    points += counts["fritter"] // 2 * 5 + counts["slices"] // 3 * 10
    points += (0, 1, 3, 6, 10, 15)[min(counts["dumpling"], 5)]
    rolls = [sum(ROLLS.get(dish, 0) for dish in table) for table in tables]
    ranks = sorted({size for size in rolls if size}, reverse=True)
    if rolls[seat] and rolls[seat] == ranks[0]:
        points += 6 // rolls.count(ranks[0])
    elif len(ranks) > 1 and rolls[seat] == ranks[1] and rolls.count(ranks[0]) == 1:
        points += 3 // rolls.count(ranks[1])
    return points


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_points_for_plates(players: int) -> None:
    seen = set()
    for state in moments("plates", players, 3):
        tables = [lying(state, f"{name}.table") for name in state.game.names]
        for seat in range(players):
            worth = plate_points(tables, seat)
            assert state.value("round_points", seat) == worth
            seen.add(worth)
    assert len(seen) > 12


# ---------------------------------------------------------------- a small realm

COSTS = {
    "copper": 0,
    "silver": 3,
    "gold": 6,
    "estate": 2,
    "duchy": 5,
    "province": 8,
    "cellar": 2,
    "market": 5,
    "militia": 4,
} | {"mine": 5, "moat": 2, "remodel": 4, "smithy": 4, "village": 3, "woodcutter": 3, "workshop": 3}
COINS = {"copper": 1, "silver": 2, "gold": 3, "market": 1, "militia": 2, "woodcutter": 2}
POINTS = {"estate": 1, "duchy": 3, "province": 6}


@pytest.mark.parametrize("players", [2, 3])
def test_points_and_coins_in_a_small_realm(players: int) -> None:
    """What everybody owns is known from what they have chosen, and what can be bought from what lies in the hand."""
    owned = [Counter({"copper": 7, "estate": 3}) for _ in range(players)]
    spent, turn = 0, (-1, -1)
    game = interpreter.load("realm", players=players)
    state = game.new(seed=players, log=False)
    while state.decision is not None:
        seat = state.decision.player
        choice = state.random_choice()
        words = choice.text.split('"')[1::2]
        acting = choice.step in ("play_action", "buy", "end_actions", "end_buying")
        if acting and turn != (seat, state.value("turns", seat)):
            turn, spent = (seat, state.value("turns", seat)), 0
        if choice.step in ("buy", "end_buying"):
            laid = Counter(lying(state, f"{game.names[seat]}.laid"))
            coins = sum(COINS.get(name, 0) * number for name, number in laid.items())
            offers = {f'buy("{name}")' for name in lying(state, "supply") if COSTS[name] <= coins - spent}
            assert {other.text for other in state.decision.choices if other.step == "buy"} == offers
        match choice.step:
            case "buy":
                spent += COSTS[words[0]]
                owned[seat][words[0]] += 1
            case "order_made":
                owned[seat][words[0]] += 1
            case "rebuild" | "refine":
                owned[seat].subtract([words[0]])
                owned[seat][words[1]] += 1
        for other in range(players):
            points = sum(POINTS.get(name, 0) * number for name, number in owned[other].items())
            assert state.value("all_points", other) == points or other == seat
        state.apply(choice)
    left = Counter(lying(state, "supply"))
    assert not left["province"] or sum(not left[name] for name in COSTS) >= 3


# ---------------------------------------------------------------- letters to the tower

LETTERS = ("sentry", "clerk", "duellist", "abbess", "page", "envoy", "aunt", "heir")
DONE_TO = {"sentry": "denounce", "clerk": "read", "duellist": "challenge", "page": "send_away", "envoy": "trade"}


def letters_on_offer(state: State, seat: int, laid: str | None) -> set[str]:
    """What may be laid, or what may be done with the letter that was laid."""
    names, hands = state.game.names, letters_held(state)
    if laid is None:
        bound = "aunt" in hands[seat] and {"page", "envoy"} & set(hands[seat])
        return {f'play_letter("{letter}")' for letter in hands[seat] if letter == "aunt" or not bound}
    others = [p for p, hand in enumerate(hands) if p != seat and hand and not state.value("safe", p)]
    if laid == "sentry":
        return {f"denounce({names[p]}, {role})" for p in others for role in LETTERS[1:]}
    return {f"{DONE_TO[laid]}({names[p]})" for p in [*others, *([seat] if laid == "page" else [])]}


def letters_held(state: State) -> list[list[str]]:
    """Everybody's hand as its owner sees it."""
    hands = (state.view(p).zone(f"{name}.hand").known for p, name in enumerate(state.game.names))
    return [[letter.strip('"') for letter in hand] for hand in hands]


def letters_after(hands: list[list[str]], seat: int, text: str, names: tuple[str, ...]) -> list[str | None] | None:
    """What everybody still in holds then, "?" for a new letter; none if nothing is settled by this choice."""
    step, _, rest = text.rstrip(")").partition("(")
    held: list[str | None] = [hand[0] if hand else None for hand in hands]
    match step, rest.split(", "):
        case "play_letter", [letter]:
            left = list(hands[seat])
            left.remove(letter.strip('"'))
            held[seat] = None if "heir" in letter else left[0]
            return held if letter.strip('"') in ("abbess", "aunt", "heir") else None
        case "denounce", [name, role]:
            held[names.index(name)] = None if held[names.index(name)] == role else held[names.index(name)]
        case "challenge", [name]:
            ranks = {p: LETTERS.index(held[p] or "") for p in (seat, names.index(name))}
            held = [None if p in ranks and ranks[p] < max(ranks.values()) else one for p, one in enumerate(held)]
        case "send_away", [name]:
            held[names.index(name)] = None if held[names.index(name)] == "heir" else "?"
        case "trade", [name]:
            held[seat], held[names.index(name)] = held[names.index(name)], held[seat]
    return held


@pytest.mark.parametrize("players", [2, 3, 4])
def test_letters(players: int) -> None:
    """Who may lay and do what, who is out then, who is next, and who is favoured when a round is over."""
    met: Counter[str] = Counter()
    for seed in range(4):
        state = interpreter.load("letters", players=players).new(seed=seed, log=False)
        laid: str | None = None
        while state.decision is not None:
            seat, names, hands = state.decision.player, state.game.names, letters_held(state)
            assert {choice.text for choice in state.decision.choices} == letters_on_offer(state, seat, laid)
            favours, deck = [state.value("favours", p) for p in range(players)], state.view(None).zone("deck").size
            choice = state.random_choice()
            safe = {p for p in range(players) if state.value("safe", p)} | (
                {seat} if choice.text == 'play_letter("abbess")' else set()
            )
            settled = letters_after(hands, seat, choice.text, names)
            state.apply(choice)
            laid = choice.text.split('"')[1] if choice.step == "play_letter" and settled is None else None
            if laid and (state.decision is None or state.decision.choices[0].step != DONE_TO[laid]):
                left = list(hands[seat])
                left.remove(laid)
                settled, laid = [hand[0] if hand else None for hand in hands], None
                settled[seat] = left[0]
            if settled is None:
                continue
            deck -= "?" in settled
            inside = [p for p, letter in enumerate(settled) if letter]
            if len(inside) > 1 and deck > 1:
                assert state.decision is not None
                follower = next(p % players for p in range(seat + 1, seat + players + 1) if p % players in inside)
                assert state.decision.player == follower
                for p, hand in enumerate(letters_held(state)):
                    assert len(hand) == (p in inside) + (p == follower)
                    assert settled[p] in (None, "?", *hand)
                    assert bool(state.value("safe", p)) == (p in safe and p in inside and p != follower) or not hand
                met[choice.step] += 1
            elif "?" not in settled:
                best = max(LETTERS.index(letter) for letter in settled if letter)
                won = [int(letter is not None and LETTERS.index(letter) == best) for letter in settled]
                assert [state.value("favours", p) for p in range(players)] == [
                    a + b for a, b in zip(favours, won, strict=True)
                ]
                met["round"] += 1
    assert len(met) >= 6


# ---------------------------------------------------------------- court intrigue


ROLES = ("duke", "assassin", "captain", "ambassador", "contessa")


DEEDS = ("income", "foreign_aid", "tax", "steal", "murder", "overthrow", "exchange")


@define
class Account:
    """What is at stake in the turn of `actor`: whether the claim was a lie, and whether a block stands"""

    coins: list[int]
    deed: str = ""
    actor: int = 0
    target: int = 0
    lie: bool = False
    stands: bool = False

    def settle(self, state: State) -> None:
        gains = {"income": 1, "overthrow": -7, "tax": 3, "murder": -3}
        if not self.lie:
            self.coins[self.actor] += gains.get(self.deed, 0)
        if self.deed == "foreign_aid" and not self.stands:
            self.coins[self.actor] += 2
        for seat in range(len(self.coins)):
            self.coins[seat] = self.coins[seat] if hand(state, seat) else 0
        if self.deed == "steal" and not self.lie and not self.stands:
            loot = min(2, self.coins[self.target])
            self.coins[self.actor] += loot
            self.coins[self.target] -= loot

    def doubted(self, true: bool) -> None:
        """A claim, or a block, was true or not."""
        self.lie = self.lie or (not true and not self.stands)
        self.stands = self.stands and true


@pytest.mark.parametrize("players", [2, 4, 6])
def test_coins_and_cards_at_court(players: int) -> None:
    """An account kept beside the game by somebody who sees all hands and hears what everybody says."""
    game = interpreter.load("court", players=players)
    for seed in range(8):
        state, account = game.new(seed=seed, log=False), Account([2] * players)
        while state.decision is not None:
            seat, choice = state.decision.player, state.random_choice()
            if choice.step in DEEDS:
                account.settle(state)
                assert account.coins == [state.value("coins", other) for other in range(players)]
                assert account.coins[seat] < 10 or choice.step == "overthrow"
                target = game.names.index(choice.text[-2]) if "(" in choice.text else 0
                account = Account(account.coins, choice.step, seat, target)
            if choice.step == "block":
                account.stands = True
            if choice.step != "doubt":
                state.apply(choice)
                continue
            claimer = int(state.value("claimer"))
            true = ROLES[int(state.value("claim"))] in hand(state, claimer)
            account.doubted(true)
            loser = seat if true else claimer
            one_card = len(hand(state, loser)) == 1
            state.apply(choice)
            assert not hand(state, loser) if one_card else state.decision.player == loser
        assert sum(bool(hand(state, other)) for other in range(players)) == 1


def hand(state: State, seat: int, place: str = "hand") -> list[str]:
    return [name.strip('"') for name in state.view(seat).zone(f"{state.game.names[seat]}.{place}").known]


# ---------------------------------------------------------------- jewels

GEMS = ("onyx", "sapphire", "emerald", "ruby", "diamond")
SHEET = Path(__file__).parents[2] / "games" / "library" / "jewels" / "mines.csv"


with SHEET.open(encoding="utf-8") as file:
    MINES = {row["name"]: row for row in csv.DictReader(file)}


def price(name: str, built: list[str], owned: Counter[str]) -> Counter[str]:
    """What is paid, gold for what is missing."""
    bonus = Counter(MINES[other]["gem"] for other in built)
    owed = Counter({gem: max(0, int(MINES[name][f"price({gem})"]) - bonus[gem]) for gem in GEMS})
    paid = owed & owned
    return paid + Counter(gold=(owed - paid).total())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tokens_and_prices_of_jewels(players: int) -> None:
    """Tokens are moved by hand here, prices are read from the sheet; what can be bought is worked out from both."""
    game = interpreter.load("jewels", players=players)
    for seed in range(2):
        state = game.new(seed=seed, log=False)
        owned = [Counter[str]() for _ in range(players)]
        built: list[list[str]] = [[] for _ in range(players)]
        bank = Counter({gem: {2: 4, 3: 5, 4: 7}[players] for gem in GEMS} | {"gold": 5})

        while state.decision is not None:
            seat, choice = state.decision.player, state.random_choice()
            words = choice.text.partition("(")[2].strip(")").replace('"', "").split(", ")
            if choice.step in ("take_three", "build", "reserve"):
                near = [name for level in (1, 2, 3) for name in lying(state, f"market({level})")]
                near += hand(state, seat, "reserved")
                can = {
                    f'build("{n}")' for n in near if price(n, built[seat], owned[seat])["gold"] <= owned[seat]["gold"]
                }
                assert {c.text for c in state.decision.choices if c.step == "build"} == can
            moved = Counter[str]()
            match choice.step:
                case "take_three":
                    moved.update(words)
                case "take_two":
                    moved.update(words * 2)
                case "take_what_is_there":
                    moved.update(gem for gem in GEMS if bank[gem])
                case "reserve" | "reserve_unseen":
                    moved.update(["gold"] if bank["gold"] else [])
                case "give_back" | "give_back_gold":
                    moved.subtract(["gold"] if choice.step == "give_back_gold" else words)
                case "empty_pockets":
                    moved.subtract({gem: owned[seat][gem] for gem in GEMS})
                case "build":
                    moved.subtract(price(words[0], built[seat], owned[seat]))
                    built[seat].append(words[0])
            owned[seat].update(moved)
            bank.subtract(moved)
            state.apply(choice)
            assert state.value("gold", seat) == owned[seat]["gold"]
            assert state.value("all_tokens", seat) == owned[seat].total()
        assert len(built[seat]) > 0


# ---------------------------------------------------------------- an expedition


@pytest.mark.parametrize("players", [3, 4, 5])
def test_tricks_and_tasks_of_an_expedition(players: int) -> None:
    """Who has won each trick, whose task lay in it, and how it ended, from what was said alone."""
    game = interpreter.load("expedition", players=players, options={"tasks": "1"})
    ends = set()
    for seed in range(25):
        state = game.new(seed=seed, log=False)
        owners: dict[str, int] = {}
        trick: list[tuple[int, str]] = []
        lost = won = False
        leader = state.decision.player if state.decision else -1
        assert "rocket four" in hand(state, leader)
        while state.decision is not None:
            assert not lost
            assert not won
            seat, choice = state.decision.player, state.random_choice()
            match choice.step:
                case "take_task":
                    suit, rank = choice.text.removeprefix("take_task(").removesuffix(")").split(", ")
                    owners[f"{suit} {rank}"] = seat
                case "follow":
                    assert seat == (leader + len(trick)) % players
                    card = choice.text.split('"')[1]
                    if trick and card.split()[0] != (led := trick[0][1].split()[0]):
                        assert not [other for other in hand(state, seat) if other.startswith(led)]
                    trick.append((seat, card))
            state.apply(choice)
            if len(trick) == players:
                leader = max(trick, key=lambda played: strength(played[1], trick[0][1]))[0]
                for _, card in trick:
                    lost = lost or owners.get(card, leader) != leader
                    if owners.get(card) == leader:
                        del owners[card]
                won = not lost and not owners
                trick = []
        assert state.result is not None
        ends.add(state.result.everyone_lost)
        assert state.result.everyone_lost == (not won)
    assert ends == {True, False}


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def strength(card: str, led: str) -> tuple[int, int]:
    suit, rank = card.split()
    return (2 if suit == "rocket" else suit == led.split()[0]), NUMBERS.index(rank)
