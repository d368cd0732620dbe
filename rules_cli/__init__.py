"""`rules`: rulebooks of trading card games, looked up, searched, cited and explained. See `Library`.

    from rules_cli import Library
    Library.open().rule("fab:2.7.3a")

Names are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from rules_cli._version import __version__

TYPE_CHECKING = False  # as `typing` has it, which takes longer to load than to answer
if TYPE_CHECKING:
    from typing import Any

    from rules_cli.costs import cost
    from rules_cli.errors import BookNotFound, RuleNotFound, RulesError
    from rules_cli.library import Library
    from rules_cli.model import Rule
    from rules_cli.names import match_names, moniker_of_name, part_of_name

_HOMES = {
    "BookNotFound": "rules_cli.errors",
    "Library": "rules_cli.library",
    "Rule": "rules_cli.model",
    "RuleNotFound": "rules_cli.errors",
    "RulesError": "rules_cli.errors",
    "cost": "rules_cli.costs",
    "match_names": "rules_cli.names",
    "moniker_of_name": "rules_cli.names",
    "part_of_name": "rules_cli.names",
}
__all__ = [
    "BookNotFound",
    "Library",
    "Rule",
    "RuleNotFound",
    "RulesError",
    "__version__",
    "cost",
    "match_names",
    "moniker_of_name",
    "part_of_name",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
