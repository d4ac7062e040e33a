"""Accounts against people who mean harm, and against bad luck: cookies that outlive their session, forms of other websites,
addresses that lead elsewhere, two requests at once, and a server that is killed in the middle."""

import os
import re
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlencode

import pyotp
import pytest

from kartoteka import ROOT, Server
from matrix import nightly
from visitor import (CODES, LINK, LINK_KEY, LIST, PASSWORD, PEOPLE, SIGN_IN, YOU, Visitor, command,
                     server_with_people, signed_in)

OTHER = "an entirely other one"
FORMS = [line.split()[1] for line in (ROOT / "Tests/Snapshots/screens.txt").read_text().splitlines()
         if line.startswith("POST /apps/")]
# Headers that a browser adds to a form of another website, which a page can't forge.
FOREIGN = [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
           {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://127.0.0.1:1"}]


@pytest.fixture(scope="module")
def served(tmp_path_factory, template_with_people):
    """A server whose administrator is Ada. Tests bring people of their own."""
    with Server(tmp_path_factory.mktemp("hostile") / "data", template=template_with_people) as running:
        yield running


@pytest.fixture(scope="module")
def administrator(served):
    return signed_in(served, "Ada")


@pytest.fixture
def ada(administrator):
    """Ada, who removes the people of the test after it, so that it can be repeated."""
    yield administrator
    numbers = set(re.findall(rf'{PEOPLE}/(\d+)"', administrator.get(PEOPLE).text))
    for number in numbers - {number_of(administrator, "Ada")}:
        administrator.post(f"{PEOPLE}/{number}/remove")


def newcomer(ada: Visitor, served: Server, name: str, **roles: str) -> Visitor:
    """Somebody whom Ada has invited, and who has made an account."""
    visitor = Visitor(served)
    made = visitor.post(LINK, {"key": ada.invite(**roles), "name": name, "password": PASSWORD})
    assert made.status_code == 303, made.text
    return visitor


def number_of(visitor: Visitor, name: str) -> str:
    """The number of a person, for an administrator."""
    return re.search(rf'/apps/people/(\d+)"[^>]*>(?:(?!</a>).)*{name}', visitor.get(PEOPLE).text, re.DOTALL)[1]


# MARK: Cookies

def cookie_name(server: Server) -> str:
    """The name of the cookie of a session."""
    return f"kartoteka-{server.port}"


def test_a_cookie_of_an_attacker_is_none_after_signing_in(served, ada):
    """Session fixation: neither a made-up key nor that of the attacker's own session becomes the victim's."""
    rita = newcomer(ada, served, "Fixer", userscrud="reads")
    for planted in ["ks_" + secrets.token_urlsafe(32), rita.key, "", "x" * 4_000]:
        victim = Visitor(served)
        victim.session.cookies.set(cookie_name(served), planted)
        assert victim.post(SIGN_IN, {"name": "Ada", "password": PASSWORD}).status_code == 303
        keys = [cookie.value for cookie in victim.session.cookies if cookie.name == cookie_name(served)]
        assert any(key.startswith("ks_") and key != planted for key in keys)
        with Visitor(served) as attacker:
            attacker.session.cookies.set(cookie_name(served), planted)
            assert not attacker.is_known()


def test_two_servers_of_a_machine_leave_each_others_people_signed_in(served, fresh_server):
    """A browser sends the cookies of a host to each of its ports: signing in and out at one server is nothing to the other."""
    server_with_people(fresh_server)
    with signed_in(served, "Ada") as here, Visitor(fresh_server) as there:
        there.session = here.session
        assert there.sign_in("Ada").status_code == 303
        assert here.is_known() and there.is_known()
        there.sign_out()
        assert here.is_known() and not there.is_known()


@pytest.mark.parametrize("end", ["sign-out", "password", "sessions", "removal", "command"])
def test_a_stolen_cookie_ends_with_its_session(served, ada, end):
    """It is refused at once, by pages, API and streams alike."""
    name = f"Rita {end}"
    rita = newcomer(ada, served, name, userscrud="writes")
    with Visitor(served) as thief:
        thief.session.cookies.set(cookie_name(served), rita.key)
        assert thief.is_known()
        number = number_of(ada, name)
        match end:
            case "sign-out":
                rita.sign_out()
            case "password":
                assert rita.post(f"{YOU}/password", {"old": PASSWORD, "password": OTHER}).status_code == 303
                assert rita.is_known()
            case "sessions":
                ada.post(f"{PEOPLE}/{number}/sessions")
            case "removal":
                ada.post(f"{PEOPLE}/{number}/remove")
            case "command":
                command(served, "password", name, password=OTHER)
        assert not thief.is_known()
        assert thief.get("/api/userscrud/users").status_code == 401
        assert thief.get("/api/userscrud/changes").status_code == 401
        assert thief.post(LIST, {"lastName": "Nowak"}).status_code == 401


# MARK: Forms of other websites

def test_forms_of_other_websites_are_refused(served, ada):
    """Signing in and out included, with whatever headers a browser sends."""
    assert len(FORMS) > 25
    fields = {"name": "Ada", "password": PASSWORD}
    for path in [re.sub(r"\{\w+\}", "1", path) for path in FORMS]:
        for headers in FOREIGN:
            answer = ada.post(path, fields, headers=headers)
            assert answer.status_code == 403, f"{path} {headers}: {answer.status_code}"
            assert "Set-Cookie" not in answer.headers
    assert ada.is_known()
    own = {"Origin": ada.address, "Sec-Fetch-Site": "same-origin"}
    assert Visitor(served).post(SIGN_IN, fields, headers=own).status_code == 303


def test_reading_changes_no_account(served, ada):
    """No address signs in or out, makes a link or removes somebody by a GET or HEAD."""
    assert Visitor(served).get(f"{SIGN_IN}?name=Ada&password={PASSWORD}").headers.get("Set-Cookie") is None
    other = newcomer(ada, served, "Reader", userscrud="reads")
    number = number_of(ada, "Reader")
    before = command(served)
    for path in [re.sub(r"\{\w+\}", number, path) for path in FORMS]:
        for verb in ("GET", "HEAD", "OPTIONS", "TRACE"):
            ada.session.request(verb, ada.address + path, allow_redirects=False, timeout=60)
    assert ada.is_known() and other.is_known()
    assert re.sub(r"\d\d:\d\d", "", command(served)) == re.sub(r"\d\d:\d\d", "", before)


ELSEWHERE = [
    "//evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example", "https:evil.example",
    "/\t/evil.example", "/\n/evil.example", "\t//evil.example", " //evil.example", "@evil.example", "/@evil.example",
    ".evil.example", "%2F%2Fevil.example", "/%2F/evil.example", "/%5Cevil.example", "javascript:alert(1)",
    "/\r\nLocation: https://evil.example", "/..//evil.example", "/;//evil.example", "///evil.example", "/x\0//evil.example"]


def test_after_signing_in_nobody_is_led_elsewhere(served, ada):
    """A browser that follows the answer stays at this server, also one that is signed in already."""

    def check(answer) -> None:
        assert answer.status_code == 303
        location = answer.headers["Location"]
        # What browsers make of it: tabs and line ends are left out, and \\ is /.
        seen = re.sub(r"[\t\r\n]", "", location).replace("\\", "/")
        assert seen.startswith("/") and not seen.startswith("//"), location

    for to in ELSEWHERE:
        check(ada.get(f"{SIGN_IN}?{urlencode({'to': to})}"))
    for to in ELSEWHERE[:3]:
        with Visitor(served) as visitor:
            check(visitor.sign_in("Ada", to=to))


# MARK: Other people's things

def test_numbers_of_other_people_lead_nowhere(served, ada):
    """Sessions, tokens and passkeys of others are not ended by their numbers; a shaper sees and changes no people."""
    rita = newcomer(ada, served, "Rita", userscrud="reads")
    sara = newcomer(ada, served, "Sara", userscrud="shapes")
    made = ada.post(f"{YOU}/tokens", {"token-name": "Hers", "app": "", "days": "30"})
    token = re.search(r"kt_[\w-]{43}", made.text)[0]
    for path, field in [("sessions", "session"), ("tokens/end", "token"), ("passkeys/end", "passkey")]:
        for number in [*range(1, 80), -1, 2 ** 63 - 1, 2 ** 63, "x", "others "]:
            if sara.post(f"{YOU}/{path}", {field: str(number)}).status_code != 303:
                # It was the number of her own session.
                assert sara.sign_in("Sara").status_code == 303
    assert ada.is_known() and rita.is_known()
    with Visitor(served, Authorization=f"Bearer {token}") as script:
        assert script.get("/api/userscrud/users").status_code == 200
    number = number_of(ada, "Rita<")
    for path in ["", "/invite", "/links", f"/{number}", f"/{number}/password", f"/{number}/codes",
                 f"/{number}/sessions", f"/{number}/remove"]:
        assert sara.post(PEOPLE + path, {"role-userscrud": "shapes", "administrator": "on"}).status_code in (403, 405)
        assert sara.get(PEOPLE + path).status_code in (403, 404, 405)
    # Of her own application she sees who may use it.
    own = sara.get("/userscrud/share/people")
    assert own.status_code == 200 and "Rita" in own.text and rita.get("/userscrud/share/people").status_code == 403
    assert sara.get("/northwind/share/people").status_code == 404
    # Fields that the form does not have are none.
    sara.post(YOU, {"name": "Sara", "language": "", "administrator": "on", "role-northwind": "shapes", "id": number})
    assert sara.get("/northwind/products").status_code == 404 and sara.get(PEOPLE).status_code == 403


# MARK: At the same time

def at_once(count: int, work) -> list:
    """The results of calls that begin together."""
    barrier = threading.Barrier(count)

    def one(number: int):
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_a_link_is_used_by_one_of_many_at_once(served, ada):
    """Looking at it, also by HEAD and by many, uses nothing up."""
    key = ada.invite(userscrud="reads")
    for _ in range(3):
        with Visitor(served) as visitor:
            assert visitor.get(f"{LINK}?key={key}").status_code == 200
            visitor.session.head(f"{visitor.address}{LINK}?key={key}", timeout=60)

    def accept(number: int) -> int:
        with Visitor(served) as visitor:
            return visitor.post(LINK, {"key": key, "name": f"Guest {number}", "password": PASSWORD}).status_code

    assert sorted(at_once(6, accept)) == [303] + [410] * 5
    assert command(served).count("Guest") == 1


def test_a_recovery_code_begins_one_session(served, ada):
    """Of several that send the same code at once, one is let in."""
    # Wrong codes count for the name, also after its person was removed.
    name = f"Phoner {secrets.token_hex(4)}"
    rita = newcomer(ada, served, name, userscrud="reads")
    page = rita.post(f"{CODES}/start", {"password": PASSWORD}).text
    phone = pyotp.TOTP(re.search(r'class="row address mono"[^>]*>([A-Z2-7]+)<', page)[1])
    ticket = re.search(r'name="ticket" value="([^"]+)"', page)[1]
    shown = rita.post(f"{CODES}/confirm", {"ticket": ticket, "code": phone.now()}).text
    recovery = re.search(r">([0-9a-z]{6}(?:-[0-9a-z]{6}){3})<", shown)[1]
    question = Visitor(served).sign_in(name).text
    ticket = re.search(r'name="ticket" value="([^"]+)"', question)[1]

    def enter(_: int) -> int:
        with Visitor(served) as visitor:
            return visitor.post(f"{SIGN_IN}/code", {"ticket": ticket, "code": recovery}).status_code

    assert sorted(at_once(5, enter)) == [303] + [422] * 4


@pytest.mark.parametrize("path", ["/remove", ""])
def test_of_two_administrators_who_end_each_other_one_stays(people_server, path):
    """Neither can remove or demote the last one afterwards."""
    command(people_server, "add", "Sara", "--administrator")
    pair = [signed_in(people_server, name) for name in ("Ada", "Sara")]
    numbers = [number_of(pair[0], name) for name in ("Ada", "Sara")]
    statuses = at_once(2, lambda each: pair[each].post(f"{PEOPLE}/{numbers[1 - each]}{path}").status_code)
    left = [each for each in (0, 1) if pair[each].get(PEOPLE).status_code == 200]
    assert len(left) == 1 and statuses[left[0]] == 303, statuses
    last, own = pair[left[0]], numbers[left[0]]
    assert last.post(f"{PEOPLE}/{own}/remove").status_code == 409
    assert last.post(f"{PEOPLE}/{own}", {"role-userscrud": "reads"}).status_code == 422
    assert last.get(PEOPLE).status_code == 200


# MARK: Names and passwords

@pytest.mark.parametrize("name", [
    "שרה כהן", *nightly("👩‍🏫" * 60, "O'Brien <b>&\"", "ż" * 200, "🇵🇱" * 100, "مريم العربي", "e\u0301" * 200)])
def test_whoever_has_a_name_can_sign_in_with_it(served, ada, name):
    """The longest ones, those of emoji, and those that are written from the right."""
    with Visitor(served) as visitor:
        made = visitor.post(LINK, {"key": ada.invite(userscrud="reads"), "name": name, "password": PASSWORD})
        assert made.status_code == 303, made.text
        visitor.sign_out()
        assert visitor.sign_in(name).status_code == 303
        assert visitor.get(YOU).status_code == 200
    assert ada.get(PEOPLE).status_code == 200


@pytest.mark.parametrize("name", [
    "\u200b", "a\x00b", *nightly("", "🇵🇱" * 101, " ", "\u2800", "a\nb", "ż" * 201, "a" + "\u0301" * 900, "x" * 100_000)])
def test_a_text_that_is_no_name_is_refused(served, ada, name):
    """The link stays usable."""
    key = ada.invite(userscrud="reads")
    with Visitor(served) as visitor:
        assert visitor.post(LINK, {"key": key, "name": name, "password": PASSWORD}).status_code == 422
        assert visitor.post(LINK, {"key": key, "name": f"Bob {key}", "password": PASSWORD}).status_code == 303


@pytest.mark.parametrize("name", [
    "ADA", "A\u200bda", "Ａｄａ", *nightly("ada ", "\u202eAda", "Ada\u2800", "A\u00adda")])
def test_a_name_that_looks_like_another_is_taken(served, ada, name):
    """Capitals, width and invisible marks tell no names apart."""
    key = ada.invite(userscrud="reads")
    answer = Visitor(served).post(LINK, {"key": key, "name": name, "password": PASSWORD})
    assert answer.status_code == 422 and "name" in answer.text


@pytest.mark.parametrize("password, is_taken", [
    ("x7-qw9v", False), ("x" * 257, False), ("e\u0301" * 8, True),
    *nightly(("a\x00bcdefgh", True), ("각" * 256, True), ("x7-qw9vz", True), ("x" * 256, True), ("12345678", False),
             ("ệ" * 256, True), ("  spaces  ", True), ("x" * 500_000, False))])
def test_a_password_that_was_taken_signs_in(served, ada, password, is_taken):
    """7 and 257 characters are refused; what is taken is taken whole, and counts in each form of Unicode."""
    key = ada.invite(userscrud="reads")
    with Visitor(served) as visitor:
        name = f"Bob {key}"
        answer = visitor.post(LINK, {"key": key, "name": name, "password": password})
        assert answer.status_code == (303 if is_taken else 422)
        if not is_taken:
            return
        visitor.sign_out()
        for form in ("NFC", "NFD"):
            assert visitor.sign_in(name, unicodedata.normalize(form, password)).status_code == 303, form
            visitor.sign_out()
        assert visitor.sign_in(name, password + "x").status_code == 422
        assert visitor.sign_in(name, password[:-1]).status_code == 422


def test_a_large_form_of_a_stranger_is_refused(served):
    """A body may have a megabyte, whoever sends it."""
    with Visitor(served) as visitor:
        for path in (SIGN_IN, f"{SIGN_IN}/code", f"{SIGN_IN}/passkey", LINK):
            assert visitor.post(path, {"name": "x" * 2_000_000}).status_code == 413
        assert visitor.post(SIGN_IN, {"name": "x" * 500_000, "password": "y"}).status_code == 422
        # Many fields, and many of one name.
        body = "&".join(f"name{number}=x" for number in range(50_000)) + "&name=Ada" * 1_000 + "&password=y"
        assert visitor.session.post(visitor.address + SIGN_IN, data=body, timeout=60, headers={
            "Content-Type": "application/x-www-form-urlencoded"}).status_code in (400, 413, 422)
    assert signed_in(served, "Ada").is_known()


# MARK: Bad luck

def test_killed_while_people_are_made_the_server_has_all_or_nothing_of_each(people_server):
    """Signing in, inviting and setting a password are cut off by SIGKILL; afterwards everybody has one state."""
    served = people_server
    ada = signed_in(served, "Ada")
    keys = [ada.invite(userscrud="reads") for _ in range(8)]
    over = threading.Event()
    taken, made = [], []

    def invite() -> None:
        try:
            while not over.is_set():
                made.append(ada.invite(userscrud="reads"))
        except OSError:
            pass

    def work(number: int) -> None:
        try:
            with Visitor(served) as visitor:
                name = f"Guest {number}"
                if visitor.post(LINK, {"key": keys[number], "name": name, "password": PASSWORD}).status_code == 303:
                    taken.append((name, visitor.key))
                while not over.is_set():
                    visitor.sign_in(name)
        except OSError:
            pass

    threads = [threading.Thread(target=work, args=[number]) for number in range(len(keys))] + [threading.Thread(target=invite)]
    for thread in threads:
        thread.start()
    while len(taken) < 3 or len(made) < 3:
        assert any(thread.is_alive() for thread in threads)
        over.wait(0.005)
    served.process.send_signal(signal.SIGKILL)
    served.process.wait()
    over.set()
    for thread in threads:
        thread.join()
    served.start()
    with Visitor(served) as ada:
        assert ada.sign_in("Ada").status_code == 303
        shown = command(served)
        for number, key in enumerate(keys):
            name = f"Guest {number}"
            is_there = bool(re.search(rf"\b{name}\b", shown))
            with Visitor(served) as visitor:
                # The link was used up if, and only if, the account is there.
                assert visitor.get(f"{LINK}?key={key}").status_code == (410 if is_there else 200), name
                assert visitor.sign_in(name).status_code == (303 if is_there else 422), name
        assert all(re.search(rf"\b{name}\b", shown) for name, _ in taken), "an answer was given and lost"
        assert all(ada.get(f"{LINK}?key={key}").status_code == 200 for key in made), "a link was given and lost"
        assert LINK_KEY.search(ada.post(f"{PEOPLE}/invite", {"role-userscrud": "reads"}).text)


def test_a_device_is_signed_out_also_where_nothing_can_be_stored(served, ada):
    """Such as beside a program that locks the file, or on a full disk: the browser forgets the key."""
    rita = newcomer(ada, served, "Locked out", userscrud="reads")
    with closing(sqlite3.connect(served.data / "_people.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = rita.sign_out()
        other.execute("ROLLBACK")
    assert answer.status_code == 303 and answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert rita.key is None and not rita.is_known()


def test_where_nothing_can_be_stored_nobody_is_made_and_a_link_stays_one(served, ada):
    """Beside a program that locks the file, as on a full disk: afterwards the same link makes the same person, once."""
    form = {"key": ada.invite(userscrud="reads"), "name": "Late Guest", "password": PASSWORD}
    with Visitor(served) as visitor:
        with closing(sqlite3.connect(served.data / "_people.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = visitor.post(LINK, form)
            other.execute("ROLLBACK")
        # The form again, with the name that was typed and without the password.
        assert refused.status_code == 503 and visitor.key is None, refused.status_code
        assert "Late Guest" in refused.text and PASSWORD not in refused.text
        assert "Late Guest" not in ada.get(PEOPLE).text
        assert visitor.post(LINK, form).status_code == 303 and visitor.is_known()
        assert ada.get(PEOPLE).text.count("Late Guest") == 1
        assert visitor.post(LINK, form).status_code >= 400


# `BusySignInTests` has the answers, `PasswordTests` the numbers. Here the machine itself is busy for half a minute.
@pytest.mark.nightly
def test_too_many_sign_ins_at_once_are_told_to_come_again(served, ada):
    """Sixty-six are computed or wait; the others get the form again, and no mistake of the program. Somebody at work reads on."""
    def attempt(number: int) -> int:
        with Visitor(served) as visitor:
            return visitor.sign_in(f"Nobody {number}", "whatever it is").status_code

    with ThreadPoolExecutor(1) as beside:
        flood = beside.submit(at_once, 90, attempt)
        took = []
        while not flood.done():
            begin = time.monotonic()
            assert ada.get(LIST).status_code == 200
            took.append(time.monotonic() - begin)
        statuses = flood.result()
    assert set(statuses) <= {422, 429, 503} and 429 in statuses, statuses
    assert len(took) > 5 and max(took) < 5, took


@pytest.mark.parametrize("content", [b"This is no database." * 500, b"SQLite format 3\0" + bytes(4_080)])
def test_people_that_can_not_be_read_let_nobody_in(people_server, content):
    """The server does not start as an open one."""
    people_server.stop()
    for end in ("-wal", "-shm"):
        (people_server.data / f"_people.sqlite{end}").unlink(missing_ok=True)
    (people_server.data / "_people.sqlite").write_bytes(content)
    try:
        people_server.start()
    except ChildProcessError as error:
        assert "_people.sqlite" in str(error)
        return
    with Visitor(people_server) as visitor:
        for path in (LIST, "/api/userscrud/users", "/", PEOPLE):
            assert visitor.get(path).status_code >= 500, path


# Heads whose body has two lengths, or one that programs in a row read in two ways.
DOUBTFUL = ["Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
            "Content-Length: 4\r\nContent-Length: 44", "Content-Length: 4, 44", "Content-Length: +4", "Content-Length: 0x4",
            "Transfer-Encoding: chunked, identity", "Transfer-Encoding : chunked", "Transfer-Encoding: xchunked",
            "Content-Length: 4\r\n Transfer-Encoding: chunked"]


@pytest.mark.parametrize("head", DOUBTFUL)
def test_no_request_is_hidden_in_another(served, head):
    """Whatever a proxy takes for the end of a body, the server does not answer what is behind it as a second request."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as connection:
        connection.sendall(
            f"POST {SIGN_IN} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{head}\r\n\r\n0\r\n\r\n"
            f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n\r\n".encode())
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1 ") == 1, answer[:300]


def test_a_removed_person_with_an_open_form_is_told_so(served, ada):
    """The answer says that they are signed out, has what they typed, and nothing of theirs or of others; nothing was changed."""
    rita = newcomer(ada, served, "Leaver", userscrud="writes")
    assert rita.get(f"{LIST}/new").status_code == 200
    ada.post(f"{PEOPLE}/{number_of(ada, 'Leaver')}/remove")
    answer = rita.post(LIST, {"lastName": "Nowak", "firstName": "Typed for a while"})
    assert answer.status_code == 401 and "Sign in" in answer.text
    assert "Typed for a while" in answer.text and "Nowak" in answer.text
    assert "Leaver" not in answer.text and "Address book" not in answer.text
    assert "Typed for a while" not in ada.get(LIST).text


# MARK: The first account

@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("curl"), reason="only root acts as other users")
def test_the_first_account_is_offered_to_no_service_of_the_machine(tmp_path, template):
    """A proxy that sends the machine's own host and no header is known by its user."""
    def answer(server: Server, user: int, *options: str) -> str:
        shown = subprocess.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", *options, server.url + "/apps/first-account"],
            check=True, capture_output=True, text=True, user=user)
        return shown.stdout

    form = ("--data", urlencode({"name": "Eve", "password": PASSWORD}))
    with Server(tmp_path / "data", template=template) as server:
        for user in (33, 65_534):
            assert answer(server, user) == "404"
            assert answer(server, user, *form) == "404"
        assert command(server) == ""
        assert answer(server, 1_000) == answer(server, 0) == "200"
        assert answer(server, 0, *form) == "303"
