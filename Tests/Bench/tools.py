"""What the parts of the bench measure with."""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))

from kartoteka import Server

THREADS = 2
CONNECTIONS = 16


@dataclass(frozen=True)
class Load:
    """A kind of request, sent many times: one a line, as requests.lua has it."""

    name: str
    lines: list[str]
    goal: float | None = None


@dataclass(frozen=True)
class Speed:
    per_second: float
    median: str
    slowest: str


def say(what: str) -> None:
    print(f"==> {what}", file=sys.stderr)


def measure(load: Load, server: Server, folder: Path, seconds: int, connections: int = CONNECTIONS) -> Speed:
    path, _, body = load.lines[0].partition("\t")
    status, answer = server.send("POST" if body else "GET", path, body or None)
    if status != (201 if body else 200):
        sys.exit(f"{load.name}: {path} answered {status}: {answer[:500].decode(errors='replace')}")
    file = folder / "requests.txt"
    file.write_text("\n".join(load.lines) + "\n", encoding="utf-8")
    wrk(server, file, 1, connections)
    output = wrk(server, file, seconds, connections)
    per_second = rate(load.name, output, server)
    [median] = re.findall(r"^ +50% +(\S+)", output, re.MULTILINE)
    [slowest] = re.findall(r"^ +99% +(\S+)", output, re.MULTILINE)
    return Speed(per_second, median, slowest)


def rate(name: str, output: str, server: Server) -> float:
    """The requests a second of a run of wrk; ends the bench if some have failed."""
    if trouble := re.findall(r"Non-2xx.*|Socket errors.*", output):
        sys.exit(f"{name}: {'; '.join(trouble)}\n{server.log()[-2000:]}")
    [per_second] = re.findall(r"Requests/sec:\s+([\d.]+)", output)
    return float(per_second)


def wrk(server: Server, file: Path, seconds: int, connections: int) -> str:
    script = Path(__file__).with_name("requests.lua")
    return run(
        "wrk", f"-t{THREADS}", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "30s", "-s", script, server.url, "--", file)


def most_memory(process: int) -> int:
    return memory(process, "VmHWM")


def reset_memory(process: int) -> int:
    """Has the most memory be that of now, and returns it."""
    Path(f"/proc/{process}/clear_refs").write_text("5")
    return most_memory(process)


def memory(process: int, kind: str = "VmRSS") -> int:
    status = Path(f"/proc/{process}/status").read_text()
    [kilobytes] = re.findall(rf"{kind}:\s+(\d+) kB", status)
    return int(kilobytes) * 1024


def processor_seconds(process: int) -> float:
    """The processor time that a process has used, in all of its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(work) -> float:
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def run(*command, output=subprocess.PIPE) -> str:
    """Runs a program and returns what it prints; ends the bench when the program fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdout=output, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)} failed with status {done.returncode}:\n{done.stdout or ''}{done.stderr}")
    return done.stdout
