"""Fuzz readers, parsers and questions, guided by coverage: `python tests/fuzz/run.py [TARGET…] --seconds 60`.

Needs the package atheris (`pip install -e ".[fuzz]"`). One process at a time; what breaks a promise ends its target,
and the bytes that did it are left in the folder that is named.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
_LIMITS = ["-timeout=20", "-rss_limit_mb=2000", "-max_len=4096", "-print_final_stats=1", "-verbosity=0"]


def main() -> int:
    """Fuzz each target for a while; 1 where any broke a promise."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("targets", nargs="*", metavar="TARGET")
    asked.add_argument("--seconds", type=int, default=60, help="for each target")
    asked.add_argument("--keep", type=Path, help="a folder for what is found; inputs there are gone on with")
    asked.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = asked.parse_args()
    keep = options.keep or Path(mkdtemp(prefix="rules-fuzz-"))
    if options.inside:
        return _fuzz(options.targets[0], options.seconds, keep)
    from fuzz.targets import TARGETS

    broken = []
    for name in options.targets or TARGETS:
        command = [sys.executable, __file__, name, "--inside", "--seconds", str(options.seconds), "--keep", str(keep)]
        if subprocess.run(command).returncode:
            broken.append(name)
    sys.stdout.write(f"broken: {', '.join(broken)}; see {keep}\n" if broken else "no promise was broken\n")
    return bool(broken)


def _fuzz(name: str, seconds: int, keep: Path) -> int:
    """Fuzz one target in this process; does not come back."""
    import atheris

    with atheris.instrument_imports(include=["rules_cli"]):
        from fuzz.targets import TARGETS

    found = keep / name
    found.mkdir(parents=True, exist_ok=True)
    seeds = [str(folder) for folder in (HERE / "corpus" / name, ROOT / "tests" / "books") if folder.is_dir()]
    limits = [*_LIMITS, f"-max_total_time={seconds}", f"-artifact_prefix={keep}/{name}-"]
    atheris.Setup([sys.argv[0], *limits, str(found), *seeds], TARGETS[name])
    sys.stdout.write(f"--- {name}\n")
    sys.stdout.flush()
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
