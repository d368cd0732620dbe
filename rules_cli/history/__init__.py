"""Changes from edition to edition: rules matched across renumbering, compared, and traced through time.

    pairing = match_editions(older, newer)
    pairing.counterpart("704.5k")     # Counterpart(number="704.5j", confidence=1.0, kinds=("renumbered",), also=())

passages → text_diff (one rule with another)
indexed_edition → match → rule_links → edition_pair (all rules of two editions, cached)
edition_pair → diff (the changes of two editions), trace (one rule in all editions)
"""
