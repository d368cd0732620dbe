"""Questions about card names: `match`, `moniker`, `part`, without a library (`naming_from` takes the facts)."""
