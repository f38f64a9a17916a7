"""Why something is refused: each condition that can refuse, taken apart, with the words for every part.

No engine plays with this; it is read when somebody asks.  Values stand over the variables of the header (or of the
named value) to which the condition belongs.  A condition of which it is not proved that the chooser sees all that it
reads has no parts: it is told in its author's words alone, without a value.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.ir.model.displays import Display, Parameter
from rulelang.ir.model.expressions import Expr, Source
from rulelang.nodes import frozen


@frozen
class Hole:
    """A place in the words for what a variable stands for; `text` is its name, said where it stands for nothing yet"""

    text: str
    value: Expr
    display: Display


Words: TypeAlias = tuple[str | Hole, ...]


@frozen
class Part:
    """A value that is told: `plain` if its words are the value itself (``5``, ``hearts``)"""

    words: Words
    value: Expr
    display: Display
    plain: bool


@frozen
class Compared:
    """``me.coins >= 5``, ``card.suit is hearts``"""

    operator: Literal["<", "<=", ">", ">=", "=="]
    left: Part
    right: Part


@frozen
class Holds:
    """Anything else that is yes or no; `flag`: a value of its own, of which one says that it is yes"""

    words: Words
    truth: Expr
    flag: bool


@frozen
class Empty:
    """``larder is empty``"""

    words: Words
    source: Source


@frozen
class Among:
    """``card.suit is in trumps``; `members` none where there are too many to be told"""

    value: Part
    group: Words
    truth: Expr
    members: Source | None
    display: Display


@frozen
class Joint:
    """``a and b``, ``a or b``"""

    word: Literal["and", "or"]
    parts: tuple[Reason, ...]


@frozen
class Opposite:
    """``not a``"""

    of: Reason


@frozen
class Asked:
    """``every x in SOURCE where C has D``; `inside` are the words between the question and its end"""

    word: Literal["some", "no", "every"]
    words: Words
    inside: Words
    truth: Expr
    variable: str
    display: Display
    source: Source
    where: Reason | None
    condition: Reason | None


@frozen
class Unfolded:
    """``me.owns(animal)``: a named value; `number` counts in `Reasons.named`"""

    words: Words
    truth: Expr
    parameters: tuple[Parameter, ...]
    arguments: tuple[Expr | Source, ...]
    number: int


Reason: TypeAlias = Compared | Holds | Empty | Among | Joint | Opposite | Asked | Unfolded


@frozen
class Layer:
    """One layer of a named value; `reason` none where it is made from the one beneath"""

    when: Expr | None
    reason: Reason | None


@frozen
class Why:
    """One thing that can refuse: `said` by the author, or empty; `words` as written; `reason` what is to be told of it

    `forbidden`: it refuses where the condition holds.  `each`: what has to hold of every card of a set, the variable
    of which is `one`.  `source`: the words for what a pick goes through, `types` the cards that it keeps of it.
    `seen`: it is proved that the chooser sees all that is read here.  `once`: the step as often as which something may
    be chosen once, or empty.
    """

    said: str
    words: Words
    reason: Reason | None
    forbidden: bool
    cites: tuple[str, ...]
    seen: bool
    each: Reason | None = None
    one: str = ""
    source: Words = ()
    types: str = ""
    place: str = ""
    once: str = ""


@frozen
class Reasons:
    """For each header one for each item (none for a `let`); for each decision one for each offer, the fallback last"""

    headers: tuple[tuple[Why | None, ...], ...] = ()
    offers: tuple[tuple[Why | None, ...], ...] = ()
    named: tuple[tuple[Layer, ...], ...] = ()
