"""A list at an address that calendar programs read, as the package `icalendar` understands it."""

import json
import re
from datetime import date, datetime

from icalendar import Calendar
from playwright.sync_api import expect


def test_a_list_is_made_a_calendar_read_and_ended(clinic_server, any_size, axe):
    """The page shows the address once; the calendar follows the list; a new address and the ended one differ."""
    server, page = clinic_server, any_size

    def post(path: str, values: dict) -> int:
        status, answer = server.send("POST", f"/api/clinic/{path}", json.dumps(values))
        assert status == 201, answer
        return json.loads(answer)["id"]

    owner = post("owners", {"firstName": "Anna", "lastName": "Kowalska", "phone": "+48 601 234 567"})
    animal = post("animals", {"name": "Żółć; Burek, the \"brave\" " + "ł" * 60, "owner": owner})
    vet = post("vets", {"name": "dr Nowak"})
    post("appointments", {
        "animal": animal, "vet": vet, "starts": "2026-09-15T07:00:00Z", "minutes": 45, "reason": "Cough"})
    page.goto("/clinic/appointments/feed")
    page.get_by_role("button", name="Make an address").click()
    address = page.locator("#address").inner_text()
    path = re.search(r"/ics/kc_[\w-]{43}\.ics$", address).group()
    expect(page.get_by_role("link", name="Open in this device's calendar")).to_have_attribute(
        "href", re.compile(r"^webcal://.*\.ics$"))
    axe(page)

    def events() -> list:
        status, answer = server.get(path)
        assert status == 200
        calendar = Calendar.from_ical(answer)
        assert calendar["VERSION"] == "2.0" and calendar["X-WR-CALNAME"]
        return calendar.walk("VEVENT")

    (first,) = events()
    start = first["DTSTART"].dt
    assert isinstance(start, datetime | date) and start.isoformat().startswith("2026-09-15T07:00")
    assert first["SEQUENCE"] > 0 and first["LAST-MODIFIED"].dt == first["DTSTAMP"].dt
    status, _ = server.send("PATCH", "/api/clinic/appointments/1", json.dumps({"reason": "Fever"}))
    assert status == 200
    (second,) = events()
    assert second["UID"] == first["UID"] and second["SEQUENCE"] > first["SEQUENCE"]
    page.goto("/clinic/appointments/feed")
    expect(page.locator("body")).not_to_contain_text(path)
    page.get_by_role("button", name=re.compile("^End: ")).click()
    expect(page.get_by_role("button", name=re.compile("^End: "))).to_have_count(0)
    assert server.get(path)[0] == 404
