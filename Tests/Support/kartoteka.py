"""Starts and stops `kartoteka serve`: for the browser tests, the pictures and the bench.

Needs nothing but Python's standard library.
"""

import functools
import http.client
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from postgres import shared

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def executable() -> Path:
    """The program to test: KARTOTEKA_BIN, else what the last `swift build` made."""
    given = os.environ.get("KARTOTEKA_BIN")
    if given:
        path = Path(given)
    else:
        command = ["swift", "build", "--show-bin-path"]
        shown = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        path = Path(shown.stdout.strip()) / "kartoteka"
    if not path.is_file():
        raise FileNotFoundError(f"There is no {path}. Run `swift build`, or set KARTOTEKA_BIN.")
    return path.resolve()


class Server:
    """A running server with a data folder of its own, to be used in a `with` statement.

    The data folder is created as at a first start, or is a copy of `template`, the data folder of a stopped server.
    The server listens on a free port, which it keeps when it is started again.
    """

    DEADLINE = 30  # seconds, to start and to stop

    # A test asks no service on the internet, and not with the keys of whoever runs it.
    SERVICES = ("PEXELS_API_KEY", "PEXELS_URL", "GEOAPIFY_API_KEY", "GEOAPIFY_URL")

    def __init__(self, data: Path, environment: dict[str, str] | None = None, template: Path | None = None,
                 program: str = "kartoteka", opened: Path | None = None, arguments: tuple[str, ...] = (),
                 database: str | None = None, patience: float = DEADLINE):
        """`database` is the address of a PostgreSQL database, of which `data` has local copies. With
        KARTOTEKA_TEST_DATABASE=postgres each server has one. `patience` is in seconds, for a start: the making of a large
        copy takes longer than another one."""
        self.data = data
        self.patience = patience
        self.arguments = arguments
        if database is None and opened is None and os.environ.get("KARTOTEKA_TEST_DATABASE") == "postgres":
            database, template = shared().database(), None
        self.database = database
        # The SQLite file that is served in place of a data folder.
        self.opened = opened
        # One that was built with `kartoteka` and takes the same arguments.
        self.program = program
        self.environment = environment or {}
        # The folder of which the data is a copy.
        self.template = template
        # 0 until the first start. Linux gives odd ports to a listener that asks for any port and even ones to outgoing
        # connections, so that no connection takes the server's port while it is stopped.
        self.port = 0
        self.started_in = 0.0
        if template:
            shutil.copytree(template, data)

    @property
    def url(self) -> str:
        """The origin of its addresses. It has one after the first start."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Server":
        self._log = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")
        try:
            self.start()
        except BaseException:
            self._log.close()
            raise
        return self

    def __exit__(self, *_) -> None:
        self.stop()
        self._log.close()

    def start(self) -> None:
        """Starts it; it answers when this returns. Entering the `with` statement does that, too."""
        begin = time.monotonic()
        position = self.log_position()
        verb, *served = ["open", self.opened] if self.opened else ["serve", "--data", self.database or self.data]
        if self.database:
            served += ["--copies", self.data]
        self.process = subprocess.Popen(
            [executable().with_name(self.program), verb, "--port", str(self.port), *served, *self.arguments],
            env={**{name: value for name, value in os.environ.items() if name not in self.SERVICES},
                 **self.environment},
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        try:
            while not (announced := re.search(r"http://127\.0\.0\.1:(\d+)\n", self.log(since=position))):
                self._fail_if_over(begin + self.patience)
            self.port = int(announced[1])
            while not self.is_healthy():
                self._fail_if_over(begin + self.patience)
        except BaseException:
            self.stop()
            raise
        self.started_in = time.monotonic() - begin

    def stop(self) -> None:
        """Stops it; what it has logged stays readable until the `with` statement ends."""
        self.process.terminate()
        try:
            self.process.wait(self.DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def restart(self) -> None:
        """Stops it and starts it again at the same address, with the same data."""
        self.stop()
        self.start()

    def is_healthy(self) -> bool:
        try:
            return self.get("/health")[0] == 200
        except OSError:
            return False

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of a GET; redirects are not followed."""
        return self.send("GET", path)

    def send(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
        """Status and body of a request, its own body being JSON."""
        return self.exchange(method, path, body)[:2]

    def exchange(self, method: str, path: str, body: str | None = None,
                 headers: dict[str, str] | None = None) -> tuple[int, bytes, str]:
        """Status, body and new cookie of a request, its own body being JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.DEADLINE)
        try:
            kind = {"Content-Type": "application/json"} if body else {}
            connection.request(method, path, body and body.encode(), {**kind, **(headers or {})})
            response = connection.getresponse()
            return response.status, response.read(), response.getheader("Set-Cookie", "")
        finally:
            connection.close()

    def batch(self, app: str, operations: list[dict]) -> list[int]:
        """Performs up to 1,000 operations in one transaction; the ids of their records, in the same order."""
        if not operations:
            return []
        status, answer = self.send("POST", f"/api/{app}/batch", json.dumps({"operations": operations}))
        assert status == 200, f"{status} {answer.decode()}"
        return [result["id"] for result in json.loads(answer)["results"]]

    def log(self, since: int = 0) -> str:
        """What the server has written so far, from the given position on (see `log_position`)."""
        # Positional reads: the server writes through the same open file and must keep its place.
        size = self.log_position()
        return os.pread(self._log.fileno(), size - since, since).decode("utf-8", "replace")

    def log_position(self) -> int:
        return os.fstat(self._log.fileno()).st_size

    def _fail_if_over(self, deadline: float) -> None:
        # Waiting for the process to end is the pause between two looks.
        try:
            status = self.process.wait(0.005)
        except subprocess.TimeoutExpired:
            if time.monotonic() < deadline:
                return
            raise TimeoutError(f"The server did not start within {self.patience} s:\n{self.log()}") from None
        raise ChildProcessError(f"kartoteka serve ended with status {status}:\n{self.log()}")
