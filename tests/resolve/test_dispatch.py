"""Every node of a tree has a function that takes it on: who adds one is told here if none does."""

from __future__ import annotations

from typing import get_args

import pytest

from rulelang.ir.lower.steps.bodies import lowered
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.model import statements
from rulelang.resolve.statements.dispatch import statement
from rulelang.syntax import model as ast


@pytest.mark.parametrize("node", get_args(ast.Expr), ids=lambda node: node.__name__)
def test_every_expression_is_resolved(node: type) -> None:
    assert expression.dispatch(node) is not expression.dispatch(object)


@pytest.mark.parametrize("node", get_args(ast.Stmt), ids=lambda node: node.__name__)
def test_every_statement_is_resolved(node: type) -> None:
    assert statement.dispatch(node) is not statement.dispatch(object)


@pytest.mark.parametrize("node", get_args(statements.Stmt), ids=lambda node: node.__name__)
def test_every_statement_is_lowered(node: type) -> None:
    assert lowered.dispatch(node) is not lowered.dispatch(object)
