"""A proxy that knows no person: each request goes to the next of some servers.

Needs nothing but Python's standard library.
"""

import contextlib
import itertools
import socket
import threading


class Turns:
    """Passes each request on to the next of some servers, to be used in a `with` statement. `taken` has the turns of all requests.

    Each connection has one request: the server is told to close it after its answer.
    """

    def __init__(self, ports: list[int]):
        self.ports = itertools.cycle(ports)
        self.taken: list[tuple[int, str]] = []

    def __enter__(self) -> "Turns":
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        # Wakes the thread that accepts.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass, args=(client,), daemon=True).start()

    def _pass(self, client: socket.socket) -> None:
        # A browser closes connections whose answer it no longer needs.
        with contextlib.suppress(OSError), client:
            line, fields, body = self._head(client)
            if not line:
                return
            port = next(self.ports)
            self.taken.append((port, line.decode("latin-1")))
            with socket.create_connection(("127.0.0.1", port)) as server:
                server.sendall(self._closing(line, fields) + body)
                missing = self._length(fields) - len(body)
                sending = threading.Thread(target=self._copy, args=(client, server, missing), daemon=True)
                sending.start()
                status, fields, body = self._head(server)
                client.sendall(self._closing(status, fields) + body)
                self._copy(server, client)
                # A client that goes away before its request is complete.
                client.shutdown(socket.SHUT_RDWR)
                sending.join()

    @staticmethod
    def _head(source: socket.socket) -> tuple[bytes, list[bytes], bytes]:
        """The first line, the fields, and what has come after them."""
        head = b""
        while b"\r\n\r\n" not in head:
            received = source.recv(65_536)
            if not received:
                return b"", [], b""
            head += received
        head, _, body = head.partition(b"\r\n\r\n")
        line, *fields = head.split(b"\r\n")
        return line, fields, body

    @staticmethod
    def _closing(line: bytes, fields: list[bytes]) -> bytes:
        kept = [field for field in fields if not field.lower().startswith(b"connection:")]
        return b"\r\n".join([line, *kept, b"Connection: close", b"", b""])

    @staticmethod
    def _length(fields: list[bytes]) -> int:
        lengths = [field.partition(b":")[2] for field in fields if field.lower().startswith(b"content-length:")]
        return int(lengths[0]) if lengths else 0

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket, count: float = float("inf")) -> None:
        with contextlib.suppress(OSError):
            while count > 0 and (received := source.recv(int(min(count, 65_536)))):
                target.sendall(received)
                count -= len(received)
