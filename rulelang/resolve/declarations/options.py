"""Options and what variants set them to.

Comes in: the options as laid.  Goes out: `OptionDecl`s in `names`, and the values chosen.
"""

from __future__ import annotations

from rulelang.diagnostics import Label, did_you_mean
from rulelang.resolve.digits import number
from rulelang.resolve.layers.laid import Laid
from rulelang.resolve.model.program import OptionDecl
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.syntax import model as ast


def resolve(laid: Laid, names: Names, reports: Reports) -> dict[str, str]:
    """Put every option into `names`; the values that variants have chosen, the last one counts."""
    for decl in laid.options.values():
        _declare(decl, names, reports)
    chosen: dict[str, str] = {}
    for choice in laid.chosen:
        if check_choice(choice, names, reports):
            chosen[choice.name.text] = choice.value.text
    return chosen


def _declare(decl: ast.Option, names: Names, reports: Reports) -> None:
    words = tuple(member.word for member in decl.values)
    for index, member in enumerate(decl.values):
        if member.word in words[:index]:
            label = Label(decl.values[words.index(member.word)].span, "it stands here already")
            reports.diagnostic("RL0413", member.span, labels=[label], name=member.word, kind=decl.name.text)
    if decl.normally.text not in words:
        _no_value(decl.name.text, decl.normally, words, reports)
    names.add_option(
        OptionDecl(
            decl.name.text,
            tuple(dict.fromkeys(words)),
            tuple(member.text or "" for member in decl.values),
            decl.normally.text,
            all(number(word) is not None for word in words),
            span=decl.name.span,
            cites=decl.cites,
        )
    )


def _no_value(option: str, value: ast.Name, words: tuple[str, ...], reports: Reports) -> None:
    near = did_you_mean(value.text, words)
    reports.diagnostic("RL0224", value.span, option=option, name=value.text, suggestion=near)


def check_choice(choice: ast.OptionChosen, names: Names, reports: Reports) -> bool:
    """Whether `option x is y` speaks of an option and of one of its values."""
    option = names.options.get(choice.name.text)
    if option is None:
        near = did_you_mean(choice.name.text, names.options)
        reports.diagnostic("RL0228", choice.name.span, name=choice.name.text, suggestion=near)
        return False
    if choice.value.text not in option.values:
        _no_value(option.name, choice.value, option.values, reports)
        return False
    return True
