"""What the doctor found, as a page and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rules_cli.render.page import Page, Span

if TYPE_CHECKING:
    from rules_cli.doctor import Health


def page(health: Health) -> Page:
    """Each thing that is or was wrong with what to do about it or what was done, and what all of it comes to."""
    told = Page()
    for found in health.findings:
        told.add(Span(found.where, "id"), f"  {found.wrong}")
        told.add(Span(found.do, "good" if found.mended else "note"), indent=2)
    told.gap()
    told.add(Span(_verdict(health), "good" if health.is_well else "bad"))
    told.add(Span(f"looked at {', '.join(f'{n} {what}' for what, n in health.looked_at.items())}", "quiet"))
    return told


def _verdict(health: Health) -> str:
    mended = sum(found.mended for found in health.findings)
    left = len(health.findings) - mended
    if not health.findings:
        return "all is well"
    return f"all is well again: {mended} mended" if not left else f"{left} to mend, {mended} mended"


def document(health: Health) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "well": health.is_well,
        "findings": [asdict(found) for found in health.findings],
        "looked_at": dict(health.looked_at),
    }
