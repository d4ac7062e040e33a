"""UC-8: the field in use is never covered by a telephone's keyboard.

The keyboard makes the page shorter (`interactive-widget=resizes-content`, and Safari scrolls the visual viewport): a
short window stands for it.
"""

from playwright.sync_api import Locator, Page, expect

from people import FIELDS, PEOPLE, field, open_card, sheet

OPEN_KEYBOARD = {"width": 390, "height": 400}


def expect_uncovered(page: Page, control: Locator) -> None:
    """The control is within the visible part of the page and nothing lies over it."""
    expect(control).to_be_in_viewport(ratio=1)
    control.evaluate("""field => new Promise((resolve, reject) => {
        const deadline = performance.now() + 5000
        const look = () => {
            const box = field.getBoundingClientRect()
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
            const edges = [[box.left + 1, y], [box.right - 1, y], [x, box.top + 1], [x, box.bottom - 1]]
            const over = edges.map(([x, y]) => document.elementFromPoint(x, y)).filter(it => it !== field)
            if (!over.length) return resolve()
            if (performance.now() > deadline) return reject(new Error(
                `covered by ${over.map(it => it && it.outerHTML.slice(0, 90))}`))
            requestAnimationFrame(look)
        }
        look()
    })""")


def expect_uncovered_by_keyboard(page: Page, form: Locator) -> None:
    """Each field stays in view when it is touched and the keyboard rises."""
    whole = page.viewport_size
    for label in FIELDS:
        page.set_viewport_size(whole)
        field(form, label).tap()
        page.set_viewport_size(OPEN_KEYBOARD)
        expect_uncovered(page, field(form, label))


def test_UC_8_the_keyboard_rises_over_the_sheet(phone):
    """UC-8 keeps the field of a new person's sheet in view when the keyboard rises below it."""
    phone.goto(f"{PEOPLE}/new")
    expect_uncovered_by_keyboard(phone, sheet(phone))


def test_UC_8_the_keyboard_rises_over_the_card(phone, book):
    """UC-8 keeps the field of a person's card in view when the keyboard rises below it."""
    expect_uncovered_by_keyboard(phone, open_card(phone, book.add("Zzyzx")))


def test_UC_8_going_from_field_to_field_keeps_each_in_view(phone, book):
    """UC-8 keeps the field in view that the keyboard's "next" leads to, forwards and backwards."""
    phone.set_viewport_size(OPEN_KEYBOARD)
    phone.goto(f"{PEOPLE}/new")
    for key in ("Tab", "Shift+Tab"):
        for label in FIELDS if key == "Tab" else reversed(FIELDS):
            control = field(sheet(phone), label)
            expect(control).to_be_focused()
            expect_uncovered(phone, control)
            if label != ("Address" if key == "Tab" else "First name"):
                phone.keyboard.press(key)


def test_UC_8_save_and_cancel_stay_in_reach_above_the_keyboard(phone, book):
    """UC-8 keeps Save and the way back in view while one types."""
    phone.set_viewport_size(OPEN_KEYBOARD)
    phone.goto(f"{PEOPLE}/new")
    field(sheet(phone), "Address").tap()
    for name, role in [("Cancel", "link"), ("Save", "button")]:
        expect(sheet(phone).get_by_role(role, name=name, exact=True)).to_be_in_viewport(ratio=1)
    form = open_card(phone, book.add("Zzyzx"))
    field(form, "Address").tap()
    expect(form.get_by_role("link", name="People")).to_be_in_viewport(ratio=1)
    expect(form.get_by_role("button", name="Save", exact=True)).to_be_in_viewport(ratio=1)
