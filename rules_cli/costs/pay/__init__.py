"""Ways to pay a total in points. A game names those that it has in `pay` of its `costs.yaml`.

Each module has a function `pay`: it takes the answer, the total and the extra costs, and enters in the answer whether
each part can be paid (`parts`, `met`), the ways to pay (`pay`) and sentences on them (`paying`). It cites its rules by
keys that the game's file restates.
"""
