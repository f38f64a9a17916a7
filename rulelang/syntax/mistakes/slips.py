"""What is said elsewhere in other words: in rulebooks, in programming languages, in spoken English.

Comes in: a text and the place of a mistake in it.  Goes out: how the sentence is written in this language, if one of
the turns of speech below is in it.  Each is a pattern and what stands in its place; they are tried in their order, one
on top of the other, until what has come of the sentence can be read.  So nothing is proposed that would be a mistake
too.  `…` stands for what only the author knows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from lark import Token

from rulelang.near import distance
from rulelang.syntax import keywords, terminals
from rulelang.syntax.places import start_of
from rulelang.syntax.reading import read

UNKNOWN = "…"
NEAR = 20
"""So many lines before and behind a mistake are read again with what is proposed."""
_WORD = re.compile(r"\w+|[^\w\s]")
_SLIPS = (
    # signs of other languages
    (r"^(?P<code>.*?)\s*(?://\s*|--\s+)(?P<note>.+)$", r"{code}  # {note}"),
    (r"(?P<a>[\w)])\s*&&?\s*", r"{a} and "),
    (r"(?P<a>[\w)])\s*\|\|?\s*", r"{a} or "),
    (r"\s*(?:!=|<>|≠)\s*", r" is not "),
    (r"(?<![<>=])=(?P<sign>[<>])", r"{sign}="),
    (r"\b(?P<a>\d+)\s*(?:\.\.\.?|…|–|-)\s*(?P<b>\d+)\b", r"{a} to {b}"),
    # how a line begins
    (r"^(?P<first>[A-Z]\w*)(?=\s|:|$)", r"{first_lower}"),
    (r"^(?P<word>players|game|rules|rulebook|use|variant) ?: ?(?P<rest>.+)$", r"{word} {rest}"),
    (r"^player (?P<rest>\d.*)$", r"players {rest}"),
    (r"^(?:name|title|called) (?P<rest>\".*)$", r"game {rest}"),
    (r"^(?:def|fn|func|function|value|let) (?P<rest>[\w.()]+ ?=.*)$", r"define {rest}"),
    (r"^(?:type|enum|suits?|colou?rs?) (?P<rest>[A-Z]\w*)(?: ?[:=] ?| of )", r"kind {rest}: "),
    (r"^kind (?P<rest>[A-Z]\w*) ?(?:=|of|is) ?", r"kind {rest}: "),
    (r"^(?:step|action|move|def|on|rule) (?P<name>[a-z][\w.]*)(?:\(\))?:", r"to {name}:"),
    (r"^(?:start|begin|init|initially|prepare|preparation)(?P<rest>:.*)$", r"setup{rest}"),
    (r"^(?:zones?|places?|areas?|table|board)(?P<rest>:)$", r"state{rest}"),
    (r"^(?:game|flow|course|main)(?P<rest>:)$", r"play{rest}"),
    (r"^option (?P<name>\w+)(?: is|:) (?P<one>\w+)(?: or|,) (?P<other>\w+)$", r"option {name}: {one} or {other}, normally {one}"),
    (r"^(?:wins?|winners?|victory)\b(?: is)? ?:? ?(?P<rest>.+)$", r"winner: {rest}"),
    (r"^(?:replace|change|but)(?: state:?)? (?P<rest>[\w.]+(?:\([^)]*\))?: .+)$", "replace state:\n    {rest}"),
    (r"^stalemate ?:(?P<rest>.*)$", r"whenever …:{rest}"),
    # what is in the state
    (r"^(?P<name>[\w.]+): (?P<least>-?\d+)$", r"{name}: number, starts at {least}"),
    (r"^(?P<name>[\w.]+): (?:yes or no|no or yes|true or false|bool|boolean)\b", r"{name}: flag"),
    (r"^(?P<name>[\w.]+): (?P<type>[\w ]+?) ?= ?(?P<value>\w+)$", r"{name}: {type}, starts at {value}"),
    (r"^(?P<name>[\w.]+): (?:a )?(?:deck|stack|heap|list|set) of ", r"{name}: pile of "),
    (r"^(?P<name>(?!%WORDS%)[\w.]+ \w+): (?P<rest>.+)$", r"{name_joined}: {rest}"),
    (r"^(?P<name>[\w.]+): (?P<shape>pile|row|hand|slot|bag) (?:of|for|with) (?:(?:room for|at most|no more than|max\.?|maximum|up to|0 to) )*(?P<n>\d+) ", r"{name}: {shape} of up to {n} "),
    (r"^(?P<name>[\w.]+): (?P<shape>pile|row|hand|slot|bag) of (?P<types>[\w ]+?),? \(?(?:room for|at most|no more than|max\.?|maximum|up to) (?P<n>\d+)\)?", r"{name}: {shape} of up to {n} {types}"),
    # who wins
    (r"^loser: (?P<best>(?:highest|lowest|most|fewest) .+)$", r"loser: first player in players, by {best}"),
    (r"^(?P<head>payoff \w+) (?:in|by|as) (?:parts of |units of )?(?:1 ?/ ?)?(?P<n>\d+) ?=", r"{head} in units of 1/{n} ="),
    (r"^(?:loses?|losers?)\b(?: is)? ?:? ?(?P<rest>.+)$", r"loser: {rest}"),
    (r"^winner: (?:the )?players? (?:with|who has) (?:the )?", r"winner: "),
    (r"^winner: (?:the )?(?:most|greatest|biggest|best|largest|max) ", r"winner: highest "),
    (r"^winner: (?:the )?(?:fewest|least|smallest|min) ", r"winner: lowest "),
    (r"^winner: (?P<best>highest|lowest) (?P<fold>sum of [^,()]+)", r"winner: {best} ({fold})"),
    (r"^winner: (?P<best>highest|lowest) (?:amount|number)(?: of \w+)? (?:in|of) ", r"winner: {best} count "),
    (r"^winner: (?P<best>highest|lowest) (?P<what>\w+) in (?P<place>[\w.]+)", r"winner: {best} count {place}"),
    # questions
    (r"^if (?P<asked>.+?),? then:? (?P<done>.+)$", r"if {asked}: {done}"),
    (r"^(?:elif|elsif|elseif|otherwise if) ", r"else if "),
    (r"^(?P<asked>(?:else )?if [^:,]+), (?P<done>[a-z].+)$", r"{asked}: {done}"),
    (r"^else if (?P<asked>.+?),? then:? (?P<done>.+)$", r"else if {asked}: {done}"),
    (r"^(?:else|otherwise),? (?!if\b)(?P<done>[^\":]+)$", r"else: {done}"),
    (r"^otherwise ?:", r"else:"),
    (r"^while (?P<asked>.+?):", r"repeat until not ({asked}):"),
    (r"^until (?P<asked>.+?):", r"repeat until {asked}:"),
    (r"^(?:if|when) (?P<asked>[^:]+) (?P<done>(?:move|add|set|stop|shuffle|choose)\b.+)$", r"if {asked}: {done}"),
    (r"^when (?P<asked>[^:]+):", r"if {asked}:"),
    (r" (?:is equal to|equals?|is the same as|==) ", r" is "),
    (r"^(?P<asked>(?:else )?if [^:]*?[\w)]) = ", r"{asked} is "),
    (r"\b(?:anyone|anybody|someone|somebody|any player|a player|some player|one player) (?:has|have|reaches|gets to|is at) (?:at least |reached )?(?P<n>\d+)(?: or more)? (?P<what>(?!cards?\b)[a-z]\w*)(?: or more)?", r"some player where player.{what} >= {n}"),
    (r"(?P<what>[\w.]+) (?:has|have|holds|contains) (?:less|fewer) than (?P<n>\w+)(?: \w+)?", r"count {what} < {n}"),
    (r"(?P<what>[\w.]+) (?:has|have|holds|contains) more than (?P<n>\w+)(?: \w+)?", r"count {what} > {n}"),
    (r"(?P<what>[\w.]+) (?:has|have|holds|contains) at least (?P<n>\w+)(?: \w+)?", r"count {what} >= {n}"),
    (r"(?P<what>[\w.]+) (?:has|have|holds|contains) at most (?P<n>\w+)(?: \w+)?", r"count {what} <= {n}"),
    (r"(?P<what>[\w.]+) (?:has|have) no (?:more )?\w+", r"{what} is empty"),
    (r"(?P<what>[\w.]+) (?:has|have|holds|contains) (?:exactly )?(?P<n>\d+)(?: \w+)?", r"count {what} is {n}"),
    (r"(?: is)? (?:less|smaller|fewer|lower) than ", r" < "),
    (r"(?: is)? (?:more|greater|larger|bigger|higher) than ", r" > "),
    (r"(?: is)? at least ", r" >= "),
    (r"(?: is)? at most ", r" <= "),
    (r"(?:number of cards|size|length|count of|number) (?:in|of) (?P<place>[\w.]+)", r"count {place}"),
    (r"(?P<place>[\w.]+)\.(?:count|size|length)\b(?:\(\))?", r"count {place}"),
    (r"^(?P<verb>add|subtract|move) (?P<value>(?:[^()]* [-+*] )?(?:sum of|distinct|highest|lowest) .+?) (?P<rest>(?:from \S+ )?(?:from|to) \S+)$", r"{verb} ({value}) {rest}"),
    (r"\b(?P<best>highest|lowest) of \((?P<some>[^()]+)\)", r"{best} of {some}"),
    (r"\b(?P<best>highest|lowest) of (?P<some>[\w.]+(?:, [\w.]+)*)(?:,| or) (?P<last>[\w.]+)", r"{best} of {some} and {last}"),
    (r"\b(?P<best>highest|lowest) of (?P<one>[\w.]+)$", r"{best} of {one} and …"),
    (r"\b(?:the )?(?:smaller|smallest|lower|lesser|least|minimum|min) of ", r"lowest of "),
    (r"\b(?:the )?(?:larger|largest|bigger|greater|greatest|higher|maximum|max) of ", r"highest of "),
    (r" (?:is )?(?:alike|looks like|like|similar to|the same card as) ", r" is like "),
    (r"\bplaying (?:with )?(?P<title>[A-Z]\w*)", r'playing "{title}"'),
    (r"(?<=\w )(?:variant|playing with) (?P<title>\"[^\"]+\")", r"playing {title}"),
    # the words of a needs, a pick, a choice
    (r" else (?P<said>[A-Z][^\"]*)$", r' else "{said}"'),
    (r"^(?P<head>needs .+?),? (?P<said>\"[^\"]*\")$", r"{head} else {said}"),
    (r"^(?:require|requires|need|must) ", r"needs "),
    (r"^pick (?:a |an |one |any )(?P<rest>.+)$", r"pick {rest}"),
    (r"^pick (?P<name>\w+): (?P<kinds>[a-z]\w*)", r"pick {name}: {kinds_type}"),
    (r"^pick (?P<head>\w+(?:: \w+)?) (?:from|out of) (?P<place>[\w.]+)", r"pick {head} in {place}"),
    (r"^pick (?P<name>\w+): (?P<least>\d+) to (?P<most>\d+) (?P<type>[A-Z]\w*) ", r"pick {name}: {least} to {most} of {type} "),
    (r"^choose ?: ?(?P<rest>.+)$", r"choose {rest}"),
    (r"^choose (?:one of |between |either |from )(?P<rest>.+)$", r"choose {rest}"),
    (r"^(?P<head>(?:repeat: ?)?)choose (?P<one>[\w, ]+?),? (?:or|and) (?P<other>\w+)$", r"{head}choose {one}, {other}"),
    (r"^repeat: (?P<steps>\w+(?:, \w+)+)$", r"repeat: choose {steps}"),
    (r"^turns(?: by each player| of each player)?:", r"turns from (first player where …):"),
    (r"^(?:for every|for all|foreach|for any|each|every) (?P<what>\w+?)s?:", r"for each {what_one}:"),
    (r"^for (?P<what>\w+) in (?:players|all players):", r"for each player:"),
    (r"^for each (?P<what>\w+) from (?P<rest>.+ to .+)$", r"for each {what} in {rest}"),
    (r"^(?:at|on) (?:the )?(?:end|close) of (?:each|every|a|the) (?P<what>\w+): ?(?P<done>.+)$", r"after {what}: {done}"),
    (r"^(?:at|on) (?:the )?(?:start|beginning) of (?:each|every|a|the) (?P<what>\w+): ?(?P<done>.+)$", r"before {what}: {done}"),
    # numbers that change
    (r"^(?P<what>[\w.]+) ?\+= ?(?P<n>.+)$", r"add {n} to {what}"),
    (r"^(?P<what>[\w.]+) ?-= ?(?P<n>.+)$", r"subtract {n} from {what}"),
    (r"^(?P<what>[\w.]+) ?\+\+$", r"add 1 to {what}"),
    (r"^(?P<what>[\w.]+) ?--$", r"subtract 1 from {what}"),
    (r"^(?P<what>[\w.]+) \+ (?P<n>\w+)$", r"add {n} to {what}"),
    (r"^(?P<what>[\w.]+) - (?P<n>\w+)$", r"subtract {n} from {what}"),
    (r"^(?P<head>[^#\"]+ / (?:[\w.]+|\([^()]+\)))$", r"{head} rounded down"),
    (r"^(?:increase|raise|increment) (?P<what>[\w.]+) by (?P<n>.+)$", r"add {n} to {what}"),
    (r"^(?:decrease|reduce|lower|decrement) (?P<what>[\w.]+) by (?P<n>.+)$", r"subtract {n} from {what}"),
    (r"^(?:increase|increment) (?P<what>[\w.]+)$", r"add 1 to {what}"),
    (r"^(?:decrease|decrement) (?P<what>[\w.]+)$", r"subtract 1 from {what}"),
    (r"^(?P<who>\w+) (?:gains?|gets?|scores?|wins?|earns?) (?P<n>\d+) (?P<what>\w+)$", r"add {n} to {who}.{what}"),
    (r"^(?:each|every) player (?:gains?|gets?|scores?|earns?) (?P<n>\d+) (?P<what>(?!cards?\b)[a-z]\w*)$", r"for each player: add {n} to player.{what}"),
    (r"^(?:each|every) player (?:loses?|pays?) (?P<n>\d+) (?P<what>(?!cards?\b)[a-z]\w*)$", r"for each player: subtract {n} from player.{what}"),
    (r"^(?:each|every) player (?:draws?|takes?|gets?) (?P<n>\d+)(?: \w+)? from (?P<place>[\w.]+)$", r"for each player: move {n} from {place} to …"),
    (r"^(?:each|every) player (?:draws?|takes?|gets?) (?P<n>\d+)(?: \w+)?$", r"for each player: move {n} from … to …"),
    (r"^add (?P<n>\d+) (?P<what>(?!cards?\b)[a-z]\w*) to (?P<who>[\w.]+)$", r"add {n} to {who}.{what}"),
    (r"^subtract (?P<n>\d+) (?P<what>(?!cards?\b)[a-z]\w*) from (?P<who>[\w.]+)$", r"subtract {n} from {who}.{what}"),
    (r"^move (?:an? |the |one )?random (?P<what>\w+) (?:from|in) (?P<place>[\w.]+) to (?P<to>[\w.]+)$", r"move (random {what} in {place}) to {to}"),
    (r"^move (?:the |my )?(?P<best>highest|lowest) (?P<what>\w+) (?:from|in) (?P<place>[\w.]+) to (?P<to>[\w.]+)$", r"move (first {what} in {place}, by {best} …) to {to}"),
    (r"^(?:give|grant|award) (?P<n>\d+) (?P<what>(?!cards?\b)[a-z]\w*) to (?P<who>[\w.]+)$", r"add {n} to {who}.{what}"),
    (r"^(?P<who>\w+) (?:loses?|pays?) (?P<n>\d+) (?P<what>\w+)$", r"subtract {n} from {who}.{what}"),
    (r"^(?:set )?(?P<what>[\w.]+) ?(?::=|==?|becomes?|is now) ?(?P<value>.+)$", r"set {what} to {value}"),
    (r"^set (?P<what>[\w.]+) (?:as|is) (?P<value>.+)$", r"set {what} to {value}"),
    (r"\brandom (?:number )?(?:from |between |in )?(?P<a>\w+) (?:to|and) (?P<b>\w+)", r"random n in {a} to {b}"),
    # cards that move
    (r"\b(?:my|your) (?P<name>\w+)", r"me.{name}"),
    (r"\bthe (?P<name>[\w.]+)", r"{name}"),
    (r"^move top (?P<n>\d+)(?: cards?)? (?:of|from|on) (?P<rest>.+)$", r"move {n} from {rest}"),
    (r"^move (?:top|top card|a card|one card|a|an|one) (?:of|from|on) (?P<rest>.+)$", r"move 1 from {rest}"),
    (r"^move (?:all|every|each|all of)(?: cards?)? (?:from|in) (?P<place>[\w.]+) ", r"move {place} "),
    (r"^(?P<head>move (?:up to )?\w+) (?:more )?cards? (?P<rest>.+)$", r"{head} {rest}"),
    (r"^(?:move|pass) (?:all|each|all of)(?: of)? (?P<rest>player\.\w+ to .+)$", r"move every {rest}"),
    (r"^(?P<head>move every player\.\w+) in players (?P<rest>.+)$", r"{head} {rest}"),
    (r"^move every player\.left\.(?P<place>\w+) to player\.(?P=place)$", r"move every player.{place} to player.right.{place}"),
    (r"^move every player\.right\.(?P<place>\w+) to player\.(?P=place)$", r"move every player.{place} to player.left.{place}"),
    (r"^move all (?P<kinds>\w+) ", r"move every {kinds_one} "),
    (r"^(?:draw|take|deal|get|pull) (?:a|an|one)(?: cards?)?\b", r"draw 1"),
    (r"^(?:draw|take|deal|get|pull) (?P<n>\w+)(?: cards?)? from (?P<place>[\w.]+)$", r"move {n} from {place} to …"),
    (r"^(?:draw|take|deal|get|pull) (?P<n>\w+)(?: cards?)? from (?P<rest>.+)$", r"move {n} from {rest}"),
    (r"^(?:draw|take|get|pull) (?P<n>\w+)(?: cards?)?$", r"move {n} from … to …"),
    (r"^deal (?P<n>\w+)(?: cards?)?(?: to)? (?:each|every|all|the)? ?players?$", r"for each player: move {n} from … to …"),
    (r"^(?:put|place|lay|return|give|send|play|add) (?P<what>.+?) (?:on top of|on|onto|in|into|to|at) (?P<place>[\w.]+)$", r"move {what} to {place}"),
    (r"^pass (?:every |each |all )?(?P<rest>[\w.]+ to .+)$", r"move every {rest}"),
    (r"^(?:perform|execute|resolve|carry out|call|activate|trigger|use) (?P<rest>[\w.]+)$", r"do {rest}"),
    (r"^(?:any|each|every|another|all) other players? (?:may|can) (?P<rest>.+)$", r"anyone of me.others may {rest}"),
    (r"^(?:any|each|every|a) players? (?:may|can) (?P<rest>.+)$", r"anyone of players may {rest}"),
    (r"^(?:(?:any|some|every)(?:one|body) else|(?:the )?others?) (?:may|can) (?P<rest>.+)$", r"anyone of me.others may {rest}"),
    (r"^(?:any|some|every)(?:one|body) (?:may|can) (?P<rest>.+)$", r"anyone of players may {rest}"),
    (r"^(?:any|one|each|(?:any|some|every)(?:one|body)) (?:of|in|among) (?P<who>[\w.]+) (?:may|can) ", r"anyone of {who} may "),
    (r"^(?P<head>(?:anyone of|then) .+? may .+?),? (?:or|and) (?P<other>[\w.]+)$", r"{head}, {other}"),
    # tests and bots
    (r"^then (?P<who>\w+) (?:may|can) only ", r"then {who} may only "),
    (r"^then (?P<who>\w+) (?:may|can) (?P<rest>.+?),? only$", r"then {who} may only {rest}"),
    (r"^then only (?P<who>\w+) (?:may|can) (?P<rest>.+)$", r"then {who} may only {rest}"),
    (r"^given (?:all|each|all of|every one of) (?P<rest>player\b.*)$", r"given every {rest}"),
    (r"^(?:given )?(?:as in|as|in|(?:is )?like|from|the same as|the beginning of) (?P<title>\"[^\"]*\")$", r"given as in {title}"),
    (r"^given as in (?P<title>[^\"]+)$", r'given as in "{title}"'),
    (r"^given (?P<what>(?!as in)[\w. ]*[\w.]) ?[:=]? (?P<value>\S+)$", r"given {what} is {value}"),
    (r"^bot ?:? ?(?P<name>[a-z][\w-]*) ?:?$", r'bot "{name}":'),
    (r"^bot ?: ?(?P<name>\"[^\"]*\") ?:?$", r"bot {name}:"),
    (r"^choose (?P<step>\w+(?:\([\w, ]*\))?)(?= where| when|, by|$)", r"{step}"),
    (r"^(?P<step>\w+(?:\([\w, ]*\))?) (?:if|whenever|as long as) (?P<asked>.+)$", r"{step} when {asked}"),
    (r"^if (?P<asked>[^:]+): ?(?P<step>\w+(?:\([\w, ]*\))?)$", r"{step} when {asked}"),
    (r"^(?P<head>\w+\([\w, ]*\).*?), (?P<best>(?:highest|lowest) .+)$", r"{head}, by {best}"),
    (r"^(?P<head>\w+\([\w, ]*\).*?, by) (?P<value>[a-z][\w.]*)$", r"{head} highest {value}"),
    (r"^discard (?P<what>[\w.]+)$", r"move {what} to …"),
    (r"^discard (?P<n>\d+)(?: cards?)?(?: from (?P<place>[\w.]+))?$", r"move {n} from … to …"),
    (r"^(?:reveal|flip|expose|turn over|turn up) (?P<what>[\w.]+)(?: to all)?$", r"show {what} to all"),
    (r"^(?:exchange|switch|trade) (?P<one>[\w.]+) (?:and|with|for) (?P<other>[\w.]+)$", r"swap {one} with {other}"),
    (r"^swap (?P<one>[\w.]+) (?:and|for) (?P<other>[\w.]+)$", r"swap {one} with {other}"),
    (r"^(?:mix|reshuffle|randomize|randomise) (?P<rest>.+)$", r"shuffle {rest}"),
    # ends
    (r"^(?:end|finish|quit|exit|stop) (?:of )?(?P<what>game|turn|round|loop)$", r"stop {what}"),
    (r"^(?:game|turn|round) (?:ends?|over|is over)$", r"stop game"),
    (r"^(?:everybody|all|all players) (?:wins?|win together)$", r"everyone wins"),
    (r"^(?:draw|a draw|tie|no winner|no ?one wins|nobody has won|it is a draw)$", r"nobody wins"),
    (r"^(?:everybody|all|all players) loses?$", r"everyone loses"),
    (r"^(?:print|tell|message|write|log) (?P<said>\".*\")$", r"say {said}"),
    (r"^(?:pass|skip|do nothing|continue)$", r"nothing"),
)  # fmt: skip


@cache
def _compiled() -> tuple[tuple[re.Pattern[str], str], ...]:
    words = rf"(?:{'|'.join(keywords.all_words())})\b"
    return tuple((re.compile(pattern.replace("%WORDS%", words)), write) for pattern, write in _SLIPS)


def mended(text: str, token: Token, opener: Token | None, helped: bool) -> str | None:
    """How the sentence is written in which a word was not understood; none if nobody knows.  `helped`: something is
    said of it already, so it is not tried whether one word alone is wrong."""
    line_start = text.rfind("\n", 0, start_of(token)) + 1
    line_end = text.find("\n", line_start)
    line = text[line_start : line_end if line_end >= 0 else len(text)]
    written = re.sub(r"\s*(?:\[[A-Z]+[0-9 A-Z]*\]\s*)?(?:#.*)?$", "", line)
    indent = len(written) - len(written.lstrip())
    starts = {indent, start_of(opener) - line_start if opener is not None else indent}
    before, after = _around(text, line_start, line_start + len(line))
    bad = len(read(before + line + after).mistakes)
    joined = written + " " + after.lstrip().partition("\n")[0]
    if token.type == "_NL" and _mistakes(before, joined, "\n" + after.lstrip().partition("\n")[2]) < bad:
        return joined.strip()
    for start in sorted((start for start in starts if indent <= start < len(written)), reverse=True):
        head, said = written[:start], written[start:]
        for told in _retold(said):
            if _mistakes(before, head + told.replace(UNKNOWN, "x"), after) < bad:
                return told
    for mended_line in () if helped else _one_word_better(written, start_of(token) - line_start):
        if _mistakes(before, mended_line, after) < bad:
            return mended_line.strip()
    return None


def _retold(said: str) -> Iterator[str]:
    """A sentence with one turn of speech after the other written as it is here; then what stands behind its colon too."""
    for behind in (False, True):
        for pattern, write in _compiled():
            head, colon, tail = said.rpartition(": ") if behind else ("", "", said)
            changed = pattern.sub(lambda found, write=write: _filled(found, write), tail)  # type: ignore[misc]
            if changed and changed != tail:
                said = head + colon + changed
                yield said


def _one_word_better(line: str, at: int) -> Iterator[str]:
    """The line without a word that stands twice, or with a word of the language for one that is like it: the word at a
    place, or one of the two before it."""
    words = [word for word in _WORD.finditer(line) if word.start() <= at][-3:]
    for one, other in pairwise(words):
        if one[0] == other[0]:
            yield line[: one.end()] + line[other.end() :]
    for word in reversed(words):
        for meant in keywords.all_words():
            if distance(word[0].casefold(), meant, 2) <= min(2, (len(meant) + 1) // 3) and word[0] != meant:
                yield line[: word.start()] + meant + line[word.end() :]


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands near a line in its declaration, before and behind it, and the lines in whose blocks that stands."""
    top = re.compile(r"^(?=[^\s#])", re.MULTILINE)
    begins = text.rfind("\n", 0, start) + 1
    while begins and not top.match(text, begins):
        begins = text.rfind("\n", 0, begins - 1) + 1
    before = text[begins:start].splitlines(keepends=True)
    near = before[-NEAR:]
    width = min((_width(line) for line in near if line.strip()), default=0)
    for line in reversed(before[:-NEAR]):
        if line.strip() and _width(line) < width:
            near.insert(0, line)
            width = _width(line)
    following = top.search(text, end)
    after = text[end : following.start() if following else len(text)].splitlines(keepends=True)
    return "".join(near), "".join(after[:NEAR])


def _width(line: str) -> int:
    return len(line) - len(line.lstrip())


def _mistakes(before: str, line: str, after: str) -> float:
    """How many there are, or more than all if there is one in the line itself."""
    found = read(before + line + after).mistakes
    ends = len(before) + len(line)
    return math.inf if any(len(before) <= start_of(mistake.token) <= ends for mistake in found) else len(found)


def _filled(found: re.Match[str], write: str) -> str:
    """What stands in the place of a turn of speech.  `{x_lower}`, `{x_joined}`, `{x_one}` and `{x_type}` are `{x}` as a
    word of the language, as one name, as one thing, as the name of a kind."""
    said = {name: UNKNOWN if value is None else value for name, value in found.groupdict().items()}
    forms = dict(said)
    for name, value in said.items():
        one = value.removesuffix("s")
        forms[f"{name}_lower"] = value.lower() if _begins_a_line(value.lower()) else value
        forms[f"{name}_joined"] = value.replace(" ", "_")
        forms[f"{name}_one"] = one
        forms[f"{name}_type"] = one[:1].upper() + one[1:]
    return write.format(**forms)


def _begins_a_line(word: str) -> bool:
    return word.upper() in terminals.STATEMENTS | terminals.DECLARATIONS and word in keywords.all_words()
