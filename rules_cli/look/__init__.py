"""The interactive look-up: type and the list follows, open a rule, follow its references, go back.

    line.py      the line that is typed: its cursor, and the keys of readline
    state.py     the places that a screen can show, and the questions to the library with their answers
    steps.py     a state and a key → the next state; pure
    screens.py   a state → the lines of the screen; pure
    lists.py     the lists: rules by number or words, an empty prompt, the rules read last, the books
    commands.py  command lines that are typed at the prompt, such as a cost
    answers.py   a question → an answer, from the library
    terminal.py  curses: the size, drawing, the next key
    loop.py      keys and answers → states → screens

Only `terminal` knows curses, only `lists` and `answers` the library.
"""
