"""What changed from edition to edition: rules matched across renumbering, compared, and followed through time.

    pairing = match_editions(older, newer)
    pairing.counterpart("704.5k")     # Counterpart(number="704.5j", confidence=1.0, kinds=("renumbered",), also=())

words → differences (one rule with another) · sides → likeness → matching → parts → pairing (all rules, cached)
"""
