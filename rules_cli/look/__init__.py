"""The interactive look-up: type and the list follows, open a rule, follow its references, go back.

    state.py     the places that a screen can show, and the questions to the library with their answers
    steps.py     a state and a key → the next state; pure
    screens.py   a state → the lines of the screen; pure
    answers.py   a question → an answer, from the library; the rules that were opened last
    terminal.py  curses: the size, drawing, the next key
    loop.py      keys and answers → states → screens

Only `terminal` knows curses, only `answers` the library and its files.
"""
