"""Runs Swift's tests, and ends them when nothing of them ends or begins any more: watched.py LOG SECONDS COMMAND...

All that the command prints is in LOG; what passes and begins is not printed. When it has printed nothing for SECONDS,
the tests that have begun and not ended are named, and the status is 1.
"""

import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

QUIET = ("◇", "✔ Test", "➜")
BEGUN = re.compile(r"◇ Test (?!case |run )(.+) started\.$")
ENDED = re.compile(r"[✔✘] Test (?!case |run )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after [\d.]+ seconds")
GRACE = 20


class Tests:
    """The tests that have begun and not ended, in the order in which they began."""

    def __init__(self) -> None:
        self.running: dict[str, int] = {}

    def note(self, line: str) -> None:
        """Notes what a line of the log says."""
        if begun := BEGUN.match(line):
            self.running[begun[1]] = self.running.get(begun[1], 0) + 1
        elif ended := ENDED.match(line):
            left = self.running.pop(ended[1], 1) - 1
            if left > 0:
                self.running[ended[1]] = left


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a command and its children."""
    for end in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, end)
            process.wait(GRACE)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def watch(process: subprocess.Popen[bytes], log: Path, seconds: float) -> bool:
    """Copies what a command prints until it ends.

    :returns: whether it has ended by itself.
    """
    tests = Tests()
    rest = b""
    with process.stdout as output, log.open("wb") as kept:
        while select.select([output], [], [], seconds)[0]:
            read = os.read(output.fileno(), 1 << 16)
            kept.write(read)
            *lines, rest = (rest + read).split(b"\n") if read else ([rest, b""] if rest else [b""])
            for line in lines:
                text = line.decode(errors="replace")
                tests.note(text)
                if not text.startswith(QUIET):
                    print(text, flush=True)
            if not read:
                return True
    names = "\n".join(f"  {name}" for name in tests.running) or "  (none)"
    print(f"Nothing was printed for {seconds:.0f} s. Tests that have not ended:\n{names}", flush=True)
    return False


def main() -> int:
    """Runs the command.

    :returns: its status; 1 where it was ended.
    """
    log, seconds, command = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
    # In a session of its own, so that its children can be ended with it.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        return process.wait() if watch(process, log, seconds) else 1
    finally:
        stop(process)


if __name__ == "__main__":
    sys.exit(main())
