"""Costs of imported cards in questions about costs: the cards that are named, and what their texts do to costs."""

from rules_cli.card_costs.names import NamedCosts, may_name_cards, with_costs

__all__ = ["NamedCosts", "may_name_cards", "with_costs"]
