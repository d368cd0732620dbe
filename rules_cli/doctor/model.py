"""What the doctor says: what was wrong, where, and what was done or is to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or was: `where` it is (an edition, a file), what is `wrong`, and what to `do`.

    A `mended` one is wrong no more, and `do` says what was done.
    """

    where: str
    wrong: str
    do: str
    mended: bool = False


@dataclass(frozen=True, slots=True)
class Health:
    """The health of a library: everything found, in the order of looking, and how much of each kind was looked at."""

    findings: tuple[Finding, ...]
    looked_at: Mapping[str, int]

    @property
    def is_well(self) -> bool:
        """Whether nothing is left that only the user can mend."""
        return all(finding.mended for finding in self.findings)
