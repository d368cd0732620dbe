"""Copies to the clipboard: by a program of the system, which is sure to set it, else by asking the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

_LONGEST_WAIT = 2  # seconds: a program that can't reach its display hangs


def copy(text: str) -> bool | None:
    """Copy a text; return whether it is certain to be on the clipboard, None if there is no way to copy it. Without a
    program for it, the terminal is asked: that works over SSH, but a terminal may be set to refuse."""
    for command in _programs():
        encoding = "utf-16-le" if command[0] == "clip.exe" else "utf-8"
        with suppress(OSError, subprocess.TimeoutExpired):
            ran = subprocess.run(
                command,
                input=text.encode(encoding),
                stdout=subprocess.DEVNULL,  # a program that stays in the background keeps a pipe open
                stderr=subprocess.DEVNULL,
                timeout=_LONGEST_WAIT,
                check=False,
            )
            if ran.returncode == 0:
                return True
    try:
        with Path("/dev/tty").open("wb") as terminal:
            terminal.write(b"\x1b]52;c;" + b64encode(text.encode()) + b"\x07")  # OSC 52
    except OSError:
        return None
    return False


def _programs() -> list[list[str]]:
    """Return the commands that can copy here."""
    programs = [["tmux", "load-buffer", "-w", "-"]] if os.environ.get("TMUX") else []
    if os.environ.get("SSH_TTY"):  # those of the system would copy on the wrong computer
        return programs
    if os.environ.get("WAYLAND_DISPLAY"):
        programs.append(["wl-copy"])
    if os.environ.get("DISPLAY"):
        programs.append(["xclip", "-selection", "clipboard"])
    if sys.platform == "darwin":
        programs.append(["pbcopy"])
    if os.name == "nt" or os.environ.get("WSL_DISTRO_NAME"):
        programs.append(["clip.exe"])
    return programs
