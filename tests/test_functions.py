"""The size of functions: 40 lines at most, without the docstring and the parameters (a command has one for each of its
options), and a reason beside each function that has more than twelve branches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from radon.visitors import ComplexityVisitor, Function

pytestmark = pytest.mark.slow  # parses every module

PACKAGE = Path(__file__).resolve().parent.parent / "rules_cli"
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES = 40
MOST_BRANCHES = 12  # as radon counts: each condition, each `and` or `or`, each comprehension
REASON = "# Complexity: "


def _functions(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


def _lines(function: ast.FunctionDef) -> int:
    """The lines of a function from the first one after its docstring."""
    first = function.body[1 if ast.get_docstring(function) and len(function.body) > 1 else 0]
    return (function.end_lineno or 0) - first.lineno + 1


def _complex(code: str) -> Iterator[Function]:
    visitor = ComplexityVisitor.from_code(code)
    found = [*visitor.functions, *(method for each in visitor.classes for method in each.methods)]
    return (function for function in found if function.complexity > MOST_BRANCHES)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_functions_are_short_enough_to_read(path: Path) -> None:
    assert [function.name for function in _functions(path) if _lines(function) > MOST_LINES] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_many_branches_have_a_reason(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    lines = code.splitlines()
    for function in _complex(code):
        around = lines[max(function.lineno - 5, 0) : function.endline]
        assert any(REASON in line for line in around), f"{function.name} has {function.complexity} branches"
