"""Fields of half a line: side by side in wide windows, and never on a phone."""

import re

from playwright.sync_api import expect

from test_shape import add, begin, description, sheet


def boxes(page, prefix: str) -> list:
    return [page.locator(f"[id='{prefix}-{name}']").bounding_box() for name in ("code", "shelf")]


def test_two_fields_stand_side_by_side_at_a_desk_and_one_below_the_other_elsewhere(desk, fresh_server, axe):
    begin(desk, "Empty")
    for name in ("Code", "Shelf"):
        desk.goto("/records/shape/kinds/records")
        desk.get_by_role("link", name="Text", exact=True).click()
        dialog = sheet(desk)
        dialog.get_by_label("Name", exact=True).fill(name)
        dialog.get_by_text("More", exact=True).click()
        dialog.get_by_label("Half a line at a desk, beside the next field").check()
        dialog.get_by_role("button", name="Add", exact=True).click()
        expect(desk.get_by_role("link", name=re.compile(f"^{name}")).first).to_contain_text("half a line in forms")
    fields = description(fresh_server, "records")["entities"][0]["attributes"]
    assert [field.get("width") for field in fields] == [None, None, "half", "half"]
    add(
        desk,
        fresh_server,
        "records/records",
        {"name": "Chair", "code": "12", "shelf": "A very long name of a shelf " * 4},
    )
    for path, prefix in (("/records/records/1", "f"), ("/records/records/new", "n")):
        desk.set_viewport_size({"width": 1280, "height": 900})
        desk.goto(path)
        code, shelf = boxes(desk, prefix)
        assert code["y"] == shelf["y"] and code["x"] + code["width"] < shelf["x"], path
        axe(desk)
        for width in (1000, 390):
            desk.set_viewport_size({"width": width, "height": 844})
            code, shelf = boxes(desk, prefix)
            assert code["x"] == shelf["x"] and code["y"] < shelf["y"], (path, width)
            shown = desk.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert shown[0] <= shown[1], (path, width)
