"""Accounts as other people's programs see them: `requests` visits, `pyotp` computes codes, and `webauthn` (py_webauthn) reads what
the server asks of a passkey and verifies, or refuses, the same answers."""

import json
import os
import random
import re
import secrets
import struct
import time

import cbor2
import pyotp
import pytest
import webauthn
from webauthn.helpers import parse_authentication_options_json, parse_registration_options_json
from webauthn.helpers.exceptions import WebAuthnException

from kartoteka import Server
from matrix import nightly
from visitor import (CODES, LINK, LIST, PASSKEYS, PASSWORD, PEOPLE, SIGN_IN, YOU, PhoneKey, Visitor, octets,
                     signed_in)

API = "/api/userscrud/users"


@pytest.fixture(scope="module")
def served(tmp_path_factory, template_with_people):
    """A server whose administrator is Ada."""
    with Server(tmp_path_factory.mktemp("outside") / "data", template=template_with_people) as running:
        yield running


# MARK: A life of an account

def test_requests_lives_a_whole_life_with_pyotp(served):
    """Invited, with codes of a phone, with a program's token, and removed."""
    ada, bob = signed_in(served, "Ada"), Visitor(served)
    # Whoever made the account before the test was repeated is there yet.
    name = f"Bob{secrets.token_hex(4)}"
    key = ada.invite(userscrud="writes")
    assert bob.get(LIST).status_code == 303
    assert "Ada invites you." in bob.get(f"{LINK}?key={key}").text
    assert bob.post(LINK, {"key": key, "name": name, "password": PASSWORD}).status_code == 303
    assert bob.get(LIST).status_code == 200
    assert bob.get(PEOPLE).status_code == 403
    assert Visitor(served).post(LINK, {"key": key, "name": "Eve", "password": PASSWORD}).status_code == 410

    page = bob.post(f"{CODES}/start", {"password": PASSWORD}).text
    secret = re.search(r'class="row address mono"[^>]*>([A-Z2-7]+)<', page)[1]
    ticket = re.search(r'name="ticket" value="([^"]+)"', page)[1]
    phone = pyotp.TOTP(secret)
    confirmed = bob.post(f"{CODES}/confirm", {"ticket": ticket, "code": phone.now()})
    recovery = re.findall(r">([0-9a-z]{6}(?:-[0-9a-z]{6}){3})<", confirmed.text)
    assert len(set(recovery)) == 10, confirmed.text

    out = bob.sign_out()
    assert out.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert not bob.is_known()
    question = bob.sign_in(name.lower())
    assert question.status_code == 200 and bob.key is None
    ticket = re.search(r'name="ticket" value="([^"]+)"', question.text)[1]
    # The code of the next half minute: that of this one was used.
    later = phone.at(int(time.time()) + 30)
    for code, status in [("000000", 422), (later, 303), (later, 422), (recovery[0], 303), (recovery[0], 422)]:
        assert bob.post(f"{SIGN_IN}/code", {"ticket": ticket, "code": code}).status_code == status, code
    assert bob.is_known()

    made = bob.post(f"{YOU}/tokens", {"token-name": "A script", "app": "userscrud", "days": "30", "read-only": "on"})
    with Visitor(served, Authorization="Bearer " + re.search(r"kt_[\w-]{43}", made.text)[0]) as script:
        assert script.get(API).json()["items"]
        assert script.session.post(script.address + API, json={"lastName": "Nowak"}).status_code == 403
        assert script.get("/api/northwind/products").status_code == 404
        assert script.get(YOU).status_code == 403
        number = re.search(r'name="token" value="(\d+)"', bob.get(YOU).text)[1]
        bob.post(f"{YOU}/tokens/end", {"token": number})
        assert script.get(API).status_code == 401

    number = re.search(rf'/apps/people/(\d+)"[^>]*>(?:(?!</a>).)*{name}', ada.get(PEOPLE).text, re.DOTALL)[1]
    assert ada.post(f"{PEOPLE}/{number}/remove").status_code == 303
    assert not bob.is_known()
    assert bob.sign_in(name).status_code == 422


# MARK: Passkeys

class Setting:
    """A person with a passkey that the server and py_webauthn know."""

    def __init__(self, server, algorithm: int = -7):
        self.visitor = signed_in(server, "Ada", host="localhost")
        self.origin = f"http://localhost:{server.port}"
        self.server = server
        self.phone = PhoneKey(self.origin, algorithm=algorithm)

    def creation(self) -> dict:
        answer = self.visitor.post(f"{PASSKEYS}/options", {"password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def request(self, visitor: Visitor) -> dict:
        return visitor.post(f"{SIGN_IN}/passkey/options").json()

    def add(self, answer: dict) -> int:
        return self.visitor.post(PASSKEYS, {"answer": json.dumps(answer), "label": "Phone"}).status_code

    def other_verdict(self, options: dict, answer: dict):
        """That of py_webauthn about a new passkey."""
        return webauthn.verify_registration_response(
            credential=answer, expected_challenge=octets(options["challenge"]), expected_rp_id="localhost",
            expected_origin=self.origin)


@pytest.mark.parametrize("algorithm", [-7, -8, *nightly(-257)])
def test_py_webauthn_and_the_server_accept_the_same_passkey(served, algorithm):
    """The options are those of the standard, and both take the answers of each algorithm."""
    setting = Setting(served, algorithm)
    options = setting.creation()
    read = parse_registration_options_json(json.dumps(options))
    assert read.rp.id == "localhost" and read.user.name == "Ada" and len(read.challenge) >= 16
    assert [each.alg for each in read.pub_key_cred_params] == [-7, -8, -257]
    answer = setting.phone.created(options)
    verified = setting.other_verdict(options, answer)
    assert setting.add(answer) == 303

    with Visitor(served, host="localhost") as visitor:
        options = setting.request(visitor)
        read = parse_authentication_options_json(json.dumps(options))
        assert read.rp_id == "localhost" and not read.allow_credentials
        answer = setting.phone.asserted(options)
        assert webauthn.verify_authentication_response(
            credential=answer, expected_challenge=octets(options["challenge"]), expected_rp_id="localhost",
            expected_origin=setting.origin, credential_public_key=verified.credential_public_key,
            credential_current_sign_count=verified.sign_count).user_verified
        assert visitor.post(f"{SIGN_IN}/passkey", {"answer": json.dumps(answer)}).status_code == 303
        assert visitor.is_known()
        # The answer counts once.
        with Visitor(served, host="localhost") as thief:
            assert thief.post(f"{SIGN_IN}/passkey", {"answer": json.dumps(answer)}).status_code == 422
            assert thief.key is None


# How a phone, a page or somebody between them goes wrong. Each is refused.
FOREIGN = {
    "another page": lambda phone: setattr(phone, "origin", "http://localhost.evil.example"),
    "another port": lambda phone: setattr(phone, "origin", "http://localhost:1"),
    "HTTPS instead": lambda phone: setattr(phone, "origin", phone.origin.replace("http:", "https:")),
    "another host": lambda phone: setattr(phone, "host", "evil.example"),
    "nobody there": lambda phone: setattr(phone, "flags", 0x00),
    "another purpose": lambda phone: setattr(phone, "kind", {"create": "webauthn.get", "get": "webauthn.create"}),
}
# py_webauthn does not look at these, and the standard (level 2) says that a site may or must.
FRAMED = {
    "within a frame": lambda phone: phone.extra.update(crossOrigin=True),
    "within a page of another site": lambda phone: phone.extra.update(topOrigin="https://evil.example"),
}


@pytest.mark.parametrize("change", [
    "another page", "another host", "nobody there", "another purpose", "within a frame",
    *nightly("another port", "HTTPS instead", "within a page of another site")])
def test_an_answer_for_another_page_is_refused_at_registration_and_at_sign_in(served, change):
    """py_webauthn refuses the same answers."""
    setting = Setting(served)
    wrong = {**FOREIGN, **FRAMED}[change]
    options = setting.creation()
    bad = PhoneKey(setting.origin)
    wrong(bad)
    answer = bad.created(options)
    if change in FOREIGN:
        with pytest.raises(WebAuthnException):
            setting.other_verdict(options, answer)
    assert setting.add(answer) == 422

    # What was refused uses up nothing: the true answer still counts.
    answer = setting.phone.created(options)
    verified = setting.other_verdict(options, answer)
    assert setting.add(answer) == 303
    wrong(setting.phone)
    with Visitor(served, host="localhost") as visitor:
        options = setting.request(visitor)
        answer = setting.phone.asserted(options)
        if change in FOREIGN:
            with pytest.raises(WebAuthnException):
                webauthn.verify_authentication_response(
                    credential=answer, expected_challenge=octets(options["challenge"]), expected_rp_id="localhost",
                    expected_origin=setting.origin, credential_public_key=verified.credential_public_key,
                    credential_current_sign_count=0)
        assert visitor.post(f"{SIGN_IN}/passkey", {"answer": json.dumps(answer)}).status_code == 422
        assert visitor.key is None


def test_a_counter_a_challenge_and_a_signature_that_are_not_right_are_refused(served):
    """Also an answer with the name of somebody else."""
    setting = Setting(served)
    setting.phone.counter = 5
    assert setting.add(setting.phone.created(setting.creation())) == 303
    visitor = Visitor(served, host="localhost")
    options = setting.request(visitor)

    def status(answer: dict) -> int:
        # From elsewhere each time: wrong answers have to wait.
        with Visitor(served, host="localhost") as elsewhere:
            code = elsewhere.post(f"{SIGN_IN}/passkey", {"answer": json.dumps(answer)}).status_code
            assert elsewhere.is_known() == (code == 303)
            return code

    assert status(setting.phone.asserted(options)) == 422, "the counter has not risen"
    setting.phone.counter = 6
    assert status(setting.phone.asserted({"challenge": "AAAA" * 8})) == 422, "a challenge of somebody else"
    creation = setting.creation()
    assert status(setting.phone.asserted(creation)) == 422, "the challenge of a registration"
    assert status(setting.phone.asserted(options, signature=bytes(70))) == 422
    other = PhoneKey(setting.origin)
    other.id, other.counter, other.person = setting.phone.id, 6, setting.phone.person
    assert status(other.asserted(options)) == 422, "another key with the same name"
    person, setting.phone.person = setting.phone.person, struct.pack(">Q", 2)
    assert status(setting.phone.asserted(options)) == 422, "the name of another person"
    setting.phone.person = person
    assert status(setting.phone.asserted(options)) == 303
    setting.phone.counter = 3
    assert status(setting.phone.asserted(setting.request(visitor))) == 422, "the counter has gone back"


def hostile_data(phone: PhoneKey, chance: random.Random) -> bytes:
    """Authenticator data with CBOR that is cut off, nested, endless, of wrong types, or of random octets."""
    head = phone._head(phone.flags | 0x40) + bytes(16)
    key = cbor2.dumps(phone.public)
    name = struct.pack(">H", len(phone.id)) + phone.id
    match chance.randrange(8):
        case 0:
            return (head + name + key)[:chance.randrange(37, len(head + name + key))]
        case 1:
            return head + name + chance.choice([b"\x81", b"\xa1\x01", b"\x9f", b"\xbf\x01", b"\xc1"]) * \
                chance.choice([10, 500, 1_000])
        case 2:  # More items, or octets, than there could be.
            return head + name + chance.choice([b"\x9b", b"\xbb", b"\x5b", b"\x7b"]) + os.urandom(8) + key
        case 3:
            return head + struct.pack(">H", chance.choice([0, 1, 33, 1024, 65535])) + phone.id + key
        case 4:
            return head + name + cbor2.dumps({**phone.public, chance.choice([1, 3, -1]): chance.choice(
                [None, "x", -65535, 2 ** 64 - 1, {}, [], 1.5])})
        case 5:
            return head + name + cbor2.dumps({**phone.public, chance.choice([-2, -3]): chance.choice(
                [b"", bytes(31), bytes(32), b"\xff" * 32, bytes(33), "x" * 32])})
        case 6:
            return head + name + os.urandom(chance.randrange(200))
        case _:
            changed = bytearray(head + name + key)
            changed[chance.randrange(len(head), len(changed) - 64)] ^= 1 << chance.randrange(8)
            return bytes(changed)


def test_hostile_cbor_is_refused_and_leaves_the_server_as_it_is(served):
    """Of 300 answers with changed CBOR each gets its refusal, and the one that is right is taken afterwards."""
    setting, chance = Setting(served), random.Random(8949)
    options = setting.creation()
    taken = 0
    for number in range(300):
        answer = setting.phone.created(options, data=hostile_data(setting.phone, chance))
        status = setting.add(answer)
        assert status in (303, 422), f"{number}: {status}"
        # A changed bit may leave a key that is one. It then is a passkey like any other, and its ticket was used.
        if status == 303:
            taken += 1
            setting.phone = PhoneKey(setting.origin)
            options = setting.creation()
    assert taken < 20
    for nonsense in ["", "{}", "[" * 10_000, "null", '{"type":"public-key","rawId":"","response":{}}', "x" * 100_000]:
        assert setting.visitor.post(PASSKEYS, {"answer": nonsense, "label": ""}).status_code == 422
        assert setting.visitor.post(f"{SIGN_IN}/passkey", {"answer": nonsense}).status_code == 422
    assert setting.add(setting.phone.created(options)) == 303
    assert served.is_healthy()
