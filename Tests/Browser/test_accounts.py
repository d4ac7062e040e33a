"""People with accounts: signing in and out, inviting, roles, and what each of two persons sees at the same time."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from people import PEOPLE, card, field, rows
from visitor import PASSWORD, Visitor, begun_session, command


@pytest.fixture
def accounts(people_server, watch):
    """A server whose administrator is Ada."""
    watch.allow("status of (401|403|404|410|422)")
    return people_server


def type_name(page: Page, name: str) -> None:
    """Signs in as far as to the page that asks for the password."""
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Go on").click()


def type_password(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    type_name(page, name)
    type_password(page, password)


def signed_in(page: Page, name: str, path: str | None = "/") -> Page:
    """Opens a page in a browser in which a person is signed in, and nobody was before. The forms are not gone through again: three
    pages."""
    origin, server = page.context.origin, page.context.server
    cookies = {}
    if name == "Ada" and (key := begun_session(server)):
        cookies[f"kartoteka-{server.port}"] = key
    else:
        with Visitor(address=origin) as visitor:
            answer = visitor.sign_in(name)
            assert answer.status_code == 303, answer.text
            cookies = dict(visitor.session.cookies)
    page.context.add_cookies([
        {"name": name, "value": value, "url": origin, "httpOnly": True, "sameSite": "Lax"} for name, value in cookies.items()])
    if path:
        page.goto(path)
    return page


def add_link(page: Page):
    """What adds a person to the address book."""
    return page.get_by_role("link", name="New person")


def invite(page: Page, **roles: str) -> str:
    """The path of a link for a person with roles in applications, by their titles."""
    page.goto("/apps/people")
    for title, role in roles.items():
        page.get_by_label(title.replace("_", " ")).select_option(label=role)
    page.get_by_role("button", name="Make a link").click()
    address = page.locator("#address").text_content()
    return address[address.index("/apps/"):]


def test_a_page_leads_to_the_sign_in_and_back(accounts, each_size, axe):
    """A wrong password is said at the form and the name stays; the right one leads to the page that was asked for."""
    each_size.goto(PEOPLE)
    expect(each_size.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(each_size.get_by_label("Name")).to_be_focused()
    axe(each_size)
    sign_in(each_size, "ada", "something else")
    expect(each_size.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    expect(each_size.get_by_label("Name")).to_have_value("ada")
    axe(each_size)
    type_password(each_size)
    expect(each_size).to_have_url(re.compile(PEOPLE + "$"))
    expect(add_link(each_size)).to_be_visible()


@pytest.mark.nightly
def test_without_scripts_somebody_signs_in_and_out(accounts, plain):
    """The forms are plain ones."""
    plain.goto(PEOPLE)
    sign_in(plain, "Ada")
    expect(plain).to_have_url(re.compile(PEOPLE + "$"))
    plain.goto("/apps/you")
    plain.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(plain.get_by_role("heading", name="Sign in")).to_be_visible()
    plain.goto(PEOPLE)
    expect(plain.get_by_role("heading", name="Sign in")).to_be_visible()


def test_two_persons_have_what_their_roles_include(accounts, open_page, axe):
    """Ada invites Rita, who reads on her phone; then she may write; then she is removed."""
    ada, rita = signed_in(open_page(DESK), "Ada"), open_page(PHONE)
    path = invite(ada, Address_book="Reads")
    axe(ada)
    rita.goto(path)
    expect(rita.get_by_text("Ada invites you.")).to_be_visible()
    axe(rita)
    rita.get_by_label("Name").fill("Rita")
    rita.get_by_label("Password").fill("plum")
    rita.get_by_role("button", name="Go on").click()
    expect(rita.locator(".err")).to_have_text("A password has at least 8 characters.")
    expect(rita.get_by_label("Name")).to_have_value("Rita")
    rita.get_by_label("Password").fill(PASSWORD)
    rita.get_by_role("button", name="Go on").click()
    expect(rita.get_by_role("link", name=re.compile("Address book"))).to_be_visible()
    expect(rita.get_by_role("link", name=re.compile("Northwind"))).to_have_count(0)
    expect(rita.get_by_role("link", name=re.compile("^People"))).to_have_count(0)
    axe(rita)
    rita.goto(PEOPLE)
    expect(rows(rita).first).to_be_visible()
    expect(add_link(rita)).to_have_count(0)
    axe(rita)
    rows(rita).first.click()
    expect(card(rita).locator("output").first).to_be_visible()
    for name in ("Save", re.compile("^Delete")):
        expect(card(rita).get_by_role("button", name=name)).to_have_count(0)
    expect(card(rita).locator("input:not([type=hidden])")).to_have_count(0)
    axe(rita)
    # The link was used.
    ada.goto(path)
    expect(ada.get_by_role("heading", name="This link has ended")).to_be_visible()
    expect(ada.get_by_role("link", name="All apps")).to_be_visible()
    ada.goto("/apps/people")
    axe(ada)
    ada.get_by_role("link", name=re.compile("Rita")).click()
    axe(ada)
    ada.get_by_label("Address book").select_option(label="Reads and writes")
    ada.get_by_role("button", name="Save").click()
    expect(ada.get_by_text("Address book: Reads and writes")).to_be_visible()
    rita.goto(PEOPLE)
    expect(add_link(rita)).to_be_visible()
    rows(rita).first.click()
    expect(field(card(rita), "Last name")).to_be_visible()
    ada.get_by_role("link", name=re.compile("Rita")).click()
    ada.get_by_role("link", name="Remove").click()
    axe(ada)
    ada.get_by_role("button", name="Remove").click()
    expect(ada.get_by_role("link", name=re.compile("Rita"))).to_have_count(0)
    rita.goto(PEOPLE)
    expect(rita.get_by_role("heading", name="Sign in")).to_be_visible()


def test_what_a_removed_person_has_typed_can_be_copied(accounts, plain):
    """Without scripts the answer to the form has it, whatever the browser keeps of pages. It is text, and can't be changed."""
    command(accounts, "add", "Rita")
    command(accounts, "role", "Rita", "userscrud", "writes")
    page = signed_in(plain, "Rita", PEOPLE + "/new")
    page.get_by_label("Last name").fill("Nowak")
    page.get_by_role("textbox", name="Address").fill("Rynek 1, Kraków")
    command(accounts, "remove", "Rita")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Nobody is signed in")).to_be_visible()
    expect(page.get_by_label("Last name")).to_have_value("Nowak")
    expect(page.get_by_label("Last name")).not_to_be_editable()
    expect(page.get_by_role("textbox", name="Address")).to_have_value("Rynek 1, Kraków")


def test_what_a_removed_person_has_typed_stays_under_the_dialog(accounts, each_size, axe):
    """With scripts a card that can't be saved stays as it is; on a phone the answer has what was typed."""
    command(accounts, "add", "Rita")
    command(accounts, "role", "Rita", "userscrud", "writes")
    page = signed_in(each_size, "Rita", PEOPLE)
    rows(page).first.click()
    field(card(page), "Last name").fill("Typed for a while")
    command(accounts, "remove", "Rita")
    card(page).get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("You have been signed out, or may no longer use this server.")).to_be_visible()
    assert "Typed for a while" in page.evaluate("[...document.querySelectorAll('input, textarea')].map(field => field.value)")
    axe(page)


def test_who_shapes_an_application_sees_its_people(accounts, each_size, axe):
    """Names and roles there, reached from More; nobody of other applications, and nothing to change."""
    for name, app, role in [("Rita", "userscrud", "reads"), ("Sara", "userscrud", "shapes"), ("Otto", "northwind", "reads")]:
        command(accounts, "add", name)
        command(accounts, "role", name, app, role)
    page = signed_in(each_size, "Sara", "/userscrud/more")
    page.get_by_role("link", name="People Who may use this").click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    expect(page.get_by_text("Rita", exact=True)).to_be_visible()
    expect(page.get_by_text("Administrator", exact=True)).to_be_visible()
    expect(page.get_by_text("Otto")).to_have_count(0)
    expect(page.get_by_role("link", name=re.compile("^All people"))).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    axe(page)


def test_the_audit_list_is_read_by_person_and_day(accounts, each_size, axe):
    """Who was removed stays in it. Nothing in it can be changed."""
    command(accounts, "add", "Rita")
    command(accounts, "role", "Rita", "userscrud", "writes")
    command(accounts, "remove", "Rita")
    page = signed_in(each_size, "Ada", "/apps/people")
    page.get_by_role("link", name=re.compile("^Audit")).click()
    expect(page.get_by_text("Person removed")).to_be_visible()
    axe(page)
    if not page.get_by_role("link", name="Rita").is_visible():
        page.get_by_text("Filters").click()
    page.get_by_role("link", name="Rita").click()
    expect(page.get_by_text("Roles set")).to_be_visible()
    expect(page.get_by_text("Signed in")).to_have_count(0)
    expect(page.locator("main form[method=post]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.goto(page.url + "&to=2020-01-31")
    expect(page.get_by_text("Nothing happened that is chosen above.")).to_be_visible()
    axe(page)


def test_two_persons_see_each_other_on_a_card(accounts, open_page, axe):
    """Bob sees in the list and on the card that Ada has it open, until she leaves it, and that she changed it last."""
    command(accounts, "add", "Bob")
    command(accounts, "role", "Bob", "userscrud", "writes")
    ada, bob = signed_in(open_page(DESK), "Ada", PEOPLE), signed_in(open_page(DESK), "Bob", PEOPLE)
    path = rows(ada).first.get_attribute("href")
    present = bob.locator("[data-present]")
    expect(present).to_have_count(0)
    ada.goto(path)
    expect(bob.locator("#rows li[data-present]")).to_have_attribute("data-present", "A")
    table = signed_in(open_page(DESK), "Bob", PEOPLE + "?layout=table")
    expect(table.locator("#rows td[data-present]")).to_have_attribute("data-present", "A")
    axe(table)
    table.close()
    # At a desk a card comes beside the list without a new page.
    rows(bob).first.click()
    expect(bob.locator(".head > .cut")).to_have_attribute("data-present", "A")
    expect(ada.locator(".head > .cut")).to_have_attribute("data-present", "B")
    axe(bob)
    field(card(ada), "Last name").fill("Abendroth")
    card(ada).get_by_role("button", name="Save", exact=True).click()
    expect(card(bob)).to_contain_text("Ada, ")
    ada.goto("/")
    expect(present).to_have_count(0)


def test_the_own_account(accounts, each_size, open_page, axe):
    """Name and language, a token that is shown once, another device that is signed out."""
    page = signed_in(each_size, "Ada", "/apps/you")
    other = signed_in(open_page(DESK), "Ada")
    page.reload()
    axe(page)
    page.get_by_label("For which program").fill("Calendar")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text(re.compile("^kt_"))).to_be_visible()
    axe(page)
    page.goto("/apps/you")
    expect(page.get_by_text("Calendar", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("^kt_"))).to_have_count(0)
    page.get_by_role("button", name="Sign out all other devices").click()
    expect(page.get_by_role("button", name="Sign out all other devices")).to_have_count(0)
    other.goto("/")
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Language").first.select_option("pl")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Wyloguj", exact=True).first).to_be_visible()


def test_why_a_form_of_the_account_was_refused_is_in_view(accounts, phone):
    """The page is long: the reason stands above the form, which has the cursor."""
    page = signed_in(phone, "Ada", "/apps/you")
    page.get_by_label("Password up to now").fill("something else")
    page.get_by_label("New password").fill("another garden with pears")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("alert")).to_have_text("The password is wrong.")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_label("Password up to now")).to_be_focused()


def test_signing_out_removes_what_the_browser_keeps(accounts, open_page):
    """The service worker's pages go, and going back shows none."""
    page = signed_in(open_page(DESK, service_workers="allow"), "Ada", PEOPLE)
    kept = "async () => (await caches.has('pages-1')) && (await (await caches.open('pages-1')).keys()).length"
    page.wait_for_function(f"({kept})().then(number => number > 1)")
    page.goto("/apps/you")
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.wait_for_function(f"({kept})().then(number => !number)")
    page.goto(PEOPLE)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_the_first_account_is_made_on_the_screen(fresh_server, each_size, axe):
    """On the machine itself the first screen offers it; its person is signed in, and everybody else has to sign in."""
    page = each_size
    page.goto("/")
    page.get_by_role("link", name=re.compile("^Work with others")).click()
    expect(page.get_by_text("Everybody has to sign in from then on")).to_be_visible()
    axe(page)
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("heading", name="People", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Ada"))).to_be_visible()
    assert command(fresh_server).startswith("Ada  administrator")


def test_what_somebody_may_do_is_read_on_a_phone(accounts, phone):
    """The names of applications are not broken, and no note lies on a button."""
    signed_in(phone, "Ada", "/apps/you")
    title = phone.get_by_role("link", name=re.compile("^Travellers")).locator(".t")
    assert title.bounding_box()["height"] < 32, "one line"
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    note = phone.get_by_text("This device forgets").bounding_box()
    save = phone.get_by_role("button", name="Save").bounding_box()
    assert note["y"] >= save["y"] + save["height"]
