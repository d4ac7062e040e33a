"""What is typed into a field is taken back by the browser, and half a date is no date."""

import pytest
from playwright.sync_api import expect

from people import card, field, open_card, save

pytestmark = pytest.mark.latency(100)


def test_a_telephone_number_is_taken_back_key_by_key(desk, book):
    """The number is formatted while it is typed, and the browser's own undo leads back to what was there."""
    form = open_card(desk, book.add("Qundo", phone="+48 225 550 147"))
    phone = field(form, "Phone")
    phone.focus()
    desk.keyboard.press("Control+a")
    desk.keyboard.type("+48123456789", delay=5)
    expect(phone).to_have_value("+48 123 456 789")
    for _ in range(40):
        desk.keyboard.press("Control+z")
    expect(phone).to_have_value("+48 225 550 147")
    for _ in range(40):
        desk.keyboard.press("Control+Shift+z")
    expect(phone).to_have_value("+48 123 456 789")


def test_a_pasted_text_of_several_lines_is_taken_back(desk, book):
    """Line ends become spaces, the caret stays behind what was pasted, and undo takes it back."""
    form = open_card(desk, book.add("Qpaste", address="Rynek 1, where the old town begins, third floor"))
    address = field(form, "Address")
    address.focus()
    desk.keyboard.press("Control+Home")
    desk.evaluate("""() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', 'Line 1\\nLine 2')
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.activeElement.dispatchEvent(paste)
      }""")
    expect(address).to_have_value("Line 1 Line 2Rynek 1, where the old town begins, third floor")
    assert address.evaluate("it => it.selectionStart") == len("Line 1 Line 2")
    desk.keyboard.press("Control+z")
    expect(address).to_have_value("Rynek 1, where the old town begins, third floor")


@pytest.mark.parametrize("way", ["Control+s", "Enter"])
def test_a_date_with_one_part_deleted_is_not_saved_as_no_date(desk, empty_shop, way):
    shop = empty_shop
    employee = shop.add("employees", lastName="Qhalf", firstName="Ewa", birthDate="1969-04-12")
    desk.goto(f"/northwind/employees/{employee}")
    birth = field(card(desk), "Birth date")
    birth.focus()
    desk.keyboard.press("Backspace")
    field(card(desk), "First name").fill("Eva")
    expect(save(card(desk))).to_be_disabled()
    birth.focus()
    desk.keyboard.press(way)
    expect(card(desk).locator(".err")).to_be_visible()
    assert shop.get("employees", employee)["birthDate"] == "1969-04-12"
    birth.fill("1969-05-12")
    expect(card(desk).locator(".err")).to_have_count(0)
    save(card(desk)).click()
    expect(desk.locator("body > .undo")).to_be_visible()
    assert shop.get("employees", employee)["birthDate"] == "1969-05-12"


def test_text_that_is_pasted_with_a_picture_beside_it_is_no_picture(desk, world):
    """Spreadsheets and word processors copy both."""
    number = world.country("PL")
    desk.goto(f"/travelmap/countries/{number}")
    expect(desk.locator(".album form")).to_be_attached()
    paste = """target => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', 'a text')
        clipboardData.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'image.png', { type: 'image/png' }))
        document.querySelector(target).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }"""
    sent = []
    desk.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    desk.evaluate(paste, "article.record textarea, article.record input:not([type=hidden])")
    desk.evaluate(paste, "body")
    desk.evaluate("new Promise(done => setTimeout(done, 100))")
    assert not sent


def test_a_file_that_is_dropped_beside_its_place_leaves_the_page_alone(desk, book):
    desk.goto("/userscrud/users")
    for type in ("dragover", "drop"):
        assert desk.evaluate("""type => {
            const dataTransfer = new DataTransfer()
            dataTransfer.items.add(new File(['a'], 'a.csv'))
            const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
            return !document.querySelector('#rows').dispatchEvent(event)
          }""", type), type
