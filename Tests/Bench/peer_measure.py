"""Measures one kind of work of one program with wrk."""

import re
import statistics
from dataclasses import dataclass
from pathlib import Path

from peer import Peer, Request
from tools import CONNECTIONS, THREADS, run, timed


@dataclass(frozen=True)
class Speed:
    per_second: float
    median: float  # milliseconds
    failed: float = 0.0  # share of the requests
    alone: bool = False  # measured one request at a time


def measure(peer: Peer, requests: list[Request], folder: Path, seconds: int, once: bool = False) -> Speed:
    """How many of these requests the program answers in a second; `once` sends none of them twice."""
    if not once and timed(lambda: peer.send(requests[0])) > seconds / 4:
        return measure_alone(peer, requests[:3])
    file = write(peer, requests, folder)
    if not once:
        wrk(peer, file, 1)
    output = wrk(peer, file, seconds, *[THREADS] if once else [])
    [answered] = re.findall(r"(\d+) requests in", output)
    if int(answered) < CONNECTIONS:
        return measure_alone(peer, requests[:3])
    [per_second] = re.findall(r"Requests/sec:\s+([\d.]+)", output)
    sent = re.findall(r"All sent: (\d+) in ([\d.]+) s", output)
    failed = sum(int(number) for number in re.findall(r"(?:Non-2xx or 3xx responses:|timeout) (\d+)", output))
    return Speed(
        int(sent[0][0]) / float(sent[0][1]) if sent else float(per_second), median(output), failed / int(answered))


def measure_median(peer: Peer, requests: list[Request], folder: Path, seconds: int, connections: int) -> float:
    """Milliseconds, with so many connections."""
    return median(wrk(peer, write(peer, requests, folder), seconds, connections=connections))


def measure_once(peer: Peer, requests: list[Request], folder: Path, seconds: int) -> float:
    """Milliseconds with one connection, each request being sent once at most."""
    return median(wrk(peer, write(peer, requests, folder), seconds, 1, connections=1))


def write(peer: Peer, requests: list[Request], folder: Path) -> Path:
    file = folder / "requests.txt"
    heads = [f"# {name}: {value}" for name, value in peer.headers.items()]
    file.write_text("\n".join([*heads, *[request.line for request in requests]]) + "\n", encoding="utf-8")
    return file


def median(output: str) -> float:
    [(value, unit)] = re.findall(r"^ +50% +([\d.]+)(us|ms|s|m) *$", output, re.MULTILINE)
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]


def measure_alone(peer: Peer, requests: list[Request]) -> Speed:
    peer.send(requests[0])  # until what wrk has left behind is answered
    seconds = statistics.median(timed(lambda: peer.send(request)) for request in requests)
    return Speed(1 / seconds, seconds * 1000, alone=True)


def wrk(peer: Peer, file: Path, seconds: int, *arguments: object, connections: int = CONNECTIONS) -> str:
    script = Path(__file__).with_name("requests.lua")
    threads = min(THREADS, connections)
    return run("wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "--latency",
               "-s", script, peer.url, "--", file, *arguments)
