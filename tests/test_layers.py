"""The layers of the package: a module imports only from lower layers, and only one module prints."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "rules_cli"
LAYERS = {
    name: level
    for level, names in enumerate(
        (
            ["errors", "model", "text"],
            ["schema"],
            ["store.atomic", "store.cache", "store.data_files", "store.paths"],
            ["words"],
            ["numbers"],
            ["formats"],
            ["parse"],
            ["store"],
            ["captions", "cards"],
            ["lookup"],
            ["search", "names", "costs", "history", "card_rules"],
            ["citation_check", "penalties", "sources", "card_lookup", "card_costs"],
            ["doctor", "situations"],
            ["library"],
            ["render"],
            ["look", "pocket", "assistants"],
            ["cli"],
        )
    )
    for name in names
}
"""Each package or module at the top of rules_cli, and its level: a module imports from lower levels and from itself.

Modules of a package with a level of their own are imported by lower packages, too."""
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem in LAYERS)
NAMES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}
"""The modules of the package by name."""
PRINTERS = {"render/out.py"}


def layer_of(module: str) -> int | None:
    """Return the layer of a module of this package, or None for other modules."""
    package, *parts = module.split(".")[:3]
    return LAYERS.get(".".join(parts), LAYERS.get(parts[0])) if package == "rules_cli" and parts else None


@cache
def code_of(path: Path) -> ast.Module:
    """Return the parsed code of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports_of(path: Path) -> list[str]:
    """Return every module that a file imports, inside functions too."""
    found = []
    for node in ast.walk(code_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return found


def test_a_module_imports_only_from_lower_layers() -> None:
    for path in MODULES:
        module = "rules_cli." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        own, subject = layer_of(module), module.split(".")[1]
        assert own is not None, module
        wrong = [
            name
            for name in imports_of(path)
            if (level := layer_of(name)) is not None and level >= own and name.split(".")[1] != subject
        ]
        assert not wrong, module


def used_by(path: Path) -> set[str]:
    """Return the modules of this package that a module uses when it runs, also those imported inside functions."""
    found: set[str] = set()
    left: list[ast.AST] = [code_of(path)]
    while left:
        node = left.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            left += node.orelse
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        left += ast.iter_child_nodes(node)
    return found & set(NAMES)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """An import inside a function hides a circle from Python, and not from people who read the modules."""
    uses = {name: used_by(path) - {name} for name, path in NAMES.items()}
    while free := {name for name, others in uses.items() if not others & set(uses)}:
        uses = {name: others for name, others in uses.items() if name not in free}
    assert uses == {}


def test_only_render_prints() -> None:
    printing = set()
    for path in MODULES:
        for node in ast.walk(code_of(path)):
            called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
            if called or (isinstance(node, ast.Attribute) and node.attr in ("stdout", "stderr")):
                printing.add(str(path.relative_to(PACKAGE)))
    assert printing == PRINTERS


SAYING = {"say", "said", "say_word", "say_phrase", "in_language"}
"""The functions that put words into a language."""


def test_only_pages_are_put_into_a_language() -> None:
    """Packages below name the captions and the words to fill in; a command only chooses the language."""
    pages = {"render", "look", "pocket"}
    for path in MODULES:
        if path.relative_to(PACKAGE).parts[0] in pages or path.stem == "captions":
            continue
        called = {name.rpartition(".")[2] for name in imports_of(path) if ".captions" in name or ".language" in name}
        assert not called & SAYING, path


def test_formats_do_not_import_parsing_and_parsing_no_format() -> None:
    for path in (PACKAGE / "formats").rglob("*.py"):
        assert not [name for name in imports_of(path) if name.startswith(("rules_cli.parse", "rules_cli.store"))]
    for path in (PACKAGE / "parse").glob("*.py"):
        assert not [
            name for name in imports_of(path) if name in ("rules_cli.formats.plain_text", "rules_cli.formats.markdown")
        ]


def test_no_class_name_is_used_twice() -> None:
    modules: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(code_of(path)):
            if isinstance(node, ast.ClassDef):
                modules.setdefault(node.name, []).append(path.stem)
    assert {name: found for name, found in modules.items() if len(found) > 1} == {}
