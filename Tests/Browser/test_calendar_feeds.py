"""A list at an address that calendar programs read, as the package `icalendar` and the programs `vdirsyncer` and `khal`
understand it."""

import json
import re
from datetime import date, datetime

from icalendar import Calendar
from playwright.sync_api import expect

from calendar_program import CalendarProgram


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


def test_a_program_on_another_device_shows_what_the_lists_have(clinic_server, tmp_path):
    """Moments are in the device's time zone and last as long as in the calendar, days are whole days; what is changed, deleted
    and added arrives once."""
    server = clinic_server

    def send(method: str, path: str, values: dict | None = None) -> int:
        status, answer = server.send(method, f"/api/clinic/{path}", values and json.dumps(values))
        assert status in (200, 201, 204), answer
        return json.loads(answer)["id"] if method == "POST" else 0

    def subscribe(name: str) -> None:
        status, page, _ = server.exchange(
            "POST", f"/clinic/{name}/feed", headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert status == 200, page
        device.subscribe(name, server.url + re.search(r"/ics/kc_[\w-]{43}\.ics", page.decode()).group())

    def shown() -> list[tuple[str, str, str, str, str]]:
        device.synchronize()
        return sorted(event[:5] for event in device.events("2026-09-01", "2026-11-30"))

    owner = send("POST", "owners", {"firstName": "Anna", "lastName": "Kowalska", "phone": "+48 601 234 567"})
    animal = send("POST", "animals", {"name": "Żółć; Burek, the \"brave\"", "owner": owner})
    vet = send("POST", "vets", {"name": "dr Nowak"})

    def visit(starts: str, minutes: int, reason: str) -> int:
        return send("POST", "appointments", {
            "animal": animal, "vet": vet, "starts": starts, "minutes": minutes, "reason": reason})

    late = visit("2026-09-15T22:30:00Z", 45, "Cough")
    # An hour after the end of summer time in Warsaw, within the hour that clocks show twice.
    early = visit("2026-10-25T01:30:00Z", 20, "Tail, left")
    given = send("POST", "vaccinations", {"animal": animal, "against": "Rabies", "given": "2026-09-15", "months": 12})
    device = CalendarProgram(tmp_path / "device", "Europe/Warsaw")
    subscribe("appointments")
    subscribe("vaccinations")
    name = "Żółć; Burek, the \"brave\""
    rabies = ("vaccinations", "Rabies", "2026-09-15", "2026-09-15", "True")
    tail = ("appointments", f"{name}: Tail, left", "2026-10-25 02:30", "2026-10-25 02:50", "False")
    assert shown() == [
        ("appointments", f"{name}: Cough", "2026-09-16 00:30", "2026-09-16 01:15", "False"), tail, rabies]
    events = device.events("2026-09-01", "2026-11-30")
    assert {event[-1] for event in events} == {
        f"{server.url}/clinic/{path}" for path in
        (f"appointments/{late}", f"appointments/{early}", f"vaccinations/{given}")}
    assert any("dr Nowak" in event[-2] for event in events)
    # Nothing is fetched again as something new.
    files = sorted((tmp_path / "device").glob("*/*.ics"))
    assert shown()[-1] == rabies and sorted((tmp_path / "device").glob("*/*.ics")) == files and len(files) == 3

    send("PATCH", f"appointments/{late}", {"starts": "2026-09-16T12:00:00Z", "minutes": 30})
    send("DELETE", f"appointments/{early}")
    send("PATCH", f"vaccinations/{given}", {"given": "2026-09-20"})
    visit("2026-11-02T08:00:00Z", 60, "Again")
    assert shown() == [
        ("appointments", f"{name}: Again", "2026-11-02 09:00", "2026-11-02 10:00", "False"),
        ("appointments", f"{name}: Cough", "2026-09-16 14:00", "2026-09-16 14:30", "False"),
        ("vaccinations", "Rabies", "2026-09-20", "2026-09-20", "True")]
