"""The travel map: TM-1, TM-2, TM-3, TM-4 and TM-11."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from matrix import nightly
from worldmap import (
    MAP, SOVEREIGN, card, country, drawn, heading, middle, open_map, pin, place, press_twice, until, view,
)

# Brazil, which nobody visits here, and the middle of the South Atlantic, in the map's units.
BRAZIL, SEA = (7077, 5613), (8960, 7057)


def press(page: Page, point: tuple[float, float]) -> None:
    """Presses a point of the map, with a finger where the page is touched."""
    x, y = place(page, *point)
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def show(page: Page, point: tuple[float, float]) -> None:
    """Drags the map until a point of it is where nothing floats."""
    for _ in range(12):
        (x, y), (to_x, to_y) = place(page, *point), middle(page)
        way_x, way_y = max(-150, min(150, to_x - x)), max(-150, min(150, to_y - y))
        if abs(way_x) < 8 and abs(way_y) < 8:
            break
        drag(page, way_x, way_y)
    drawn(page)


def drag(page: Page, x: float, y: float) -> None:
    from_x, from_y = middle(page)
    page.mouse.move(from_x, from_y)
    page.mouse.down()
    page.mouse.move(from_x + x / 2, from_y + y / 2, steps=2)
    page.mouse.move(from_x + x, from_y + y, steps=2)
    page.mouse.up()
    drawn(page)


def near(one: tuple, other: tuple, by: float) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other))


def test_TM_1_is_the_first_tab(any_size, world):
    any_size.goto("/travelmap")
    expect(any_size).to_have_url(re.compile(f"{MAP}$"))
    expect(any_size.locator(".tabs [aria-current]")).to_have_text("Map")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_TM_1_a_first_start_shows_the_whole_world(open_page, world, size):
    """TM-1 where nothing is visited yet, the map ends within the window on both sides, and names do not lie over each other."""
    page = open_page(size)
    open_map(page)
    until(page, "() => document.querySelector('#pins').dataset.units != '15' || innerWidth > 900")
    width, height = page.viewport_size["width"], page.locator("#atlas").bounding_box()["height"]
    (left, top), (right, bottom) = place(page, 0, 0), place(page, 20_000, 9734)
    assert left >= -1 and right <= width + 1 and top >= -1 and bottom <= height + 1
    overlaps = page.locator("#pins .lands text").evaluate_all("""names => {
        const boxes = names.map(name => name.getBoundingClientRect()).filter(box => box.width)
        return boxes.filter((one, place) => boxes.some((other, at) => at > place
            && one.left < other.right && other.left < one.right && one.top + 4 < other.bottom && other.top + 4 < one.bottom)).length
    }""")
    assert overlaps == 0


def test_TM_1_visited_countries_are_filled_and_read_as_a_list(any_size, world):
    world.travelled()
    open_map(any_size)
    expect(any_size.get_by_role("group", name="World map, 4 countries")).to_be_visible()
    links = any_size.locator("#world a")
    names = links.evaluate_all("links => links.map(link => link.ariaLabel)")
    assert names == ["Kenya, 1 city", "Malta", "Poland, 1 city", "Portugal, 2 cities"]
    land, been = [any_size.locator(selector).evaluate("it => getComputedStyle(it).fill") for selector in (
        "#world .land", "#world .been a[aria-label^=Portugal] use")]
    assert land != been
    box = country(any_size, "Portugal").bounding_box()
    assert box["width"] > 3 and box["height"] > 6, "the outline is not drawn"


@pytest.mark.nightly
@pytest.mark.parametrize("language, name", [("ru-RU", "Португалия"), *nightly(("pl-PL", "Portugalia"))])
def test_TM_1_names_are_in_the_persons_language(phone, world, language, name):
    world.travelled()
    open_map(phone, f"{MAP}/PT")
    expect(heading(phone)).to_have_text(name)


def test_TM_1_cities_are_pins_of_one_size_at_every_zoom(any_size, world):
    world.travelled()
    open_map(any_size, f"{MAP}/PT")
    def box() -> dict:
        # The pins are put in place anew once the server has said which are shown: none is there at that moment.
        return next(filter(None, (pin(any_size, "Lisbon").locator(".pin").bounding_box() for _ in range(100))))

    before = box()
    any_size.locator("#nearer").click()
    drawn(any_size)
    after = box()
    assert near((before["width"],), (after["width"],), 0.5)
    lisbon = place(any_size, 9546.3, 2087.0)
    assert near(lisbon, (after["x"] + after["width"] / 2, after["y"] + after["height"] / 2), 25)


def test_TM_1_pins_have_one_size_while_two_fingers_pinch(phone, world):
    world.travelled()
    open_map(phone, f"{MAP}/PT")
    client = phone.context.new_cdp_session(phone)
    x, y = middle(phone)
    before = pin(phone, "Lisbon").locator(".pin").bounding_box()
    for kind, apart in (("touchStart", 40), ("touchMove", 50), ("touchMove", 60)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    until(phone, "() => document.querySelector('#plane').style.transform.includes('scale(1.5)')")
    after = pin(phone, "Lisbon").locator(".pin").bounding_box()
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert near((before["width"],), (after["width"],), 0.5)
    ((x1, y1), (x2, y2)) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (before, after))
    assert near((x2, y2), (x + (x1 - x) * 1.5, y + (y1 - y) * 1.5), 2)


def test_TM_1_is_dragged(any_size, world):
    open_map(any_size)
    any_size.locator("#nearer").click()
    drawn(any_size)
    before = view(any_size)
    drag(any_size, -80, 30)
    after = view(any_size)
    assert near((before[0] + 80 / before[2], before[1] - 30 / before[2]), after[:2], 3 / before[2]), (before, after)


def test_TM_1_a_gesture_moves_a_layer_and_draws_nothing_anew(each_size, world):
    """While one drags and pinches, only a transform changes: the drawing is made anew when all rests."""
    world.travelled()
    open_map(each_size)
    # Finer outlines are drawn when they come.
    each_size.wait_for_load_state("networkidle")
    each_size.evaluate("""() => {
        window.changed = []
        new MutationObserver(all => all.forEach(each => window.changed.push(each.attributeName ?? each.type)))
            .observe(document.querySelector('#plane'), { attributes: true, childList: true, subtree: true })
    }""")
    x, y = middle(each_size)
    each_size.mouse.move(x, y)
    each_size.mouse.down()
    for step in range(1, 10):
        each_size.mouse.move(x - 5 * step, y + 3 * step)
        each_size.evaluate("new Promise(requestAnimationFrame)")
    each_size.evaluate("new Promise(requestAnimationFrame)")
    assert set(each_size.evaluate("window.changed")) == {"style"}
    assert each_size.locator("#plane").evaluate("it => it.style.transform") != ""
    each_size.mouse.up()
    drawn(each_size)
    assert "viewBox" in each_size.evaluate("window.changed")


def test_TM_1_the_wheel_zooms_where_the_mouse_is(desk, world):
    open_map(desk)
    x, y = 700, 300
    desk.mouse.move(x, y)
    scale = view(desk)[2]
    at = desk.evaluate("""([x, y]) => {
        const point = new DOMPoint(x, y).matrixTransform(document.querySelector('#world').getScreenCTM().inverse())
        return [point.x, point.y]
    }""", [x, y])
    desk.mouse.wheel(0, -400)
    drawn(desk)
    assert view(desk)[2] > scale * 1.5
    assert near(place(desk, *at), (x, y), 2)


def test_TM_1_two_fingers_pinch(phone, world):
    open_map(phone)
    before = view(phone)
    client = phone.context.new_cdp_session(phone)
    x, y = middle(phone)

    def touch(kind: str, apart: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 40)
    for apart in (50, 60, 70, 80):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    drawn(phone)
    assert near((view(phone)[2],), (before[2] * 2,), before[2] * 0.3)


def test_TM_1_two_presses_zoom(each_size, world):
    open_map(each_size)
    scale = view(each_size)[2]
    x, y = middle(each_size)
    press_twice(each_size, x, y)
    until(each_size, "k => document.querySelector('#world').getScreenCTM().a > k", scale * 1.8)
    # Nothing was opened by it.
    drawn(each_size)
    expect(each_size).to_have_url(re.compile(f"{MAP}$"))


def test_TM_1_keys_move_and_zoom(desk, world):
    open_map(desk)
    desk.keyboard.press("+")
    drawn(desk)
    first = view(desk)
    desk.keyboard.press("ArrowRight")
    drawn(desk)
    assert view(desk)[0] > first[0] + 100
    desk.keyboard.press("ArrowDown")
    drawn(desk)
    assert view(desk)[1] > first[1] + 100
    desk.keyboard.press("-")
    drawn(desk)
    assert view(desk)[2] < first[2] * 0.6
    desk.keyboard.press("0")
    drawn(desk)
    left, right = place(desk, 0, 4867), place(desk, 20000, 4867)
    assert left[0] >= 200 and right[0] <= 1280, "all of the world is in view"


def test_TM_1_never_gets_lost(any_size, world):
    """However far one drags or zooms, some of the world stays in view."""
    open_map(any_size)
    for _ in range(8):
        drag(any_size, 180, 180)
    x, y, _ = view(any_size)
    assert 0 <= x <= 20000 and 0 <= y <= 9734
    for _ in range(12):
        any_size.locator("#farther").click()
        drawn(any_size)
    scale = view(any_size)[2]
    assert scale * 20000 > any_size.viewport_size["width"] * 0.7


def test_TM_4_pressing_a_visited_country_opens_its_view(each_size, world):
    world.travelled()
    open_map(each_size)
    show(each_size, (12105, 4829))
    press(each_size, (12105, 4829))
    expect(heading(each_size)).to_have_text("Kenya")
    expect(each_size).to_have_url(re.compile(f"{MAP}/KE$"))
    expect(card(each_size)).to_contain_text("1 city · last in February 2019")
    drawn(each_size)
    left, right = country(each_size, "Kenya").bounding_box(), each_size.viewport_size
    assert left["width"] > 150 and left["x"] >= 0 and left["x"] + left["width"] <= right["width"]
    expect(pin(each_size, "Nairobi")).to_be_visible()
    # Its land is not drawn over: a black shape would cover the name.
    expect(each_size.locator("#outline")).to_have_css("fill", "none")


def test_TM_2_back_and_close_return_to_the_whole_map_where_it_was(any_size, world):
    world.travelled()
    open_map(any_size)
    show(any_size, (12105, 4829))
    before = view(any_size)
    press(any_size, (12105, 4829))
    expect(heading(any_size)).to_have_text("Kenya")
    drawn(any_size)
    any_size.go_back()
    expect(card(any_size)).to_have_count(0)
    drawn(any_size)
    assert near(view(any_size), before, 30), "back"
    any_size.go_forward()
    expect(heading(any_size)).to_have_text("Kenya")
    drawn(any_size)
    card(any_size).get_by_role("link", name="Close").click()
    expect(any_size).to_have_url(re.compile(f"{MAP}$"))
    expect(card(any_size)).to_have_count(0)
    drawn(any_size)
    assert near(view(any_size), before, 30), "close"


def test_TM_4_a_country_that_is_not_visited_says_its_name_and_is_added(any_size, world):
    open_map(any_size)
    show(any_size, BRAZIL)
    press(any_size, BRAZIL)
    expect(heading(any_size)).to_have_text("Brazil")
    expect(card(any_size)).to_contain_text("Not visited")
    drawn(any_size)
    card(any_size).get_by_role("button", name="Add").click()
    expect(card(any_size)).to_contain_text("Visited")
    expect(country(any_size, "Brazil")).to_have_attribute("aria-current", "true")
    assert world.codes() == {"BR"}
    any_size.locator(".undo").get_by_role("button", name="Undo").click()
    expect(card(any_size)).to_contain_text("Not visited")
    assert world.codes() == set()


def test_TM_1_pressing_the_sea_does_nothing(any_size, world):
    world.travelled()
    open_map(any_size)
    show(any_size, SEA)
    with any_size.expect_response(lambda response: "press=" in response.url) as caught:
        press(any_size, SEA)
    assert caught.value.status == 204
    expect(card(any_size)).to_have_count(0)


def test_TM_4_a_small_country_is_a_dot_that_can_be_pressed(each_size, world):
    world.travelled()
    open_map(each_size, f"{MAP}/MT")
    expect(heading(each_size)).to_have_text("Malta")
    box = country(each_size, "Malta").bounding_box()
    assert box is not None


def test_TM_1_from_near_by_outlines_are_finer(any_size, world):
    """TM-1 loads the finer outlines of the countries in view, and none for the whole world."""
    world.travelled()
    loaded = []
    any_size.on("request", lambda request: "/assets/outlines." in request.url and loaded.append(request.url[-6:-4]))
    open_map(any_size)
    assert loaded == []
    open_map(any_size, f"{MAP}/PT")
    expect(any_size.locator("#lands a[aria-current] use")).to_have_attribute("href", "#fine-PT")
    expect(any_size.locator("#base use[href='#fine-ES']")).to_have_count(1)
    expect(any_size.locator("#fine path")).not_to_have_count(0)
    assert "ES" in loaded and "BR" not in loaded and len(loaded) == len(set(loaded))
    any_size.locator("#chosen [data-part=cancel]").click()
    expect(any_size.locator("use#base")).to_have_count(1)
    expect(any_size.locator("#lands use[href*='#fine']")).to_have_count(0)


def test_TM_4_information_opens_the_countrys_page_and_leads_back(any_size, world):
    world.travelled()
    open_map(any_size, f"{MAP}/PT")
    card(any_size).get_by_role("link", name="Information").click()
    expect(any_size).to_have_url(re.compile("/travelmap/countries/[0-9]+.via=map$"))
    any_size.locator(f"a[href='{MAP}/PT']").first.click()
    expect(heading(any_size)).to_have_text("Portugal")


def test_TM_4_a_city_is_chosen_and_deleted_and_comes_back(any_size, world):
    ids = world.travelled()
    open_map(any_size, f"{MAP}/PT")
    pin(any_size, "Lisbon").click()
    expect(heading(any_size)).to_have_text("Lisbon")
    expect(card(any_size)).to_contain_text("3 May 2024")
    expect(pin(any_size, "Lisbon")).to_have_attribute("aria-current", "true")
    card(any_size).get_by_role("button", name="Delete").click()
    expect(heading(any_size)).to_have_text("Portugal")
    expect(pin(any_size, "Lisbon")).to_have_count(0)
    expect(pin(any_size, "Porto")).to_have_count(1)
    assert "Lisbon" not in {each["name"] for each in world.list("cities")}
    # The country is still the chosen one, also after the news of the deletion has come.
    world.rename(ids["Porto"], "Oporto")
    expect(pin(any_size, "Oporto")).to_have_count(1)
    expect(any_size.locator("#outline use")).to_have_count(1)
    any_size.locator(".undo").get_by_role("button", name="Undo").click()
    expect(pin(any_size, "Lisbon")).to_have_count(1)


def test_TM_3_a_city_is_placed_by_pressing(each_size, world):
    ids = world.travelled()
    open_map(each_size, f"{MAP}/PT?place=1")
    expect(card(each_size)).to_contain_text("Press on the map where it is.")
    press(each_size, (9605, 2031))
    expect(each_size).to_have_url(re.compile(
        rf"/travelmap/cities/new\?country={ids['PT']}&on=map&via=countries%2F{ids['PT']}&at=3\d\.\d+%2C-\d\.\d+"))


def test_TM_3_a_city_is_placed_without_pressing(desk, world):
    world.travelled()
    open_map(desk, f"{MAP}/PT?place=1")
    expect(desk.locator(".cross")).to_be_visible()
    card(desk).get_by_role("button", name="Place it here").click()
    expect(desk).to_have_url(re.compile("/travelmap/cities/new.*at="))


def test_TM_2_the_field_leads_to_adding_with_what_was_typed(any_size, world):
    open_map(any_size)
    any_size.get_by_label("Find or add a country").fill("portug")
    any_size.locator(".map [data-part=new]").click()
    expect(any_size).to_have_url(re.compile(r"/travelmap/countries/new\?on=map&find=portug"))


def test_TM_4_countries_and_cities_are_reached_by_the_keyboard(desk, world):
    world.travelled()
    open_map(desk)
    country(desk, "Kenya").focus()
    desk.keyboard.press("Tab")
    expect(country(desk, "Malta")).to_be_focused()
    desk.keyboard.press("Tab")
    desk.keyboard.press("Tab")
    expect(country(desk, "Portugal")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(heading(desk)).to_have_text("Portugal")
    expect(card(desk)).to_be_focused()
    desk.keyboard.press("Escape")
    expect(card(desk)).to_have_count(0)
    expect(country(desk, "Portugal")).to_be_focused()


def test_TM_1_what_has_the_focus_is_in_view(desk, world):
    world.travelled()
    open_map(desk, f"{MAP}/PT")
    desk.keyboard.press("Tab")
    country(desk, "Poland").focus()
    desk.keyboard.press("Tab")
    desk.keyboard.press("Shift+Tab")
    expect(country(desk, "Poland")).to_be_focused()
    until(desk, """() => {
        const box = document.activeElement.getBoundingClientRect()
        return box.x > 0 && box.right < innerWidth && box.y > 0 && box.bottom < innerHeight
    }""")


def test_TM_11_what_is_added_elsewhere_appears_without_moving_the_map(any_size, world):
    ids = world.travelled()
    open_map(any_size, f"{MAP}/PT")
    drag(any_size, 40, 20)
    before = view(any_size)
    world.country("ES")
    expect(country(any_size, "Spain")).to_have_count(1)
    expect(any_size.get_by_role("group", name="World map, 5 countries")).to_have_count(1)
    world.city("Évora", ids["PT"], "38.5667,-7.9")
    expect(pin(any_size, "Évora")).to_have_count(1)
    expect(card(any_size)).to_contain_text("3 cities")
    drawn(any_size)
    assert near(view(any_size), before, 2)
    world.delete("cities", ids["Lisbon"])
    expect(pin(any_size, "Lisbon")).to_have_count(0)


def test_TM_1_is_where_it_was_when_one_comes_back(any_size, world):
    world.travelled()
    open_map(any_size)
    drag(any_size, 60, -30)
    any_size.locator("#nearer").click()
    drawn(any_size)
    before = view(any_size)
    any_size.goto("/travelmap/countries")
    any_size.locator(".tabs").get_by_role("link", name="Map", exact=True).click()
    expect(any_size.locator("#atlas.live")).to_be_visible()
    drawn(any_size)
    assert near(view(any_size), before, 2)


def test_TM_1_names_of_pins_cover_neither_each_other_nor_pins(each_size, world):
    ids = world.travelled()
    world.cities([(f"Town {number}", ids["PT"], f"{37.2 + number * 0.16},{-8.7 + number % 3 * 0.5}", None)
                  for number in range(30)])
    open_map(each_size, f"{MAP}/PT")
    boxes = each_size.locator("#pins text:not(.off, .count)").evaluate_all(
        "all => all.map(it => it.getBoundingClientRect()).map(it => [it.left, it.top + 2, it.right, it.bottom - 2])")
    assert len(boxes) >= 3
    for index, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:index]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_TM_1_nearer_by_there_are_more_pins(any_size, world):
    ids = world.travelled()
    world.cities([(f"Town {number}", ids["PT"], f"{38.6 + number // 8 * 0.1},{-9.1 + number % 8 * 0.1}", None)
                  for number in range(30)])
    open_map(any_size, f"{MAP}/PT")
    few = any_size.locator("#pins a").count()
    assert few < 20
    expect(any_size.locator("#pins .count").first).to_be_attached()
    several = any_size.locator("#pins a:has(.count)").first
    expect(several).to_have_attribute("aria-label", re.compile(r"^\d+ cities around "))
    several.click()
    expect(any_size).to_have_url(re.compile("view="))
    drawn(any_size)
    expect(any_size.locator("#pins a:has(.pin)").nth(few)).to_be_attached()


def test_TM_4_somebody_who_has_been_everywhere_walks_through_a_list_of_names(each_size, world, axe):
    world.countries(SOVEREIGN.split())
    open_map(each_size)
    names = each_size.locator("#names a")
    expect(names).to_have_count(198)
    expect(names.nth(0)).to_have_text("Afghanistan")
    names.nth(137).focus()
    expect(names.nth(137)).to_be_in_viewport()
    box = names.nth(137).bounding_box()
    assert box["width"] > 40 and names.nth(137).evaluate("it => getComputedStyle(it).clipPath") == "none"
    axe(each_size)
    name = names.nth(137).inner_text()
    each_size.keyboard.press("Enter")
    expect(heading(each_size)).to_have_text(name)
    # What is not visited stands out from all that is.
    press(each_size, place_of_greenland(each_size))
    expect(heading(each_size)).to_have_text("Greenland")


def place_of_greenland(page: Page) -> tuple[float, float]:
    open_map(page, f"{MAP}/GL")
    drawn(page)
    return view(page)[:2]


@pytest.mark.parametrize("size", [PHONE, *nightly(DESK)], ids=["phone", "desk"])
def test_TM_1_without_scripts_links_zoom_and_everything_is_reached(open_page, world, size):
    world.travelled()
    page = open_page(size, java_script_enabled=False)
    page.goto(MAP)
    expect(page.locator("#world .been a")).to_have_count(4)
    page.locator("#nearer").click()
    page.get_by_role("link", name="East").click()
    expect(page).to_have_url(re.compile("view="))
    page.locator("#farther").click()
    page.goto(MAP)
    # The bubble of its cities may lie upon it.
    page.goto(page.locator("#world .been a[aria-label^=Portugal]").get_attribute("href"))
    expect(heading(page)).to_have_text("Portugal")
    pin(page, "Lisbon").click()
    expect(heading(page)).to_have_text("Lisbon")
    card(page).get_by_role("button", name="Delete").click()
    expect(heading(page)).to_have_text("Portugal")
    expect(pin(page, "Lisbon")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(pin(page, "Lisbon")).to_have_count(1)
    page.goto(f"{MAP}/JP")
    card(page).get_by_role("button", name="Add").click()
    expect(card(page)).to_contain_text("Visited")
    page.goto(f"{MAP}/PT?place=1")
    expect(card(page).get_by_role("link", name="Type where it is")).to_be_visible()


@pytest.mark.both
def test_axe_finds_nothing(each_size, world, axe, in_tabs):
    ids = world.travelled()

    def check(page, path):
        open_map(page, path)
        axe(page)

    in_tabs(each_size, [MAP, f"{MAP}/PT", f"{MAP}/PT?place=1", f"{MAP}/JP", f"{MAP}/PT?city={ids['Lisbon']}"], check)


def test_TM_1_countries_have_their_names_where_there_is_room(desk, world):
    """TM-1 writes names in the person's language; from nearer by smaller countries have theirs, too."""
    world.travelled()
    open_map(desk)
    names = desk.locator("#pins .lands text")
    expect(names.filter(has_text="Brazil")).to_have_count(1)
    far = set(names.all_text_contents())
    open_map(desk, MAP + "/PL")
    near = set(names.all_text_contents())
    assert "Poland" in near
    assert near - far


def test_TM_4_a_countrys_own_cities_stand_apart_from_its_neighbours(any_size, world):
    """TM-4 lets each city of the country be chosen, however many there are across its borders."""
    ids = world.travelled()
    germany = world.country("DE")
    world.cities([(f"Nachbar {number}", germany, f"{50.9 + number % 8 / 4},{14.2 - number // 8 / 3}", None)
                  for number in range(40)])
    for name, position in [("Zgorzelec", "51.15,15.0"), ("Wrocław", "51.11,17.03")]:
        world.city(name, ids["PL"], position)
    open_map(any_size, MAP + "/PL")
    for name in ["Zgorzelec", "Wrocław", "Kraków"]:
        expect(pin(any_size, name)).to_have_count(1)
    pin(any_size, "Zgorzelec").focus()
    any_size.keyboard.press("Enter")
    expect(heading(any_size)).to_have_text("Zgorzelec")
    expect(pin(any_size, "Zgorzelec")).to_have_attribute("aria-current", "true")


def test_TM_4_a_bubble_says_how_many_and_opens_when_pressed(any_size, world):
    """TM-4 brings the map nearer to cities that are drawn as one; the bubble has a name for those who don't see it."""
    ids = world.travelled()
    world.cities([(f"Miasto {number}", ids["PL"], f"{52 + number % 12 / 100},{20 + number // 12 / 100}", None)
                  for number in range(120)])
    open_map(any_size)
    bubble = any_size.locator("#pins a").filter(has_text=re.compile(r"^\s*1\d\d\s*$"))
    expect(bubble).to_have_accessible_name(re.compile(r"^1\d\d cities around "))
    before = view(any_size)
    bubble.focus()
    any_size.keyboard.press("Enter")
    until(any_size, """before => {
        const matrix = document.querySelector('#world').getScreenCTM()
        return matrix.a > before * 2
    }""", before[2])


def test_TM_2_the_field_on_the_map_suggests_while_typing(any_size, world):
    """TM-2 offers countries below the field; Return adds the first one, and Back leads to the map."""
    open_map(any_size)
    field = any_size.get_by_role("searchbox")
    field.fill("portgal")
    expect(any_size.locator("#quick .row").first).to_contain_text("Portugal")
    field.press("Enter")
    expect(heading(any_size)).to_have_text("Portugal")
    assert world.codes() == {"PT"}
    any_size.go_back()
    expect(any_size).to_have_url(re.compile(f"{MAP}$"))


def test_TM_2_escape_closes_the_suggestions(desk, world):
    """TM-2 gives the map back when nothing is wanted."""
    open_map(desk)
    field = desk.get_by_role("searchbox")
    field.fill("port")
    expect(desk.locator("#quick .row").first).to_be_visible()
    field.press("ArrowDown")
    expect(desk.locator("#quick .row").first).to_be_focused()
    desk.keyboard.press("Escape")
    expect(desk.locator("#quick")).to_have_count(0)
    expect(field).to_be_focused()
    # Once more, and the field is empty.
    desk.keyboard.press("Escape")
    expect(field).to_have_value("")


def test_TM_1_a_map_that_is_pushed_glides_on(open_page, world):
    """TM-1 goes on after the finger has left it, as a phone's own map does, and comes to rest."""
    page = open_page(PHONE, reduced_motion="no-preference")
    open_map(page)
    x, y = middle(page)
    # All of the world has no room to glide.
    scale = view(page)[2]
    press_twice(page, x, y)
    until(page, "k => document.querySelector('#world').getScreenCTM().a > k", scale * 1.8)
    drawn(page)
    page.evaluate("addEventListener('pointerdown', event => { window.pointer = event.pointerId }, { once: true })")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=3)
    held = view(page)
    # The push is made within the page, by its own clock: a busy machine makes pauses between events.
    page.evaluate("""([x, y]) => {
        const begin = performance.now()
        const send = (type, step) => {
            const options = { bubbles: true, pointerId: window.pointer, clientX: x - step * 20, clientY: y }
            const event = new PointerEvent(type, options)
            Object.defineProperty(event, 'timeStamp', { value: begin + step * 10 })
            document.querySelector('#atlas').dispatchEvent(event)
        }
        for (let step = 1; step <= 3; step++) send('pointermove', step)
        send('pointerup', 3)
    }""", [x - 60, y])
    until(page, """before => {
        const map = document.querySelector('#atlas').getBoundingClientRect()
        const point = new DOMPoint(map.x + map.width / 2, 0)
        return point.matrixTransform(document.querySelector('#world').getScreenCTM().inverse()).x > before + 20
    }""", held[0] + 60 / held[2])
    page.mouse.up()
    drawn(page)


def test_TM_1_pins_are_at_their_places_on_paper(desk, world):
    """TM-1 on paper, which has another width, pins stand where the land below them is, and nothing floats above."""
    world.travelled()
    open_map(desk)
    desk.emulate_media(media="print")
    desk.set_viewport_size({"width": 700, "height": 990})
    drawn(desk)
    x, y = desk.locator("#pins > a").first.evaluate("""link => {
        dispatchEvent(new Event('beforeprint'))
        const box = link.querySelector('.pin, .many').getBoundingClientRect()
        const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
        const { x, y } = point.matrixTransform(document.querySelector('#world').getScreenCTM().inverse())
        return [x, y]
    }""")
    desk.evaluate("dispatchEvent(new Event('afterprint'))")
    desk.emulate_media(media="screen")
    drawn(desk)
    there = desk.locator("#pins > a").first.evaluate("""link => {
        const box = link.querySelector('.pin, .many').getBoundingClientRect()
        const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
        const { x, y } = point.matrixTransform(document.querySelector('#world').getScreenCTM().inverse())
        return [x, y]
    }""")
    assert near((x, y), there, 60)
