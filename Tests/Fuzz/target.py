"""The server that is tried: it sends requests and notes what no request may do."""

import http.client
import re
import resource
import shutil
import socket
import time
from collections import deque
from pathlib import Path

from kartoteka import Server


class Over(Exception):
    """The time is over."""


class Target:
    """A server with a data folder that is made anew now and then, since requests delete and change what it holds.

    A finding is an answer 500, an end of the process, no answer in time, or more memory than the bound."""

    PATIENCE = 60  # seconds for an answer, on a machine that builds something beside
    MEMORY = 1_500  # megabytes; the process may reserve five times as much
    LIFE = 6_000  # requests between two data folders

    def __init__(self, template: Path, folder: Path, until: float):
        self.template, self.data, self.until = template, folder / "data", until
        self.server: Server | None = None
        self.findings: list[str] = []
        self.last: deque[str] = deque(maxlen=4)
        self.count, self.lived, self.largest = 0, 0, 0
        self.statuses: dict[int, int] = {}

    def __enter__(self) -> "Target":
        self._begin()
        return self

    def __exit__(self, *_) -> None:
        self._end()

    def _begin(self) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self.server = Server(self.data, template=self.template, patience=120, environment={"SWIFT_BACKTRACE": "enable=no"})
        self.server.__enter__()
        limit = self.MEMORY * 5_000_000
        resource.prlimit(self.server.process.pid, resource.RLIMIT_AS, (limit, limit))
        self.connection, self.lived = None, 0

    def _end(self) -> None:
        if self.server:
            self.server.__exit__(None, None, None)
            self.server = None

    def renew(self) -> None:
        """Starts with the first data again."""
        self._end()
        self._begin()

    def _memory(self) -> int:
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) // 1024 if found else 0

    def note(self, kind: str, request: str, detail: str = "") -> None:
        """Keeps a finding and shows it with the requests before."""
        self.findings.append(f"{kind}: {request}")
        print(f"\n{kind}: {request}\n  {detail}", flush=True)
        for earlier in list(self.last)[:-1]:
            print(f"  before: {earlier[:300]}", flush=True)

    def _ended(self, request: str) -> bool:
        """Whether the process has ended, which may show a moment after its connection was closed."""
        for _ in range(20):
            if self.server.process.poll() is not None:
                trap = [line for line in self.server.log().splitlines() if "rror" in line or "atal" in line]
                self.note(f"ended with {self.server.process.returncode}", request, " / ".join(trap[-3:])[:1000])
                self.renew()
                return True
            time.sleep(0.05)
        return False

    def send(self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None):
        """The status, the headers and the body; None without an answer."""
        if time.monotonic() > self.until:
            raise Over
        if self.lived >= self.LIFE:
            self.renew()
        data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        request = f"{method} {path[:2000]} {headers or ''} {(data or b'')[:600]!r}"
        self.last.append(request)
        for attempt in (1, 2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=self.PATIENCE)
                self.connection.request(method, path, data, headers or {})
                answer = self.connection.getresponse()
                if "text/event-stream" in (answer.getheader("Content-Type") or ""):
                    self._disconnect()
                    content = b""
                else:
                    content = answer.read()
                break
            except (ValueError, UnicodeError):
                # Python sends no such request.
                self._disconnect()
                return None
            except TimeoutError:
                self.note("no answer", request, f"{self._memory()} MB")
                self.renew()
                return None
            except (OSError, http.client.HTTPException):
                self._disconnect()
                if self._ended(request) or attempt == 2:
                    return None
        self.count += 1
        self.lived += 1
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        if answer.status >= 500 and answer.status != 503:
            self.note(str(answer.status), request, self.server.log()[-600:])
        if self.count % 200 == 0:
            self.largest = max(self.largest, self._memory())
            if self._memory() > self.MEMORY:
                self.note("too much memory", request, f"{self._memory()} MB")
                self.renew()
        return answer.status, answer.headers, content

    def send_raw(self, wire: bytes) -> None:
        """Sends bytes that are no request."""
        if time.monotonic() > self.until:
            raise Over
        self.last.append(repr(wire[:200]))
        wire = wire.replace(b"HOST", f"127.0.0.1:{self.server.port}".encode())
        try:
            with socket.create_connection(("127.0.0.1", self.server.port), 5) as link:
                link.settimeout(0.5)
                link.sendall(wire)
                answer = link.recv(2000)
                if answer[9:12] in (b"500", b"501", b"502"):
                    self.note(answer[9:12].decode(), repr(wire[:300]))
        except OSError:
            if self.server.process.poll() is not None:
                self._ended(repr(wire[:300]))
        self.count += 1

    def _disconnect(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None
