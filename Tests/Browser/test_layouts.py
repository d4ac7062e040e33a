"""Lists as boards, as pictures, as calendars and as maps."""

import json
import re
import struct
import urllib.request
import zlib

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import DESK, PHONE, go_back
from test_calendar import practice, warsaw  # noqa: F401

TASKS = "/diary/tasks"
BOARD = f"{TASKS}?layout=board:stage"


def picture(red: int) -> bytes:
    """A PNG of one colour."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    lines = (b"\0" + bytes([red, 120, 90]) * 40) * 30
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 40, 30, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


def send(server, method: str, path: str, values: dict) -> dict:
    status, answer = server.send(method, f"/api/diary/{path}", json.dumps(values))
    assert status < 300, answer
    return json.loads(answer) if answer else {}


def put(server, path: str, content: bytes) -> None:
    request = urllib.request.Request(f"{server.url}/api/diary/{path}", content, {"Content-Type": "image/png"}, method="PUT")
    with urllib.request.urlopen(request) as answer:
        assert answer.status < 300


def stage(server, number: int) -> str | None:
    return json.loads(server.get(f"/api/diary/tasks/{number}")[1])["stage"]


@pytest.fixture
def tasks(diary_server):
    """Four tasks: two ideas, one in work, one without a stage."""
    for title, of, due in [("Paint", "idea", "2026-09-15"), ("Sow", "idea", "2026-09-17"), ("Mow", "doing", None),
                           ("Rest", None, "2026-10-02")]:
        send(diary_server, "POST", "tasks", {"title": title, "stage": of, "due": due})
    return diary_server


def lane(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=re.compile(f"^{name} "))


@pytest.mark.both
def test_a_board_is_chosen_and_a_card_is_moved_by_its_menu(tasks, each_size, axe):
    """The columns have counts and colours; the move is undone; the board stays in the address."""
    page = each_size
    page.goto(f"{TASKS}/view")
    page.get_by_label("Show as").select_option(label="Board by Stage")
    page.get_by_role("button", name="Done").click()
    for name in ("Idea 2", "In work 1", "Done 0", "Empty 1"):
        expect(page.get_by_role("region", name=name, exact=True)).to_have_count(1)
    expect(page.locator(".lane.care")).to_contain_text("Mow")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    axe(page)
    page.get_by_role("link", name="Move Sow").click()
    axe(page)
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(lane(page, "Done")).to_contain_text("Sow")
    assert stage(tasks, 2) == "done"
    expect(page).to_have_url(re.compile("layout=board"))
    page.locator("body > .undo").get_by_role("button", name="Undo").click()
    expect(lane(page, "Idea")).to_contain_text("Sow")
    lane(page, "Idea").get_by_role("link", name="Paint").first.click()
    expect(page.locator("article.record")).to_be_visible()


def test_a_board_works_without_scripts(tasks, plain):
    plain.goto(BOARD)
    plain.get_by_role("link", name="Move Rest").click()
    plain.get_by_role("dialog").get_by_role("button", name="In work").click()
    expect(lane(plain, "In work")).to_contain_text("Rest")
    assert stage(tasks, 4) == "doing"
    # A new card begins in its column.
    lane(plain, "Done").get_by_role("link", name="New task, Done").click()
    plain.get_by_label("Title").fill("Sleep")
    plain.get_by_role("button", name="Save").click()
    expect(lane(plain, "Done")).to_contain_text("Sleep")


def test_a_card_is_dragged_and_moved_by_keys_and_others_see_it(tasks, open_page):
    page, other = open_page(DESK), open_page(PHONE)
    other.goto(BOARD)
    page.goto(BOARD)
    card, target = page.locator("[data-id='1']"), lane(page, "In work")
    box, to = card.bounding_box(), target.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 20, steps=3)
    page.mouse.move(to["x"] + 30, to["y"] + 60, steps=5)
    page.mouse.up()
    expect(lane(page, "In work")).to_contain_text("Paint")
    expect(lane(other, "In work")).to_contain_text("Paint")
    assert stage(tasks, 1) == "doing"
    expect(page.locator("[data-id='1'] .row")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    expect(lane(page, "Done")).to_contain_text("Paint")
    expect(page.locator("[data-id='1'] .row")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-id='3'] .row")).to_be_focused()
    assert stage(tasks, 1) == "done"


def test_a_board_shows_why_a_move_is_refused(practice, open_page, axe, watch):  # noqa: F811
    """A vet has one appointment at a time. The card stays where it was."""
    watch.allow("status of 409")
    watch.allow("status of 422")
    page = open_page(DESK)
    page.goto("/clinic/appointments?layout=board:vet")
    page.locator("[data-id='2'] .row").focus()
    step = "ArrowLeft" if lane(page, "dr Nowak").bounding_box()["x"] < lane(page, "dr Lis").bounding_box()["x"] else "ArrowRight"
    page.keyboard.press(f"Shift+{step}")
    expect(page.get_by_role("alert")).to_contain_text("The vet has another appointment then")
    expect(lane(page, "dr Lis").locator("[data-id='2']")).to_be_visible()
    axe(page)


def test_a_column_of_very_many_cards_shows_the_first_ones(tasks, any_size):
    send(tasks, "POST", "batch", {"operations": [
        {"create": "tasks", "values": {"title": f"Weed {number:03}", "stage": "idea"}} for number in range(60)]})
    page = any_size
    page.goto(BOARD)
    expect(lane(page, "Idea").locator("li")).to_have_count(50)
    lane(page, "Idea").get_by_role("link", name="12 more").click()
    expect(page.locator(".chip")).to_contain_text("Stage: Idea")
    expect(page.locator("#count")).to_contain_text("62 tasks")


def test_pictures_are_shown_as_a_gallery(tasks, each_size, axe):
    put(tasks, "tasks/1/photo", picture(200))
    page = each_size
    page.goto(f"{TASKS}/view")
    page.get_by_label("Show as").select_option(label="Gallery: Photo")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".tiles .row")).to_have_count(4)
    expect(page.locator(".tiles img")).to_have_count(1)
    expect(page.locator(".tiles img").first).to_have_js_property("naturalWidth", 40)
    # A card without a picture has a placeholder of the same height.
    tops = [page.locator(".tiles .t").nth(place).evaluate("it => it.offsetTop") for place in (0, 1)]
    assert abs(tops[0] - tops[1]) <= 1
    axe(page)
    page.get_by_role("link", name="Paint").click()
    expect(page.locator("article.record")).to_be_visible()


def test_a_list_is_a_calendar_that_keeps_its_filter(tasks, each_size, axe):
    page = each_size
    page.goto(f"{TASKS}?where=stage:in:idea&layout=calendar:due&day=2026-09-01")
    expect(page.locator("#period")).to_have_text("September 2026")
    expect(page.locator("[data-day='2026-09-15']")).to_contain_text("15")
    axe(page)
    page.get_by_role("link", name="Next month").click()
    expect(page.locator("#period")).to_have_text("October 2026")
    expect(page.locator(".events li, .month li")).to_have_count(0)
    expect(page.locator(".chip")).to_contain_text("Stage: Idea")
    page.get_by_role("link", name="Previous month").click()
    page.get_by_role("link", name="Week", exact=True).click()
    expect(page).to_have_url(re.compile("calendar%3Adue%3Aweek|calendar:due:week"))
    page.get_by_role("link", name="View", exact=True).click()
    page.get_by_label("Name of the view").fill("Ideas by week")
    page.get_by_role("button", name="Keep the view").click()
    page.goto(f"{TASKS}/view")
    page.get_by_role("link", name="Ideas by week", exact=True).click()
    expect(page.locator(".views [aria-current]")).to_have_text("Week")


@pytest.mark.nightly
def test_a_lists_calendar_moves_records(tasks, desk):
    page = desk
    page.goto(f"{TASKS}?layout=calendar:due&day=2026-09-15")
    page.locator("[data-id='1'] a").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-day='2026-09-16'] [data-id='1']")).to_be_visible()
    page.locator("body > .undo").get_by_role("button", name="Undo").click()
    expect(page.locator("[data-day='2026-09-15'] [data-id='1']")).to_be_visible()
    # A card leads back to the calendar at its day.
    page.locator("[data-id='2'] a").click()
    page.locator(".list").get_by_role("link", name="Calendar by Due").click()
    expect(page).to_have_url(re.compile("layout=calendar"))


def test_a_list_is_a_map_that_keeps_its_filter(world, each_size, axe):
    """Pins and bubbles are pressed, the card leads to the record, and the record back to the map."""
    ids = world.travelled()
    page = each_size
    page.goto("/travelmap/cities/view")
    page.get_by_label("Show as").select_option(label="Map: Position")
    page.get_by_role("button", name="Done").click()
    expect(page).to_have_url(re.compile("layout=map"))
    expect(page.locator("#atlas.live")).to_be_visible()
    axe(page)
    page.goto(f"/travelmap/cities?where=country:in:{ids['PT']}&layout=map:position")
    expect(page.locator("#world")).to_have_accessible_name("World map, 2 cities")
    page.get_by_role("link", name="Porto", exact=True).click()
    expect(page.locator("#pt")).to_have_text("Porto")
    axe(page)
    page.get_by_role("link", name="Close", exact=True).click()
    expect(page.locator("#pt")).to_have_count(0)
    expect(page).to_have_url(re.compile("where=country"))
    page.get_by_role("link", name="Porto", exact=True).click()
    page.get_by_role("link", name="Open", exact=True).click()
    expect(page.locator("article.record")).to_contain_text("Porto")
    go_back(page)
    expect(page.locator("#pt")).to_have_text("Porto")


@pytest.mark.latency(400)
def test_control_z_takes_back_the_move_that_is_on_its_way(tasks, desk):
    """And not the one before, which the bar is about until the answer comes."""
    desk.goto(BOARD)
    desk.locator("[data-id='1'] .row").focus()
    desk.keyboard.press("Shift+ArrowRight")
    expect(desk.locator("body > .undo")).to_contain_text("Paint")
    desk.locator("[data-id='2'] .row").focus()
    desk.keyboard.press("Shift+ArrowRight")
    desk.keyboard.press("Control+z")
    expect(desk.locator("body > .undo .redoes")).to_be_attached()
    expect(lane(desk, "Idea")).to_contain_text("Sow")
    assert [stage(tasks, number) for number in (1, 2)] == ["doing", "idea"]
