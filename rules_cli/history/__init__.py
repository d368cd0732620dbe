"""Changes from edition to edition: rules matched across renumbering, compared, and traced through time.

    pairing = match_editions(older, newer)
    pairing.link("704.5k")     # RuleLink(a=("704.5k",), b=("704.5j",), confidence=1.0, kinds=("renumbered",))

passages → text_diff (one rule with another)
indexed_edition → match → rule_links → edition_pair (all rules of two editions, cached)
edition_pair → diff (the changes of two editions), trace (one rule in all editions)
"""
