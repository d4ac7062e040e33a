"""Starts PostgreSQL servers that Patroni manages, with etcd and HAProxy: for the bench's part `fail-over`.

Needs Python's standard library, PostgreSQL 15 or later, and the packages of `missing()`.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from postgres import binaries

# The programs and the Debian packages that they are in.
PROGRAMS = {"patroni": "patroni", "etcd": "etcd-server", "haproxy": "haproxy"}
DEADLINE = 60


def missing() -> list[str]:
    """The packages that are not installed."""
    packages = [package for program, package in PROGRAMS.items() if found(program) is None]
    return packages if binaries() else ["postgresql-15", *packages]


def found(program: str) -> str | None:
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Node:
    """A PostgreSQL server with its Patroni, as on a machine of its own."""

    def __init__(self, name: str, folder: Path):
        self.name = name
        self.folder = folder / name
        self.port, self.api = free_port(), free_port()
        self.process: subprocess.Popen | None = None

    def configuration(self, etcd: int, ttl: int) -> dict:
        """Patroni's settings: its defaults, but for the times, and synchronous replication."""
        password = {"password": "secret"}
        return {
            "scope": "kartoteka", "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.api}", "connect_address": f"127.0.0.1:{self.api}"},
            "etcd3": {"host": f"127.0.0.1:{etcd}"},
            "bootstrap": {
                "dcs": {"ttl": ttl, "loop_wait": ttl // 3, "retry_timeout": ttl // 3, "synchronous_mode": True,
                        "postgresql": {"use_pg_rewind": True}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}],
                "pg_hba": ["host all all 127.0.0.1/32 md5", "host replication all 127.0.0.1/32 md5"],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.folder / "data"), "bin_dir": str(binaries()), "pgpass": str(self.folder / "pgpass"),
                "authentication": {
                    "superuser": {"username": "postgres", **password},
                    "replication": {"username": "replicator", **password},
                },
                "parameters": {"unix_socket_directories": str(self.folder), "shared_buffers": "64MB"},
            },
        }

    def kill(self) -> None:
        """Ends Patroni and PostgreSQL at once, as if the machine had lost its power."""
        for process in [self.process.pid, *descendants(self.process.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        # A server that was orphaned by the end of its Patroni.
        with contextlib.suppress(OSError, ValueError, IndexError):
            server = int((self.folder / "data/postmaster.pid").read_text().split()[0])
            for process in [server, *descendants(server)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


def descendants(process: int) -> list[int]:
    try:
        children = [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []
    return [each for child in children for each in (child, *descendants(child))]


class Patroni:
    """Three managed servers behind HAProxy, to be used in a `with` statement."""

    def __init__(self, ttl: int = 20):
        """`ttl` is the number of seconds after which a silent primary is given up."""
        self.ttl = ttl

    def __enter__(self) -> "Patroni":
        # The path of a socket has at most 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="kpa-", dir="/tmp"))
        os.chmod(self.folder, 0o755)
        self.owner: tuple[str, ...] = ()
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            shutil.chown(self.folder, "nobody")
            self.owner = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
        self.others: list[subprocess.Popen] = []
        self.nodes = [Node(name, self.folder) for name in ("one", "two", "three")]
        self.port, self.etcd = free_port(), free_port()
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.kill()
        for process in self.others:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self) -> None:
        etcd = f"http://127.0.0.1:{self.etcd}"
        self._run("etcd", "--data-dir", self.folder / "etcd", "--listen-client-urls", etcd, "--advertise-client-urls", etcd,
                  "--listen-peer-urls", f"http://127.0.0.1:{free_port()}", log="etcd.log")
        for node in self.nodes:
            node.folder.mkdir()
            if self.owner:
                shutil.chown(node.folder, "nobody")
            self.start(node)
            self.wait(f"{node.name} runs", lambda node=node: status(node, "/health") == 200)
        self.wait("a standby is synchronous", lambda: self.standby() is not None)
        self._proxy()
        self.sql("CREATE DATABASE kartoteka ENCODING 'UTF8' TEMPLATE template0", "postgres")
        ready = [binaries() / "psql", "-X", "-q", "-d", self.address(), "-c", ""]
        self.wait("HAProxy passes connections on", lambda: subprocess.run(ready, capture_output=True).returncode == 0)

    def start(self, node: Node) -> None:
        """Starts a node, also after it was killed."""
        file = node.folder / "patroni.yml"
        # JSON is YAML.
        file.write_text(json.dumps(node.configuration(self.etcd, self.ttl)))
        node.process = self._run("patroni", file, log=f"{node.name}.log")
        self.others.remove(node.process)

    def _proxy(self) -> None:
        servers = "\n".join(
            f"  server {node.name} 127.0.0.1:{node.port} check port {node.api}" for node in self.nodes)
        file = self.folder / "haproxy.cfg"
        file.write_text(
            f"""defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:{self.port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
""")
        self._run("haproxy", "-f", file, log="haproxy.log")

    def _run(self, program: str, *arguments, log: str) -> subprocess.Popen:
        with (self.folder / log).open("a") as output:
            process = subprocess.Popen(
                [*self.owner, found(program), *map(str, arguments)], cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output)
        self.others.append(process)
        return process

    def wait(self, what: str, condition) -> None:
        deadline = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > deadline:
                logs = "\n".join(f"{file}:\n{file.read_text()[-1500:]}" for file in sorted(self.folder.glob("*.log")))
                raise TimeoutError(f"Not within {DEADLINE} s: {what}\n{logs}")
            time.sleep(0.05)

    def primary(self) -> Node | None:
        return next((node for node in self.nodes if status(node, "/primary") == 200), None)

    def standby(self) -> Node | None:
        """The standby that has every acknowledged commit."""
        return next((node for node in self.nodes if status(node, "/synchronous") == 200), None)

    def switch_over(self) -> None:
        """Asks for the planned change from the primary to the synchronous standby."""
        old, new = self.primary(), self.standby()
        body = json.dumps({"leader": old.name, "candidate": new.name}).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{old.api}/switchover", body, timeout=DEADLINE):
            pass

    def address(self, database: str = "kartoteka", hosts: bool = False) -> str:
        """The address of HAProxy, or that of all servers."""
        ports = [node.port for node in self.nodes] if hosts else [self.port]
        return f"postgres://postgres:secret@{','.join(f'127.0.0.1:{port}' for port in ports)}/{database}"

    def sql(self, statement: str, database: str = "kartoteka") -> str:
        """Runs a statement at the primary; the values of its rows."""
        node = self.primary()
        address = f"postgres://postgres:secret@127.0.0.1:{node.port}/{database}"
        done = subprocess.run([binaries() / "psql", "-X", "-At", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", statement],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()


def status(node: Node, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{node.api}{path}", timeout=2) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
