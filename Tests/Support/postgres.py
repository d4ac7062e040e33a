"""Starts a PostgreSQL server of the tests' own: for the browser tests and the bench.

Needs nothing but Python's standard library and PostgreSQL 15 or later (`script/bootstrap --tests`).
"""

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
import time
import uuid
from pathlib import Path
from urllib.parse import quote


def binaries() -> Path | None:
    """The folder with the newest version that is installed; None without one."""
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if int(path.parent.name) >= 15]
    return max(found, key=lambda path: int(path.parent.name), default=None)


class Postgres:
    """A server that listens on a socket in a temporary folder, to be used in a `with` statement."""

    def __init__(self, options: tuple[str, ...] = (), place: Path | None = None):
        """`options` are settings such as `fsync=off`. The data are in `place`, else in memory where /tmp is."""
        self.options = options
        self.place = place

    def __enter__(self) -> "Postgres":
        self.prepare()
        self._run("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
        self.start()
        return self

    def prepare(self) -> None:
        """Makes the folders."""
        self.bin = binaries()
        if self.bin is None:
            raise FileNotFoundError("PostgreSQL 15 is not installed: script/bootstrap --tests")
        # The path of a socket has at most 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="kpg-", dir="/tmp"))
        self.data = (self.place or self.folder) / "data"
        os.chmod(self.folder, 0o755)
        # PostgreSQL refuses to run as root.
        self.owner: tuple[str, ...] = ()
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody")
            if self.place:
                self.place.mkdir(exist_ok=True)
                shutil.chown(self.place, "nobody")
            self.owner = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")

    def __exit__(self, *_) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.data, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run([*self.owner, self.bin / program, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr}{done.stdout}")

    def start(self) -> None:
        """Starts it; it accepts connections when this returns."""
        settings = ["listen_addresses=", *self.options]
        options = " ".join([f"-k {self.folder}", *(f"-c {setting}" for setting in settings)])
        # Its log would keep the pipe of the output open.
        command = [*self.owner, self.bin / "pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-o", options, "start"]
        subprocess.run(command, cwd=self.folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        """Stops it at once, as if the power failed."""
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def database(self) -> str:
        """The address of a new database."""
        name = "t" + uuid.uuid4().hex[:8]
        self._run("createdb", "-h", str(self.folder), "-U", "postgres", name)
        return self.address(name)

    def address(self, database: str) -> str:
        """The address of a database."""
        return f"postgres://postgres@{quote(str(self.folder), safe='')}/{database}"

    def sql(self, address: str, statement: str) -> str:
        """Runs a statement as another program would; the values of its rows."""
        done = subprocess.run([self.bin / "psql", "-X", "-At", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", statement],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()


class Standby:
    """A synchronous standby of a server, to be used in a `with` statement: each commit waits until it is here, too."""

    def __init__(self, primary: Postgres):
        self.primary = primary
        self.server = Postgres(place=primary.place and primary.place / "standby")

    def __enter__(self) -> "Standby":
        primary, server = self.primary, self.server
        server.prepare()
        server._run("pg_basebackup", "-h", str(primary.folder), "-U", "postgres", "-D", str(server.data), "-R", "-c", "fast")
        server.start()
        self._wait_for("'*'", "sync")
        return self

    def __exit__(self, *_) -> None:
        # Else commits would wait for ever.
        self._wait_for("''", "async")
        self.server.__exit__()

    def _wait_for(self, names: str, state: str) -> None:
        address = self.primary.address("postgres")
        self.primary.sql(address, f"ALTER SYSTEM SET synchronous_standby_names = {names}")
        self.primary.sql(address, "SELECT pg_reload_conf()")
        for _ in range(600):
            if self.primary.sql(address, "SELECT sync_state FROM pg_stat_replication") == state:
                return
            time.sleep(0.05)
        raise TimeoutError("The standby does not follow.")


@functools.cache
def shared() -> Postgres:
    """A server that all tests of this process share, each in a database of its own."""
    server = Postgres(("fsync=off", "full_page_writes=off", "synchronous_commit=off"))
    server.__enter__()
    atexit.register(server.__exit__)
    return server
