"""Runs Swift's tests, and ends them when nothing of them ends or begins any more: watched.py LOG SECONDS NAME COMMAND...

All that the command prints is in LOG; what passes and begins is not printed. When it has printed nothing for SECONDS,
the tests that have begun and not ended and the processes that run are named, there too, and the status is 1. What the tests
came to is then read from the stream of events NAME.events, and written to NAME-swift-testing.xml.
"""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import unfinished

QUIET = ("◇", "✔ Test", "➜")
BEGUN = re.compile(r"◇ Test (?!case |run )(.+) started\.$")
ENDED = re.compile(r"[✔✘] Test (?!case |run )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after [\d.]+ seconds")
# The package manager gives its processes 30 seconds.
GRACE = 35


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


def session_of(leader: int) -> list[int]:
    """The processes of a session, whatever their groups: Swift's package manager has the tests in a group of their own."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name, in parentheses, can have any characters.
            state, _, _, session = status.read_text(errors="replace").rpartition(")")[2].split()[:4]
            if int(session) == leader and state != "Z":
                found.append(int(status.parent.name))
    return found


def commands_of(leader: int) -> list[str]:
    """The processes of a session and of its descendants, which tests may have put into sessions of their own."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text(errors="replace").rpartition(")")[2].split()[1])
    found = set(session_of(leader))
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    commands = []
    for process in sorted(found):
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            commands.append(f"{process} (of {parents.get(process)}) {command[:200].strip()}")
    return commands


def stop(leader: int) -> None:
    """Ends a command and all that it has started. The package manager passes on an interrupt and nothing else."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(leader, signal.SIGINT)
    end = time.monotonic() + GRACE
    while session_of(leader) and time.monotonic() < end:
        time.sleep(0.1)
    for process in session_of(leader):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def watch(process: subprocess.Popen[bytes], log: Path, seconds: float) -> bool:
    """Copies what a command prints until it ends.

    :returns: whether it has ended by itself.
    """
    tests = Tests()
    rest = b""
    with process.stdout as output, log.open("wb", buffering=0) as kept:
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
    names = [f"  {name}" for name in tests.running] or ["  (none)"]
    commands = [f"  {command}" for command in commands_of(process.pid)]
    told = [f"Nothing was printed for {seconds:.0f} s. Tests that have not ended:", *names, "Processes:", *commands]
    print("\n".join(told), flush=True)
    with log.open("a") as kept:
        kept.write("\n".join(["", *told, ""]))
    return False


def main() -> int:
    """Runs the command.

    :returns: its status; 1 where it was ended.
    """
    log, seconds, name, command = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4:]
    # In a session of its own, so that its children can be ended with it.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    for end in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(end, lambda *_: sys.exit(1))
    has_ended = False
    try:
        has_ended = watch(process, log, seconds)
        return process.wait() if has_ended else 1
    finally:
        if not has_ended:
            stop(process.pid)
            with contextlib.suppress(OSError):
                unfinished.write(Path(f"{name}.events"), Path(f"{name}-swift-testing.xml"))


if __name__ == "__main__":
    sys.exit(main())
