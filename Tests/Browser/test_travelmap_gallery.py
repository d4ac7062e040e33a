"""The travel map: a country's own pictures (TM-7)."""

import re

import pytest
from playwright.sync_api import expect

from chromium import PHONE, go_back, until
from readiness import act_at_once
from test_northwind_pictures import file, png
from test_weight import LIMIT, sent

COUNTRIES = "/travelmap/countries"


@pytest.fixture
def portugal(world):
    """The address of a country's page."""
    return f"{COUNTRIES}/{world.country('PT')}"


def tiles(page):
    return page.locator(".pics img")


def choose(page, *files: dict) -> None:
    page.locator(".album [type=file]").set_input_files(list(files))


def bring(page, *files: dict) -> None:
    """Adds pictures and waits until they stand there."""
    before = tiles(page).count()
    choose(page, *files)
    expect(tiles(page)).to_have_count(before + len(files))


def drop(page, selector: str, *names: str) -> None:
    """Lets files go over an element, as from a folder: small pictures, and text where the name says so."""
    contents = [[name, list(b"no picture" if name.endswith("txt") else png(30, 20))] for name in names]
    page.evaluate(
        """([selector, files]) => {
          const dataTransfer = new DataTransfer()
          for (const [name, bytes] of files) dataTransfer.items.add(new File([new Uint8Array(bytes)], name))
          for (const type of ['dragover', 'drop']) {
            document.querySelector(selector).dispatchEvent(
              new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
          }
        }""", [selector, contents])


def test_TM_7_pictures_are_added_and_taken_back_in_one_step(each_size, world, portugal, axe):
    """TM-7 the outline stands there first; several pictures come at once, and undo takes them back at once."""
    page = each_size
    page.goto(portugal)
    expect(page.get_by_role("img", name="Outline of Portugal")).to_be_visible()
    axe(page)
    bring(page, file("a.png", png(40, 30)), file("b.png", png(30, 40)))
    expect(tiles(page).first).not_to_have_js_property("naturalWidth", 0)
    expect(page.locator(".undo")).to_contain_text("Added 2 pictures")
    expect(page.locator("#s-pictures .num")).to_have_text("2")
    axe(page)
    page.get_by_role("button", name="Undo").click()
    expect(tiles(page)).to_have_count(0)
    expect(page.locator("#s-pictures .num")).to_have_text("0")


def test_TM_7_a_picture_is_looked_at_large_by_keys_and_deleted(desk, world, portugal, axe, watch):
    # While it is deleted, its page may ask for what is changed.
    watch.allow("status of 404")
    desk.goto(portugal)
    bring(desk, file("a.png", png(40, 30)), file("b.png", png(30, 40)), file("c.png", png(50, 50)))
    tiles(desk).nth(1).click()
    expect(desk.get_by_role("heading", name="Picture 2 of 3")).to_be_attached()
    expect(desk.get_by_role("img", name="Portugal, picture 2")).to_have_js_property("naturalWidth", 30)
    axe(desk)
    desk.keyboard.press("ArrowRight")
    expect(desk.get_by_role("heading", name="Picture 3 of 3")).to_be_attached()
    desk.keyboard.press("ArrowLeft")
    expect(desk.get_by_role("heading", name="Picture 2 of 3")).to_be_attached()
    desk.get_by_role("link", name="Next picture").click()
    expect(desk.get_by_role("link", name="Next picture")).to_have_count(0)
    desk.get_by_role("button", name="Delete Picture 3 of 3").click()
    expect(tiles(desk)).to_have_count(2)
    desk.get_by_role("button", name="Undo").click()
    expect(tiles(desk)).to_have_count(3)
    tiles(desk).first.click()
    expect(desk.get_by_role("heading", name="Picture 1 of 3")).to_be_attached()
    desk.keyboard.press("Escape")
    expect(desk).to_have_url(re.compile(portugal))


def test_TM_7_each_file_that_is_none_is_named_and_the_others_are_kept(each_size, world, portugal, axe, watch):
    """TM-7 what is no picture, and what would exhaust a browser, is refused by name; the words stay."""
    watch.allow("status of 422")
    page = each_size
    page.goto(portugal)
    bomb = bytearray(png(1, 1))
    bomb[16:24] = (200_000).to_bytes(4) * 2
    choose(page, file("notes.txt", b"no picture"), file("a.png", png(40, 30)), file("bomb.png", bytes(bomb)))
    expect(tiles(page)).to_have_count(1)
    errors = page.locator(".album .err")
    expect(errors).to_have_text([
        re.compile("^notes.txt: This is no picture"), re.compile("^bomb.png: This picture has too many pixels")])
    axe(page)
    # News from elsewhere leaves them there.
    number = world.list("countries")[0]["id"]
    world.city("Lisbon", number, "38.7167,-9.1333")
    expect(page.get_by_role("link", name="Lisbon")).to_be_visible()
    expect(errors).to_have_count(2)
    bring(page, file("b.png", png(20, 20)))
    expect(errors).to_have_count(0)


def test_TM_7_a_picture_that_is_too_large_is_not_even_sent(phone, world, portugal, tmp_path):
    large = tmp_path / "large.png"
    with large.open("wb") as handle:
        handle.truncate(50_000_001)
    small = tmp_path / "small.png"
    small.write_bytes(png(20, 20))
    phone.goto(portugal)
    sent = []
    phone.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    phone.locator(".album [type=file]").set_input_files([large])
    expect(phone.locator(".album .err")).to_have_text("large.png: A picture can have at most 50 MB")
    assert sent == []
    phone.locator(".album [type=file]").set_input_files([large, small])
    expect(tiles(phone)).to_have_count(1)
    expect(phone.locator(".album .err")).to_have_text("large.png: A picture can have at most 50 MB")


def test_TM_7_pictures_are_dropped_and_pasted(desk, world, portugal, watch):
    watch.allow("status of 422")
    desk.goto(portugal)
    expect(desk.get_by_text("or drop them here")).to_be_visible()
    drop(desk, ".record h1", "a.png", "notes.txt")
    expect(tiles(desk)).to_have_count(1)
    expect(desk.locator(".album .err")).to_contain_text("notes.txt")
    desk.evaluate(
        """bytes => {
          const clipboardData = new DataTransfer()
          clipboardData.items.add(new File([new Uint8Array(bytes)], 'copied.png'))
          document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
        }""", list(png(10, 10)))
    expect(tiles(desk)).to_have_count(2)


def test_TM_7_adding_and_looking_work_without_scripts(open_page, world, portugal, watch):
    watch.allow("status of 422")
    page = open_page(PHONE, java_script_enabled=False)
    page.goto(portugal)
    page.locator(".album [type=file]").set_input_files([file("a.png", png(40, 30)), file("b.png", b"no picture")])
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".album .err")).to_contain_text("b.png: This is no picture")
    expect(tiles(page)).to_have_count(1)
    tiles(page).first.click()
    expect(page.get_by_role("heading", name="Picture 1 of 1")).to_be_attached()
    page.get_by_role("button", name="Delete Picture 1 of 1").click()
    expect(tiles(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(tiles(page)).to_have_count(1)


def test_TM_7_credits_lead_to_where_a_picture_is_from(phone, world, portugal, axe):
    phone.goto(portugal)
    bring(phone, file("a.png", png(40, 30)))
    number = world.list("pictures")[0]["id"]
    response = phone.context.request.patch(
        f"/api/travelmap/pictures/{number}",
        data={"author": "Joana Costa", "sourceLink": "https://www.pexels.com/photo/1"})
    assert response.ok, response.text()
    credit = phone.get_by_role("link", name="Joana Costa · pexels.com")
    expect(credit).to_have_attribute("href", "https://www.pexels.com/photo/1")
    expect(credit).to_have_attribute("rel", "external")
    axe(phone)


def test_TM_7_a_picture_that_comes_elsewhere_shows_here(open_page, world, portugal):
    """TM-11 the gallery follows the data."""
    one, other = open_page(PHONE), open_page(PHONE)
    one.goto(portugal)
    other.goto(portugal)
    bring(one, file("a.png", png(40, 30)))
    expect(tiles(other)).to_have_count(1)


def test_TM_7_a_page_of_many_pictures_is_light_and_shows_all_when_asked(open_page, world, portugal):
    for code in "FR DE ES IT PL GB IE NO SE FI DK NL BE CH AT CZ".split():
        world.country(code)
    number = world.list("countries")[0]["id"]
    for name in "Lisbon Porto Faro Braga Evora Coimbra Setubal Aveiro Sintra".split():
        world.city(name, number, "38.7,-9.1", "2024-05-12")
    page = open_page(PHONE)
    page.goto(portugal)
    choose(page, *(file(f"{number}.png", png(8, 6 + number)) for number in range(14)))
    expect(page.locator("#s-pictures .num")).to_have_text("14")
    for picture in world.list("pictures"):
        page.context.request.patch(
            f"/api/travelmap/pictures/{picture['id']}",
            data={"author": "Joana Costa", "sourceLink": "https://www.pexels.com/photo/12345678"})
    fresh = open_page(PHONE)
    sizes = []
    fresh.on("response", lambda answer: answer.request.resource_type in ("document", "stylesheet", "script")
             and sizes.append(answer))
    fresh.goto(portugal)
    assert {each.request.resource_type for each in sizes} == {"document", "stylesheet", "script"}
    weights = {each.url: sent(each) for each in sizes}
    assert sum(weights.values()) < LIMIT, weights
    expect(tiles(fresh)).to_have_count(10)
    fresh.get_by_role("link", name="Show all 14").click()
    expect(tiles(fresh)).to_have_count(14)


def swipe(page, way: int) -> None:
    """Moves a finger over the picture: to the left for a negative way."""
    box = page.locator(".large > img").bounding_box()
    x, y = page.viewport_size["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for step in range(6):
        kind = "touchStart" if step == 0 else "touchMove"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + way * step / 5, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_TM_7_a_finger_swipes_from_one_picture_to_the_next(phone, world, portugal, axe):
    phone.goto(portugal)
    bring(phone, *(file(f"{number}.png", png(300, 200 + number)) for number in range(3)))
    tiles(phone).first.click()
    heading = phone.locator("#rt")
    expect(heading).to_have_text("Picture 1 of 3")
    swipe(phone, -200)
    expect(heading).to_have_text("Picture 2 of 3")
    expect(phone.locator(".large > img")).to_have_js_property("naturalHeight", 201)
    swipe(phone, -200)
    expect(heading).to_have_text("Picture 3 of 3")
    swipe(phone, -200)
    swipe(phone, 200)
    expect(heading).to_have_text("Picture 2 of 3")
    axe(phone)
    phone.reload()
    expect(heading).to_have_text("Picture 2 of 3")
    go_back(phone)
    expect(phone).to_have_url(re.compile(portugal))


def test_TM_7_lists_load_thumbnails_that_the_browser_made(desk, world, portugal):
    desk.goto(portugal)
    large = png(1600, 1200, more=300_000)
    bring(desk, file("large.png", large), file("small.png", png(40, 30)))
    first, second = world.list("pictures")
    assert second["thumbnail"] is None
    sizes = [len(desk.context.request.get(first[name]).body()) for name in ("thumbnail", "image")]
    assert sizes[0] < 30_000 and sizes[1] == len(large)
    expect(tiles(desk).first).to_have_js_property("naturalWidth", 640)
    tiles(desk).first.click()
    expect(desk.locator(".large > img")).to_have_js_property("naturalWidth", 1600)


def test_pictures_that_are_chosen_before_their_script_is_loaded_are_sent(desk, world, portugal):
    """What is chosen as soon as the page is seen counts."""
    held = []
    act_at_once(desk)
    desk.route(re.compile(r"/pictures\.[^/]*\.js$"), lambda route: held.append(route))
    desk.goto(portugal)
    choose(desk, file("a.png", png(40, 30)))
    until(desk, lambda: held)
    held[0].continue_()
    expect(tiles(desk)).to_have_count(1)


@pytest.mark.latency(400)
def test_a_picture_stays_with_its_record_while_another_one_is_opened(desk, world, portugal):
    """What is chosen while others are sent follows them."""
    spain = f"{COUNTRIES}/{world.country('ES')}"
    desk.goto(portugal)
    choose(desk, file("a.png", png(40, 30)))
    expect(tiles(desk)).to_have_count(1)
    choose(desk, file("b.png", png(30, 40)))
    choose(desk, file("c.png", png(45, 40)))
    expect(tiles(desk)).to_have_count(3)
    with desk.expect_response(lambda response: response.request.method == "POST"):
        choose(desk, file("d.png", png(50, 40)))
        desk.locator(f"#rows .row[href^='{spain}']").click()
        expect(desk).to_have_url(re.compile(spain))
    expect(desk.locator(".undo")).to_contain_text("Picture")
    expect(desk.locator(".album form")).to_have_attribute("action", re.compile(spain))
    expect(tiles(desk)).to_have_count(0)
    desk.goto(portugal)
    expect(tiles(desk)).to_have_count(4)
