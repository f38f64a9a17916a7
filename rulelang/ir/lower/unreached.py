"""Lines of which it is proved that nothing ever comes to them.

Comes in: a checked program, and which lines do something and which of them may be carried out, at any number of players
and with any variant and option.  Goes out: one warning for each stretch of such lines, at what stands above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import Program
from rulelang.source import Span


def unreached(
    game: Program, lines: Iterable[Span], carried: Iterable[Span], text: Callable[[Span], str]
) -> Iterator[Diagnostic]:
    """What is told of the game's own text; `text` gives the words at a span."""
    never = [span for span in set(lines) - set(carried) if span.path == game.path]
    done = [span for span in carried if span.path == game.path]
    for step in game.steps.values():
        if _dead(step.body, never, done) and any(_any([line], never) for line in step.body if not _inner(line)):
            yield diagnostic("RL0536", step.span, what=f"nobody can ever come to `{step.name}`")
        else:
            yield from _inside(step.body, never, done, text)
        for hook in (*step.before, *step.after, *step.instead):
            yield from _inside(hook.body, never, done, text)
    for body in (game.setup, game.play, *(one.body for one in game.whenevers)):
        yield from _inside(body, never, done, text)


def _inside(
    body: Sequence[st.Stmt], never: Sequence[Span], done: Sequence[Span], text: Callable[[Span], str]
) -> Iterator[Diagnostic]:
    """What is told of the bodies inside these lines, whose own lines are reached."""
    for line in body:
        match line:
            case st.If(arms=arms, otherwise=otherwise):
                bodies = [(condition.span, inner, "never") for condition, inner in arms]
                bodies += [(arms[-1][0].span, otherwise, "always")] if otherwise else []
            case st.ForEach(body=inner) | st.Repeat(body=inner) | st.Turns(body=inner) | st.TurnsOnce(body=inner):
                bodies = [(line.span, inner, "")]
            case _:
                continue
        for span, inner, holds in bodies:
            if holds and _dead(inner, never, done):
                what = f"`{text(span)}` {holds} holds here"
                yield diagnostic("RL0536", span, what=what if holds == "never" else f"{what}, so `else` never counts")
            elif inner is not None:
                yield from _inside(inner, never, done, text)


def _inner(line: st.Stmt) -> bool:
    """Whether other lines stand inside it."""
    return isinstance(line, st.If | st.ForEach | st.Repeat | st.Turns | st.TurnsOnce)


def _dead(body: Sequence[st.Stmt] | None, never: Sequence[Span], done: Sequence[Span]) -> bool:
    """Whether these lines do something, and none of it ever."""
    return bool(body) and _any(body, never) and not _any(body, done)


def _any(body: Sequence[st.Stmt] | None, spans: Sequence[Span]) -> bool:
    return any(
        line.span.path == span.path and line.span.start <= span.start < line.span.end
        for line in body or ()
        for span in spans
    )
