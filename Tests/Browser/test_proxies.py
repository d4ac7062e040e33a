"""Accounts behind nginx and Caddy with the configuration of docs/DEPLOYING.md: cookies, addresses, throttling and streams. A proxy
that is not there is skipped: `script/bootstrap --all` unpacks both on Debian."""

import os
import re
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from kartoteka import ROOT, Server
from visitor import LIST, PEOPLE, SIGN_IN, YOU, Visitor, find_program, server_with_people

STREAM = "/api/userscrud/changes"


def documented(language: str) -> str:
    """The configuration of a proxy in the documents, without its login: people have accounts."""
    text = (ROOT / "docs/DEPLOYING.md").read_text()
    block = next(block for block in re.findall(r"\n```(\w*)\n(.*?)\n```", text, re.DOTALL)
                 if block[0] == language and "127.0.0.1:8080" in block[1] and "records.example" in block[1])[1]
    return re.sub(r"auth_basic[^;]*;|basicauth \{.*?\n\t\}", "", block, flags=re.DOTALL)


def certificate(folder: Path) -> tuple[Path, Path]:
    files = folder / "chain.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", files[0], "-keyout",
                    files[1]], check=True, capture_output=True)
    return files


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def nginx(folder: Path, server: Server, port: int, files: tuple[Path, Path]) -> list:
    block = documented("nginx").replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
    block = block.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("records.example", "localhost")
    block = block.replace("/etc/ssl/records.pem", str(files[0])).replace("/etc/ssl/records.key", str(files[1]))
    temporary = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{block}\n}}\n")
    return [find_program("nginx"), "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"]


def caddy(folder: Path, server: Server, port: int, files: tuple[Path, Path]) -> list:
    block = documented("").replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
    block = block.replace("records.example {", f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {files[0]} {files[1]}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{block}\n")
    return [find_program("caddy"), "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running(command: list, folder: Path, port: int):
    """A proxy that listens."""
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        try:
            while True:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                try:
                    process.wait(0.02)
                except subprocess.TimeoutExpired:
                    continue
                raise ChildProcessError((folder / "log").read_text())
            yield
        finally:
            process.terminate()
            process.wait()


def guesses(server: Server, *headers: str, **options) -> list[int]:
    """The statuses of a client's guesses of Ada's password, up to the first that is refused. Each guess has another address in
    these headers. The pause that the server demands grows from one second to a minute: slow guesses are refused later. The client
    is another one at each call, so that a test can be repeated."""
    client, statuses = next(Visitor.clients), []
    while 429 not in statuses and len(statuses) < 12:
        made_up = f"192.0.2.{len(statuses)}"
        values = {name: f"for={made_up}" if name == "Forwarded" else made_up for name in headers}
        with Visitor(server, client=client, **values, **options) as guesser:
            statuses.append(guesser.sign_in("Ada", "something else").status_code)
    return statuses


@pytest.fixture(scope="module", params=PROXIES)
def proxied(request, tmp_path_factory, template):
    """A server with people behind a proxy: the server, the proxy's address and its certificate."""
    if find_program(request.param) is None:
        pytest.skip(f"There is no {request.param}. On Debian: script/bootstrap --all")
    folder = tmp_path_factory.mktemp(request.param)
    files, port = certificate(folder), free_port()
    with Server(folder / "data", template=template, arguments=("--proxy", "127.0.0.1")) as server:
        server_with_people(server, Rita="writes")
        with running(PROXIES[request.param](folder, server, port, files), folder, port):
            yield server, f"https://localhost:{port}", str(files[0])


def test_behind_a_proxy_cookies_are_secure_and_addresses_those_of_the_proxy(proxied):
    """What the proxy says of scheme and host counts, and what its client says doesn't."""
    server, address, file = proxied
    forged = {"X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "192.0.2.7",
              "Forwarded": "for=192.0.2.7;proto=http;host=evil.example"}
    for headers in ({}, forged):
        with Visitor(server, address=address, verify=file, **headers) as ada:
            first = ada.get(LIST)
            assert first.status_code == 303 and first.headers["Location"].startswith(f"{SIGN_IN}?to=")
            answer = ada.sign_in("Ada", to=LIST)
            assert answer.status_code == 303 and answer.headers["Location"] == LIST
            cookie = next(line for line in answer.raw.headers.getlist("Set-Cookie") if "=ks_" in line)
            assert cookie.startswith(f"__Host-kartoteka-{address.split(':')[-1]}=ks_")
            assert "; Secure" in cookie and "; HttpOnly" in cookie and "; Path=/" in cookie and "Domain" not in cookie
            assert ada.get(LIST).status_code == 200
            own = {"Origin": address, "Sec-Fetch-Site": "same-origin"}
            made = ada.post(f"{PEOPLE}/invite", {"role-userscrud": "reads"}, headers=own)
            assert f"{address}/apps/link?key=" in made.text
            assert ada.post(f"{PEOPLE}/invite", headers={"Origin": "https://evil.example"}).status_code == 403
            assert ada.post(f"{PEOPLE}/invite", headers={"Origin": address.replace("https", "http")}).status_code == 403


def test_behind_a_proxy_guessing_is_slowed_down_for_the_client_who_guesses(proxied):
    """Addresses that the client makes up make no difference, and others sign in meanwhile."""
    server, address, file = proxied
    statuses = guesses(server, "X-Forwarded-For", "X-Real-IP", "Forwarded", address=address, verify=file)
    assert statuses[:5] == [422] * 5 and statuses[-1] == 429, statuses
    with Visitor(server, address=address, verify=file) as ada:
        assert ada.sign_in("Ada").status_code == 303


def test_behind_a_proxy_a_stream_of_changes_arrives_and_ends_with_its_session(proxied):
    """The proxy holds nothing back."""
    server, address, file = proxied
    with Visitor(server, address=address, verify=file) as rita:
        assert rita.sign_in("Rita").status_code == 303
        stream = rita.get(STREAM, stream=True)
        assert stream.status_code == 200 and stream.headers["Content-Type"].startswith("text/event-stream")
        lines = stream.iter_lines(chunk_size=1)
        assert b": open" in lines
        made = rita.session.post(f"{address}/api/userscrud/users", json={
            "firstName": "Anna", "lastName": "Nowak", "phone": "+48 225 550 1472", "address": "ul. Piękna 18, Warszawa"})
        assert made.status_code == 201, made.text
        assert any(line.startswith(b"data:") for line in lines)
        rita.sign_out()
        begin = time.monotonic()
        for _ in lines:
            assert time.monotonic() - begin < 60


def test_without_a_declared_proxy_its_headers_count_for_nothing(tmp_path, template):
    """Neither scheme nor address nor host are taken from a client."""
    with Server(tmp_path / "data", template=template, arguments=("--proxy", "127.0.0.9")) as server:
        server_with_people(server)
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "Forwarded": "proto=https"}
        with Visitor(server, client="127.0.0.2", **headers) as ada:
            answer = ada.sign_in("Ada")
            assert answer.status_code == 303
            assert "__Host-" not in str(answer.raw.headers) and ada.get(YOU).status_code == 200
        statuses = guesses(server, "X-Forwarded-For")
        assert statuses[:5] == [422] * 5 and statuses[-1] == 429, statuses
        for host in ("evil.example", "127.0.0.1.evil.example", f"evil.example:{server.port}", "0x7f000001", "localhost.",
                     "[::ffff:7f00:1]", ""):
            assert Visitor(server, Host=host).get("/").status_code in (400, 421), host
