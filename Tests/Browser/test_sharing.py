"""A server that is shared in a local network: from the first start to a second person who reads on a phone."""

import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from chromium import DESK, PHONE
from kartoteka import executable
from people import PEOPLE, rows

PASSWORD = "a garden with plums"
# Clicks that are a person's own, or a test's in their place, and choices from menus.
COUNT = """
addEventListener('click', event => {
  const pressed = event.target.closest('a, button, summary, label, [role=button]')
  if (event.isTrusted && pressed) window.pressed(pressed.textContent.trim())
}, true)
addEventListener('change', event => {
  if (event.target.matches('select')) window.pressed(event.target.value)
}, true)
"""


class Shared:
    """A server with `--share`, and the addresses that it has printed."""

    def __init__(self, data):
        self.process = subprocess.Popen(
            [executable(), "serve", "--share", "--port", "0", "--data", data], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env={**os.environ, "LC_ALL": "C"})
        self.output = ""
        for line in self.process.stdout:
            self.output += line
            if line.startswith("Stop it"):
                break
        self.server = "https://localhost:" + re.search(r"is at https://\S+:(\d+)\n", self.output)[1]
        self.trust = "http://localhost:" + re.search(r"trust the server: http://\S+:(\d+)\n", self.output)[1]
        self.fingerprint = re.search(r"device show: (\S+)\n", self.output)[1]
        self.link = self.server + re.search(r"/apps/link\?key=\S+", self.output)[0]

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=30)


@pytest.fixture
def shared(tmp_path, watch):
    watch.allow("foreign request|status of (401|404)|Cross-Origin-Opener-Policy")
    server = Shared(tmp_path / "data")
    yield server
    server.stop()


def there(open_page, shared, device, **options):
    """A browser that trusts the server: Chromium without windows can't be told by a profile."""
    return open_page(device, base_url=shared.server, ignore_https_errors=True, **options)


def test_the_page_over_plain_http_helps_to_trust_the_server(shared, open_page, axe):
    """A phone compares the fingerprint, finds its own steps open, and goes on to the server."""
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
    page = there(open_page, shared, PHONE, user_agent=agent, java_script_enabled=False)
    page.goto(shared.trust)
    expect(page.get_by_role("heading", name="Trust Kartoteka")).to_be_visible()
    assert page.locator("#fingerprint").text_content() == shared.fingerprint
    expect(page.locator("details[open] summary")).to_have_text(["iPhone, iPad"])
    pictures = page.locator("details[open] .shown")
    expect(pictures).to_have_count(3)
    for picture in pictures.all():
        box = picture.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Load the profile").click()
    assert "com.apple.security.root" in download.value.path().read_text()
    page.get_by_text("Android").click()
    expect(page.get_by_role("link", name="Load the certificate")).to_have_attribute("href", "/authority.crt")
    assert page.locator("#address").text_content() in shared.output
    page.locator("#address").click()
    expect(page.get_by_role("heading", name="Not set up yet")).to_be_visible()
    desk = there(open_page, shared, DESK)
    desk.goto(shared.trust)
    axe(desk)


def test_a_second_person_reads_after_few_presses(shared, open_page, axe):
    """The link makes the administrator, who invites somebody, who reads on a phone."""
    anna, bob = there(open_page, shared, DESK), there(open_page, shared, PHONE)
    # Counted by the pages: what somebody clicks or taps but fields for typing, and what they choose from a menu.
    presses = []
    for page in (anna, bob):
        page.expose_function("pressed", lambda what: presses.append(what))
        page.add_init_script(COUNT)
    bob.goto(PEOPLE)
    expect(bob.get_by_role("heading", name="Not set up yet")).to_be_visible()
    axe(bob)
    anna.goto(shared.link)
    anna.get_by_label("Name").fill("Anna")
    anna.get_by_label("Password").fill(PASSWORD)
    anna.get_by_role("button", name="Go on").click()
    anna.get_by_role("link", name=re.compile("^People")).click()
    anna.get_by_label("Address book").select_option(label="Reads")
    anna.get_by_role("button", name="Make a link").click()
    address = anna.locator("#address").text_content()
    expect(anna.locator("#trust")).to_contain_text("http://")
    axe(anna)
    bob.goto(address[address.index("/apps/"):])
    bob.get_by_label("Name").fill("Bob")
    bob.get_by_label("Password").fill(PASSWORD)
    bob.get_by_role("button", name="Go on").click()
    bob.get_by_role("link", name=re.compile("Address book")).click()
    expect(rows(bob).first).to_be_visible()
    # Beside typing, and what the devices themselves ask for to trust the server.
    assert 6 <= len(presses) <= 8, presses
    anna.goto("/userscrud/share")
    expect(anna.locator("#trust")).to_contain_text("http://")
    axe(anna)
