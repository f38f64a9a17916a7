"""What stands for a name of the game while one piece of it is being lowered.

Comes in: variables of the checked program.  Goes out: the IR expression, list or source that each of them is bound
to, and fresh names for the variables of one function, header, procedure or run of blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define, evolve, field

from rulelang.diagnostics import InternalError
from rulelang.ir.model.expressions import Expr, Frame, Held, List, Local, Source
from rulelang.ir.model.statements import Stmt
from rulelang.resolve.model.expressions import Expr as Resolved
from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.nodes import Node as Statement
from rulelang.resolve.model.sorts import MembersSort, NumbersSort, PlaceSort, PlayersSort, SetSort, Sort

Bound: TypeAlias = Expr | List | Source


@define
class Names:
    """Names that are each given once: `card`, then `card.2`, `card.3`"""

    _taken: dict[str, int] = field(factory=dict)

    def fresh(self, name: str) -> str:
        self._taken[name] = self._taken.get(name, 0) + 1
        return name if self._taken[name] == 1 else f"{name}.{self._taken[name]}"

    def apart(self) -> Names:
        """A copy: names given from it are not taken here."""
        return Names(dict(self._taken))


@define
class Scope:
    """One piece that is being lowered.

    `owner` is what the piece is called in messages; `step` the step whose body it is; `framed`: variables must
    outlive a decision; `before`: where chance may be put, ahead of the statement in hand; `watched`: effects are
    looked at by `whenever`; `under_way`: the `whenever` rule whose body this is; `held_up`: the
    variables whose cards have just been shown, and to whom; `behind`: the statements that may follow the one in hand.
    """

    owner: str
    names: Names = field(factory=Names)
    me: Expr | None = None
    bound: dict[int, Bound] = field(factory=dict)
    usual: Callable[[], Expr] | None = None
    before: list[Stmt] | None = None
    step: str | None = None
    framed: bool = False
    watched: bool = False
    under_way: int | None = None
    held_up: dict[int, list[Resolved | None]] = field(factory=dict)
    as_usual: Callable[[], list[object]] | None = None
    behind: tuple[Statement, ...] = ()

    def bind(self, variable: Variable, bound: Bound) -> None:
        self.bound[variable.uid] = bound

    def local(self, variable: Variable) -> str:
        """A new name for a variable, to which it is bound from now on."""
        name = self.names.fresh(variable.name)
        self.bind(variable, Held(Local(name)) if holds_several(variable.sort) else Local(name))
        return name

    def of(self, variable: Variable) -> Bound:
        """What a variable is bound to."""
        if variable.uid not in self.bound:
            raise InternalError(f"{variable.name} is not bound in {self.owner}")
        return self.bound[variable.uid]

    def acting(self, me: Expr) -> Scope:
        """The same with somebody else acting; names and variables are shared."""
        return evolve(self, me=me)

    def pure(self) -> Scope:
        """The same where no chance can be put ahead: inside a question, a loop's condition."""
        return evolve(self, before=None)

    def apart(self) -> Scope:
        """The same for something that is only asked about: what it binds and names is not known here."""
        return evolve(self, names=self.names.apart(), bound=dict(self.bound), before=None)

    def plain(self) -> Scope:
        """The same where nothing waits for a decision, so that variables need no frame."""
        return evolve(self, framed=False)


def holds_several(sort: Sort) -> bool:
    """Whether a variable of this sort stands for several things, not for one value."""
    return isinstance(sort, SetSort | PlaceSort | PlayersSort | MembersSort | NumbersSort)


def slot_of(bound: Bound) -> Local | Frame:
    """Where a variable's value or set is stored."""
    match bound:
        case Local() | Frame():
            return bound
        case Held(variable=variable):
            return variable
        case _:
            raise InternalError("only a local variable or a frame can be stored into")
