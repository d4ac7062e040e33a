"""A program that visits a server as a browser does, without one: cookies, forms, and the key of a phone for passkeys."""

import base64
import hashlib
import itertools
import json
import os
import re
import struct
import subprocess
import sys
from pathlib import Path
from weakref import WeakKeyDictionary

import cbor2
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from requests.adapters import HTTPAdapter

from kartoteka import ROOT, Server, executable

PASSWORD = "a garden with plums"
SIGN_IN, SIGN_OUT, LINK = "/apps/sign-in", "/apps/sign-out", "/apps/link"
YOU, CODES, PASSKEYS, PEOPLE = "/apps/you", "/apps/you/codes", "/apps/you/passkeys", "/apps/people"
LIST = "/userscrud/users"

LINK_KEY = re.compile(r"/apps/link\?key=(kl_[\w-]+)")


def command(server: Server, *arguments: str, password: str = PASSWORD) -> str:
    """What `kartoteka people` prints about the people of a running server."""
    shown = subprocess.run(
        [executable(), "people", *arguments, "--data", server.data], check=True, capture_output=True, text=True,
        env={**os.environ, "KARTOTEKA_PASSWORD": password})
    return shown.stdout


def server_with_people(server: Server, **roles: str) -> Server:
    """A server whose administrator is Ada; the others have a role in the address book: `Rita="reads"`."""
    command(server, "add", "Ada", "--administrator")
    for name, role in roles.items():
        command(server, "add", name)
        command(server, "role", name, "userscrud", role)
    return server


class From(HTTPAdapter):
    """Connects from an address of this machine: 127.0.0.2 is another client than 127.0.0.1."""

    def __init__(self, client: str):
        self.source = (client, 0)
        super().__init__()

    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, source_address=self.source, **options)


class Visitor:
    """A visitor of a server with cookies of their own. Redirects are not followed."""

    # Each comes from an address of their own, so that none has to wait for the wrong passwords of another. Only Linux has them.
    clients = (f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}" for number in itertools.count())

    def __init__(self, server: Server | None = None, host: str = "127.0.0.1", address: str | None = None,
                 verify: str | bool = True, client: str | None = None, **headers: str):
        """`address` is that of a proxy in front of the server, or of a server that is not given, `verify` the file with the
        certificate, `client` the address from which they come."""
        self.address = address or f"http://{host}:{server.port}"
        self.session = requests.Session()
        # Neither the proxies nor the passwords of whoever runs the tests.
        self.session.trust_env = False
        self.session.verify = verify
        self.session.headers.update(headers)
        if sys.platform == "linux":
            for scheme in ("http://", "https://"):
                self.session.mount(scheme, From(client or next(self.clients)))

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_) -> None:
        self.session.close()

    def get(self, path: str, **options) -> requests.Response:
        return self.session.get(self.address + path, allow_redirects=False, timeout=60, **options)

    def post(self, path: str, fields: dict[str, str] | None = None, **options) -> requests.Response:
        """Sends a form."""
        return self.session.post(self.address + path, data=fields or {"": ""}, allow_redirects=False, timeout=60,
                                 **options)

    def sign_in(self, name: str, password: str = PASSWORD, **fields: str) -> requests.Response:
        return self.post(SIGN_IN, {"name": name, "password": password, **fields})

    def sign_out(self) -> requests.Response:
        return self.post(SIGN_OUT)

    @property
    def key(self) -> str | None:
        """The cookie of the session."""
        for cookie in self.session.cookies:
            if re.fullmatch(r"(__Host-)?kartoteka(-\d+)?", cookie.name):
                return cookie.value
        return None

    def is_known(self) -> bool:
        """Whether the server knows who asks."""
        status = self.get(YOU).status_code
        assert status in (200, 303), status
        return status == 200

    def invite(self, **roles: str) -> str:
        """The key of a link for a person with roles, made by an administrator."""
        made = self.post(f"{PEOPLE}/invite", {f"role-{app}": role for app, role in roles.items()} or None)
        assert made.status_code == 200, made.text
        return LINK_KEY.search(made.text)[1]


# The keys of the sessions of Ada in a data folder of which servers have copies, by that folder, and those of a server that no
# test has taken. A sign-in computes for most of a second.
_begun: dict[Path, list[str]] = {}
_left: WeakKeyDictionary[Server, list[str]] = WeakKeyDictionary()


def begin_sessions(server: Server, count: int = 2) -> None:
    """Signs Ada in so many times, for the tests of the servers that start from a copy of the data."""
    _begun[server.data] = [signed_in(server, "Ada").key for _ in range(count)]


def begun_session(server: Server) -> str | None:
    """The key of a session of Ada that no test has had; None where there is none left."""
    left = _left.setdefault(server, list(_begun.get(server.template, [])))
    return left.pop() if left else None


def give_back(server: Server, key: str) -> None:
    """Lets another test have a session of Ada, unless it has ended."""
    with Visitor(server) as visitor:
        visitor.session.cookies.set(f"kartoteka-{server.port}", key)
        if visitor.is_known():
            _left.setdefault(server, []).append(key)


def signed_in(server: Server, name: str, **options) -> Visitor:
    """Somebody who has signed in."""
    visitor = Visitor(server, **options)
    answer = visitor.sign_in(name)
    assert answer.status_code == 303, answer.text
    return visitor


def text(octets: bytes) -> str:
    """Base64url without padding, as browsers write it."""
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def octets(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PhoneKey:
    """A passkey and the browser in front of it. A test may change each part of what they answer."""

    def __init__(self, origin: str, host: str = "localhost", algorithm: int = -7):
        self.origin, self.host, self.algorithm = origin, host, algorithm
        self.id = os.urandom(32)
        self.counter = 0
        self.flags = 0x05  # Somebody touched it, and was verified by PIN or finger.
        self.person = b""
        self.kind = {"create": "webauthn.create", "get": "webauthn.get"}
        self.extra: dict = {}
        if algorithm == -7:
            self.private = ec.generate_private_key(ec.SECP256R1())
            numbers = self.private.public_key().public_numbers()
            self.public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        elif algorithm == -8:
            self.private = ed25519.Ed25519PrivateKey.generate()
            self.public = {1: 1, 3: -8, -1: 6, -2: self.private.public_key().public_bytes_raw()}
        else:
            self.private = rsa.generate_private_key(65537, 2048)
            numbers = self.private.public_key().public_numbers()
            self.public = {1: 3, 3: -257, -1: numbers.n.to_bytes(256, "big"), -2: numbers.e.to_bytes(3, "big")}

    def created(self, options: dict, data: bytes | None = None) -> dict:
        """The answer of `navigator.credentials.create`."""
        self.person = octets(options["user"]["id"])
        credential = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(self.public)
        data = data if data is not None else self._head(self.flags | 0x40) + credential
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(self._client_data("create", options), attestationObject=text(statement),
                            authenticatorData=text(data), transports=["internal"])

    def asserted(self, options: dict, data: bytes | None = None, signature: bytes | None = None) -> dict:
        """The answer of `navigator.credentials.get`."""
        data = data if data is not None else self._head(self.flags)
        client_data = self._client_data("get", options)
        signature = signature if signature is not None else self._sign(data + hashlib.sha256(client_data).digest())
        return self._answer(client_data, authenticatorData=text(data), signature=text(signature),
                            userHandle=text(self.person))

    def _head(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.counter)

    def _client_data(self, verb: str, options: dict) -> bytes:
        return json.dumps({"type": self.kind[verb], "challenge": options["challenge"], "origin": self.origin,
                           "crossOrigin": False, **self.extra}).encode()

    def _sign(self, message: bytes) -> bytes:
        if self.algorithm == -7:
            return self.private.sign(message, ec.ECDSA(hashes.SHA256()))
        if self.algorithm == -8:
            return self.private.sign(message)
        return self.private.sign(message, padding.PKCS1v15(), hashes.SHA256())

    def _answer(self, client_data: bytes, **response) -> dict:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "clientExtensionResults": {},
                "response": {"clientDataJSON": text(client_data), **response}}


def find_program(*names: str) -> Path | None:
    """The first of these programs that is installed, also where only root's PATH looks, or that `script/bootstrap --all` unpacked."""
    unpacked = ROOT / ".build/proxies/usr"
    for name in names:
        for folder in [*os.environ["PATH"].split(":"), "/usr/sbin", "/usr/local/sbin", unpacked / "sbin", unpacked / "bin"]:
            if (path := Path(folder) / name).is_file():
                return path
    return None
