"""The travel map: countries and cities are chosen from suggestions (TM-2, TM-3, TM-5, TM-8)."""

import re

import pytest
from playwright.sync_api import expect

from chromium import go_back, until
from matrix import nightly
from test_weight import LIMIT, sent
from worldmap import open_map

COUNTRIES, CITIES = "/travelmap/countries", "/travelmap/cities"


def suggestions(page):
    return page.locator("#found .group:first-of-type .row")


def look_for(page, text: str) -> None:
    page.get_by_role("dialog").get_by_role("searchbox").fill(text)


def title(page, text: str):
    return page.get_by_role("heading", name=text, exact=True)


def test_TM_2_a_country_is_found_while_one_types_and_added_by_pressing_it(each_size, world, axe):
    """TM-2 the sheet finds with slips, says when nothing is found, adds, and undo takes it back."""
    page = each_size
    page.goto(COUNTRIES)
    page.locator("[data-part=new], .empty .main").first.click()
    expect(title(page, "New country")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Country", exact=True)).to_be_focused()
    expect(suggestions(page)).to_have_count(30)
    axe(page)
    look_for(page, "qwerty")
    expect(page.locator("#news")).to_have_text("No country is called “qwerty”. Try fewer letters.")
    expect(suggestions(page)).to_have_count(0)
    look_for(page, "Portgual")
    expect(suggestions(page)).to_have_text(["Portugal"])
    axe(page)
    suggestions(page).first.click()
    expect(page).to_have_url(re.compile(r"/travelmap/countries\?selected=\d+"))
    expect(page.locator("#rows .row")).to_contain_text("Portugal")
    assert world.codes() == {"PT"}
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".empty")).to_be_visible()
    assert world.codes() == set()


def test_TM_5_a_country_that_is_there_is_opened_and_not_added_twice(phone, world):
    number = world.country("PT")
    phone.goto(f"{COUNTRIES}/new")
    look_for(phone, "portugal")
    row = phone.get_by_role("link", name="Portugal Added")
    row.click()
    expect(phone).to_have_url(re.compile(f"{COUNTRIES}/{number}$"))
    assert world.codes() == {"PT"}


def test_TM_2_keys_walk_through_suggestions_and_add(desk, world):
    """TM-2 arrows walk from the field through what was found and back; Return adds what stands first, or is chosen."""
    desk.goto(f"{COUNTRIES}/new")
    look_for(desk, "ger")
    expect(suggestions(desk)).to_have_text(["Germany"])
    desk.keyboard.press("ArrowDown")
    expect(suggestions(desk).first).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(desk.locator("#fq")).to_be_focused()
    # Faster than anything could be found.
    desk.keyboard.press("ControlOrMeta+a")
    desk.keyboard.type("franc")
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(re.compile(r"selected=\d+"))
    assert world.codes() == {"FR"}
    desk.keyboard.press("n")
    look_for(desk, "united")
    expect(suggestions(desk).nth(1)).to_contain_text("United")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    second = suggestions(desk).nth(1)
    expect(second).to_be_focused()
    code = second.get_attribute("value")
    desk.keyboard.press("Enter")
    expect(desk.locator("#rows .row")).to_have_count(2)
    assert world.codes() == {"FR", code}
    desk.keyboard.press("n")
    expect(title(desk, "New country")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(title(desk, "New country")).to_have_count(0)


def test_TM_2_a_disputed_area_leads_to_its_country_and_to_the_explanation(phone, world):
    """TM-2 finds the country with which the map shows an area, and says in Settings what counts as a country."""
    phone.goto(f"{COUNTRIES}/new")
    look_for(phone, "crimea")
    expect(suggestions(phone)).to_have_text(["UkraineIncludes Crimea on this map"])
    phone.get_by_role("link", name="What counts as a country").click()
    expect(phone).to_have_url(re.compile("/travelmap/settings#set-"))
    expect(phone.get_by_text("Crimea is shown with Ukraine")).to_be_in_viewport()


@pytest.mark.nightly
def test_TM_2_choosing_works_without_scripts(plain, world):
    page = plain
    page.goto(f"{COUNTRIES}/new")
    page.get_by_role("searchbox", name="Country", exact=True).fill("Япон")
    page.keyboard.press("Enter")
    expect(suggestions(page)).to_have_text(["Japan"])
    suggestions(page).first.click()
    expect(page.locator("#rows .row")).to_contain_text("Japan")
    number = world.list("countries")[0]["id"]
    page.goto(f"{CITIES}/new?country={number}")
    page.locator("#fq").fill("kyot")
    page.keyboard.press("Enter")
    suggestions(page).filter(has_text="Kyoto").first.click()
    expect(page).to_have_url(re.compile(f"{COUNTRIES}/{number}$"))
    expect(page.get_by_role("link", name="Kyoto")).to_be_visible()


def test_TM_3_a_city_is_found_in_its_country_and_stands_on_its_page(each_size, world, axe):
    """TM-3 TM-8 the built-in places are found without any service, and whom they are owed to is said."""
    number = world.country("PT")
    page = each_size
    page.goto(f"{COUNTRIES}/{number}")
    page.get_by_role("link", name="Add a city").click()
    expect(page.get_by_role("searchbox", name="City in Portugal")).to_be_focused()
    look_for(page, "lisb")
    row = suggestions(page).filter(has_text="Lisbon").first
    expect(row).to_contain_text("inhabitants")
    expect(page.get_by_text("Places from GeoNames, CC BY 4.0")).to_be_visible()
    axe(page)
    row.click()
    expect(page).to_have_url(re.compile(f"{COUNTRIES}/{number}"))
    expect(page.get_by_role("link", name="Lisbon")).to_be_visible()
    city = world.list("cities")[0]
    assert city["name"] == "Lisbon" and abs(city["position"]["latitude"] - 38.72) < 0.1
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Lisbon")).to_have_count(0)


@pytest.fixture
def late(desk, world):
    """The sheet for a city with Lisbon in it, what was typed since then, and the answer to it, which is held back."""
    number = world.country("PT")
    desk.goto(f"{CITIES}/new?country={number}")
    row = suggestions(desk).filter(has_text="Lisbon").first
    expect(row).to_be_visible()
    desk.route("**part=found*", lambda route: answers.append(route))
    answers = []
    with desk.expect_request("**part=found*"):
        look_for(desk, "lisb")
    # The request is seen before it is held back.
    while not answers:
        desk.evaluate("new Promise(requestAnimationFrame)")
    return row, lambda: answers.pop().continue_()


def is_added(page, world) -> None:
    expect(page).to_have_url(re.compile(rf"{COUNTRIES}/\d+"))
    # The sheet takes that address as soon as it sends the form.
    expect(page.get_by_role("link", name="Lisbon")).to_be_visible()
    assert [each["name"] for each in world.list("cities")] == ["Lisbon"]


def test_TM_3_what_is_pressed_stays_until_it_is_let_go(desk, world, late):
    """TM-3 an answer that comes between pressing and letting go takes nothing away from under the finger."""
    row, answer = late
    box = row.bounding_box()
    desk.mouse.move(box["x"] + 40, box["y"] + 15)
    desk.mouse.down()
    with desk.expect_response("**part=found*") as response:
        answer()
    response.value.finished()
    expect(row).to_be_visible()
    desk.mouse.up()
    is_added(desk, world)


def test_TM_3_what_was_pressed_is_added_whatever_is_found_meanwhile(desk, world, late):
    """TM-3 an answer that comes when a suggestion was pressed, and is not added yet, changes nothing."""
    row, answer = late

    def hold(route) -> None:
        if route.request.method == "POST":
            answer()
        route.continue_()

    desk.route(f"**{CITIES}/new*", hold)
    row.click()
    is_added(desk, world)


def test_TM_3_who_walks_through_suggestions_keeps_the_place_when_others_come(desk, world, late):
    """TM-3 the row that has the focus keeps it when it is found again; otherwise the field has it."""
    row, answer = late
    row.focus()
    answer()
    expect(suggestions(desk)).not_to_have_count(30)
    expect(row).to_be_focused()
    desk.keyboard.press("Enter")
    is_added(desk, world)


def test_TM_3_what_is_not_found_is_typed(phone, world):
    """TM-3 the sheet says what to do when nothing is found, and the form begins with what was typed."""
    number = world.country("PT")
    phone.goto(f"{CITIES}/new?country={number}")
    look_for(phone, "Zzyzx")
    expect(phone.locator("#news")).to_have_text("Nothing in Portugal is called “Zzyzx”.")
    expect(phone.get_by_role("link", name="Place it on the map")).to_have_attribute("href", "/travelmap/map/PT?place=1&name=Zzyzx")
    phone.get_by_role("link", name="Enter it by hand").click()
    expect(phone.get_by_label("City", exact=True)).to_have_value("Zzyzx")
    phone.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(phone.get_by_role("link", name="Zzyzx")).to_be_visible()


def test_TM_3_a_name_goes_along_before_it_was_looked_for(phone, world, watch):
    """TM-3 the ways beside the suggestions take along what stands in the field, although no suggestions came for it."""
    phone.goto(f"{CITIES}/new?country={world.country('PT')}")
    watch.allow("net::ERR_FAILED")
    phone.route("**/new?*part=found*", lambda route: route.abort())
    phone.locator("#fq").fill("Zzyzx & co")
    phone.get_by_role("link", name="Enter it by hand").click()
    expect(phone.get_by_label("City", exact=True)).to_have_value("Zzyzx & co")


def test_TM_3_what_is_placed_on_the_map_keeps_its_name(phone, world):
    """TM-3 the form after a press has the name that was typed, asks for nothing that is filled in, above the country's page."""
    number = world.country("PT")
    phone.goto(f"{CITIES}/new?country={number}&on=map")
    look_for(phone, "Zzyzx")
    expect(phone.locator("#news")).to_contain_text("Zzyzx")
    phone.get_by_role("link", name="Place it on the map").click()
    phone.get_by_role("button", name="Place it here").click()
    form = phone.get_by_role("dialog")
    expect(form.get_by_label("City", exact=True)).to_have_value("Zzyzx")
    expect(form).not_to_contain_text("Needed")
    expect(phone.locator("article.record")).to_contain_text("Portugal")
    form.get_by_role("button", name="Save").click()
    expect(phone).to_have_url(re.compile(r"/travelmap/map/PT\?city=\d+$"))
    assert [each["name"] for each in world.list("cities")] == ["Zzyzx"]


@pytest.mark.nightly
def test_TM_3_a_city_far_away_is_asked_about(desk, world, axe):
    """TM-3 the question keeps what was typed; it is answered by adding all the same, or by going on with the form."""
    number = world.country("PT")
    desk.goto(f"{CITIES}/new?country={number}&by=hand&at=48.8534,2.3488")
    desk.get_by_label("City", exact=True).fill("Paris")
    desk.get_by_role("dialog").get_by_role("button", name="Save").click()
    question = desk.get_by_role("dialog", name="Add it all the same?")
    expect(question).to_contain_text(re.compile(r"Paris is [\d,]+ km from Portugal\."))
    axe(desk)
    question.get_by_role("button", name="Cancel").click()
    expect(desk.get_by_label("City", exact=True)).to_have_value("Paris")
    desk.get_by_role("dialog").get_by_role("button", name="Save").click()
    question.get_by_role("button", name="Add it").click()
    expect(desk.locator("#rows").get_by_role("link", name="Paris")).to_be_visible()
    assert [each["name"] for each in world.list("cities")] == ["Paris"]


def test_TM_3_a_sheet_that_was_opened_from_the_map_leads_back_there(phone, world):
    number = world.country("PT")
    phone.goto(f"{CITIES}/new?country={number}&on=map")
    expect(phone.locator(".map, #atlas").first).to_be_attached()
    phone.get_by_role("link", name="Cancel").click()
    expect(phone).to_have_url(re.compile("/travelmap/map/PT$"))
    phone.goto(f"{CITIES}/new?country={number}&on=map")
    look_for(phone, "porto")
    suggestions(phone).filter(has_text="Porto").first.click()
    expect(phone).to_have_url(re.compile(r"/travelmap/map/PT\?city=\d+$"))


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["ru-RU", *nightly("pl-PL")])
def test_TM_2_countries_are_suggested_in_the_persons_language(phone, world, language):
    phone.goto(f"{COUNTRIES}/new")
    look_for(phone, "Порт" if language == "ru-RU" else "Portugalia")
    expect(suggestions(phone).first).to_have_text("Португалия" if language == "ru-RU" else "Portugalia")


@pytest.mark.nightly
def test_TM_2_the_sheets_are_light(phone, world):
    """Everything a sheet loads is under 60 KB, as it is sent."""
    world.country("PT")
    sizes = []
    phone.on("response", lambda answer: answer.request.resource_type in ("document", "stylesheet", "script")
             and sizes.append(answer))
    phone.goto(f"{COUNTRIES}/new")
    assert sum(sent(each) for each in sizes) < LIMIT


def test_TM_2_back_after_adding_leads_to_the_map_and_not_to_the_sheet(any_size, world):
    """TM-2 the sheet that the map's field opens is no step on the way back."""
    any_size.goto("/travelmap/map")
    any_size.goto(f"{COUNTRIES}/new?on=map&find=")
    look_for(any_size, "portugal")
    expect(suggestions(any_size).first).to_contain_text("Portugal")
    suggestions(any_size).first.click()
    expect(any_size).to_have_url(re.compile("/travelmap/map/PT$"))
    go_back(any_size)
    expect(any_size).to_have_url(re.compile("/travelmap/map$"))
    expect(any_size.locator("#finder")).to_have_count(0)


def test_TM_1_an_empty_map_says_how_one_begins(each_size, world, axe):
    page = each_size
    page.goto("/travelmap/map")
    expect(page.locator("#chosen h2")).to_have_text("No countries yet")
    expect(page.locator("#chosen")).to_contain_text("press a country on the map")
    axe(page)
    world.country("PT")
    expect(page.locator("#chosen")).to_have_count(0)


def test_a_country_that_is_typed_while_the_server_is_away_is_added_afterwards(desk, world, watch):
    watch.allow("ERR_INTERNET_DISCONNECTED")
    open_map(desk)
    desk.context.set_offline(True)
    desk.locator("#q").click()
    for text in ("Portug", "Norw"):
        desk.keyboard.type(text)
        desk.keyboard.press("Enter")
    expect(desk.locator(".trouble")).to_be_visible()
    desk.locator(".tabs a").last.click()
    desk.get_by_role("dialog").get_by_role("button", name="Keep editing").click()
    desk.context.set_offline(False)
    until(desk, lambda: world.codes() == {"PT", "NO"})
