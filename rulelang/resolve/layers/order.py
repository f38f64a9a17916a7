"""Which texts lie over one another, and in which order: modules, the game, the chosen variants.

Comes in: the game's tree, the variants asked for, and a way to get at modules.  Goes out: layers from the
lowest to the topmost. Laying them is left to `laying`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.diagnostics import did_you_mean
from rulelang.nodes import frozen
from rulelang.resolve.reports import Reports
from rulelang.syntax import model as ast

Library = Callable[[str], ast.Module | None]


@frozen
class Layer:
    """One text; `title` is how a message calls it"""

    title: str
    declarations: tuple[ast.Decl, ...]
    is_variant: bool = False


def gather(module: ast.Module, variants: tuple[str, ...], library: Library, reports: Reports) -> tuple[Layer, ...]:
    """The layers of a game: the modules that it uses, itself, then its variants in the order of the file."""
    found: dict[str, Layer] = {}
    _modules(module.declarations, library, found, reports)
    known = {decl.title: decl for decl in module.declarations if isinstance(decl, ast.Variant)}
    for title in variants:
        if title not in known:
            near = did_you_mean(title, known)
            reports.diagnostic("RL0223", None, name=title, suggestion=near)
    chosen = [decl for title, decl in known.items() if title in variants]
    for variant in chosen:
        _modules(variant.declarations, library, found, reports)
    own = tuple(decl for decl in module.declarations if not isinstance(decl, ast.Variant))
    laid_over = tuple(Layer(f'in the variant "{v.title}"', v.declarations, is_variant=True) for v in chosen)
    return (*found.values(), Layer("in the game", own), *laid_over)


def _modules(
    declarations: tuple[ast.Decl, ...],
    library: Library,
    found: dict[str, Layer],
    reports: Reports,
    under_way: frozenset[str] = frozenset(),
) -> None:
    """The modules that these declarations use, those that they use themselves first, each once.

    Modules may use each other: then the one that was met first is laid over the other.
    """
    for name in (name for decl in declarations if isinstance(decl, ast.Use) for name in decl.modules):
        if name.text in found or name.text in under_way:
            continue
        module = library(name.text)
        if module is None:
            reports.diagnostic("RL0222", name.span, name=name.text)
            continue
        _modules(module.declarations, library, found, reports, under_way | {name.text})
        declared = tuple(d for d in module.declarations if not isinstance(d, ast.Variant | ast.Scenario))
        found[name.text] = Layer(f"in the module `{name.text}`", declared)


def variant_titles(module: ast.Module) -> tuple[str, ...]:
    """The variants of a game, in the order of the file."""
    return tuple(decl.title for decl in module.declarations if isinstance(decl, ast.Variant))
