"""Rule numbers: one that a user typed, one in a text, and what a number is made of.

- `grammar`: the pieces of every pattern that reads a number, and what differs from place to place;
- `parts`: the parts of a number, their order, the numbers above and closest to one;
- `worded`: numbers with words between their parts, `Article IV, Section 2`;
- `typed`: what a user typed as one number or range; `typed_words`: the words of a command line;
- `heads`: the number at the head of a line of a rulebook;
- `references`: the numbers that a text names, alone, in lists and in ranges.

Import what you need from these modules: a look-up needs no references.
"""
