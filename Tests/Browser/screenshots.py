"""Takes the pictures in docs/pictures from a server of its own: script/screenshots [NAME...].

What is taken stands in one table, `PICTURES`; what a picture needs before it can be taken is a function above it.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))

from chromium import DESK, PHONE, launch_options
from kartoteka import ROOT, Server, executable
from people import MORE, PEOPLE, card, field, fill, open_sheet, rows, undo_bar

FOLDER = ROOT / "docs" / "pictures"
DEVICES = {"phone": PHONE, "desk": DESK}
ALL = ("phone-light", "phone-dark", "desk-light", "desk-dark")
BRIEF = ("phone-light", "desk-dark")


def choose_person(page: Page) -> None:
    """The third of the people found, as one who looks somebody up."""
    rows(page).nth(2).click()
    card(page).get_by_role("heading").first.wait_for()


def open_new_sheet(page: Page) -> None:
    dialog = open_sheet(page)
    fill(dialog, firstName="Zofia", lastName="Łódźka", phone="0048 42 555 0147")
    field(dialog, "Address").focus()


def delete_person(page: Page) -> None:
    choose_person(page)
    card(page).get_by_role("button", name=re.compile("^Delete")).click()
    undo_bar(page).wait_for()


def compare_two(page: Page) -> None:
    page.get_by_role("link", name=re.compile("^Compare")).first.click()
    page.get_by_role("heading", name="Merge two cards").wait_for()


def make_inventory(page: Page) -> None:
    """The fields of an application that was made of a template; made anew for each picture."""
    page.get_by_role("button", name="Inventory").click()
    page.wait_for_url(re.compile("/inventory"))
    page.goto(re.sub("(/inventory[^/?]*).*", r"\1/shape/kinds/items", page.url))


def import_northwind(data: Path) -> None:
    """Northwind's sample set, with some of what real files have: a date that is none, codes instead of numbers."""
    sample = ROOT / "Apps" / "Northwind" / "Resources" / "sample"
    with tempfile.TemporaryDirectory() as folder:
        for file in sample.glob("*.csv"):
            text = file.read_text(encoding="utf-8")
            if file.name == "orders.csv":
                text = re.sub(r"(?m)^(10260,\d+,\d+,)[^,]*", r"\g<1>2024-11-31", text)
                text = re.sub(r"(?m)^(1030\d,)(\d+)(,(?:[^,]*,){6}([A-Za-z]{3}))", lambda m: m[1] + m[4].upper() + m[3], text)
            (Path(folder) / file.name).write_text(text, encoding="utf-8")
        files = sorted(str(path) for path in Path(folder).glob("*.csv"))
        command = [str(executable()), "import", "northwind", *files, "--unresolved", "empty", "--data", str(data)]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def tick_some(page: Page) -> None:
    """Four people ticked where they stand."""
    page.get_by_role("link", name="Change several").click()
    page.locator(".tickbox").first.wait_for()
    page.wait_for_load_state()
    for place in (1, 2, 3, 5):
        page.locator(".tickbox").nth(place).click()
    page.locator("#ticked", has_text="Ticked: 4").wait_for()


def type_formula(page: Page) -> None:
    """A formula of orders, with its results in the first ones."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Size")
    dialog.locator("[name=formula]").click()
    page.keyboard.type('if(Total ≥ 1000, "large", if(Total ≥ 250, "medium", "small"))')
    dialog.locator("#result", has_text="In the first records").wait_for()


SALES = [
    ("Oak table", "paid", 640, "2026-01-14"), ("Four chairs", "paid", 480, "2026-01-30"), ("Shelf", "paid", 215, "2026-02-11"),
    ("Writing desk", "paid", 890, "2026-03-04"), ("Bench", "sent", 175, "2026-03-19"), ("Wardrobe", "sent", 1240, "2026-04-02"),
    ("Bedside tables", "open", 310, "2026-04-16"), ("Mirror frame", "open", 95, "2026-05-07"), ("Stool", "open", 60, "2026-05-21"),
]
WORKSHOP = {"version": 1, "name": "workshop", "entities": [{"name": "sale", "attributes": [
    {"name": "title", "required": True, "title": True}, {"name": "stage", "kind": "choice", "choices": ["open", "sent", "paid"]},
    {"name": "amount", "kind": "decimal", "scale": 2, "currency": "EUR"}, {"name": "day", "kind": "date"}]}]}


def make_overview(page: Page) -> None:
    """An overview of a new application that is put together of its views: as charts, a number and the first records."""
    def post(path: str, body: dict) -> None:
        answer = page.request.post(f"/api/{path}", data=body)
        assert answer.ok, answer.text()

    # For a further picture it is there.
    if not page.request.get("/api/workshop/description").ok:
        post("apps", WORKSHOP)
        for title, stage, amount, day in SALES:
            post("workshop/sales", {"title": title, "stage": stage, "amount": amount, "day": day})
        for name, layout in [("By month", "chart:month:day,sum:amount"), ("By stage", "chart:stage,sum:amount,shares")]:
            post("workshop/views", {"entity": "sales", "name": name, "layout": layout})
        page.goto("/workshop/shape")
        page.get_by_role("link", name="New overview").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name", exact=True).fill("At a glance")
        parts = [("Sales: By month", "Chart", "Sales by month"), ("Sales: By stage", "Chart", "By stage"),
                 ("Sales", "A number", "Sales"), ("Sales", "First records", "Newest")]
        for index, (view, form, title) in enumerate(parts):
            if index == 1:
                page.get_by_role("link", name="At a glance").last.click()
            if index:
                page.get_by_role("link", name="Add a part").click()
            dialog.get_by_label("View").select_option(label=view)
            dialog.get_by_label("Show as").select_option(label=form)
            dialog.get_by_label("Title").fill(title)
            dialog.get_by_role("button", name="Add", exact=True).click()
            dialog.wait_for(state="hidden")
    page.goto("/workshop/overview")
    page.get_by_role("heading", name="Sales by month").wait_for()


COUNTRIES = "PT ES FR DE PL IT IS NO SE GB US MX AR KE ZA JP VN GE MA".split()
CITIES = [
    ("Lisbon", "PT", "38.7251,-9.1498", "2011-05-02"), ("Porto", "PT", "41.1496,-8.6110", "2024-05-11"),
    ("Kraków", "PL", "50.0614,19.9366", "2019-03-30"), ("Rome", "IT", "41.8919,12.5113", "2020-01-06"),
    ("Reykjavík", "IS", "64.1355,-21.8954", "2022-07-19"), ("Kyoto", "JP", "35.0210,135.7538", "2018-04-04"),
    ("New York", "US", "40.7143,-74.0060", "2015-10-24"), ("Buenos Aires", "AR", "-34.6131,-58.3772", "2016-11-13"),
    ("Nairobi", "KE", "-1.2833,36.8167", "2017-08-01"), ("Hanoi", "VN", "21.0245,105.8412", "2018-04-20"),
    ("Tbilisi", "GE", "41.6941,44.8337", "2023-09-09"), ("Marrakesh", "MA", "31.6342,-7.9999", "2012-02-26"),
]  # Positions: GeoNames, CC BY 4.0.


def add_travels(server: Server) -> None:
    """A traveller's countries, and the cities that were the reason to go there."""
    def add(path: str, **values: str | int | None) -> int:
        _, answer = server.send("POST", f"/api/travelmap/{path}", json.dumps(values))
        return json.loads(answer)["id"]

    note = "The slow train along the Douro, on the left side, before ten."
    ids = {code: add("countries", isoCode=code, note=note if code == "PT" else None) for code in COUNTRIES}
    for name, country, position, day in CITIES:
        add("cities", name=name, country=ids[country], position=position, dateOfVisit=day)


@dataclass(frozen=True)
class Picture:
    """A screen: its address, what to do there first, the language it is shown in and the sizes and schemes it is taken
    in."""

    name: str
    path: str
    prepare: Callable[[Page], None] | None = None
    language: str = "en-GB"
    variants: tuple[str, ...] = ALL


K = f"{PEOPLE}?from=k"
PICTURES = [
    Picture("home", "/"),
    Picture("list", K),
    Picture("search", f"{PEOPLE}?search=kow"),
    Picture("record", f"{PEOPLE}?search=kow", choose_person),
    Picture("new", K, open_new_sheet),
    Picture("more", MORE),
    Picture("polish", K, language="pl", variants=BRIEF),
    Picture("russian", K, language="ru", variants=BRIEF),
    Picture("cities", "/travellers/cities?sort=name&selected=9"),
    Picture("travellers", "/travellers/travellers?sort=userName", variants=BRIEF),
    Picture("course", "/courses/courses/5"),
    Picture("students", "/courses/courses/5/students", variants=("phone-light", "phone-dark", "desk-light")),
    Picture("teachers", "/courses/teachers"),
    Picture("profile", "/courses/users/3?via=teachers", variants=BRIEF),
    Picture("northwind", "/northwind", variants=BRIEF),
    Picture("overview", "/northwind/overview"),
    Picture("orders", "/northwind/orders/11070", variants=("phone-light", "desk-light", "desk-dark")),
    Picture("order-new", "/northwind/orders/11070/edit", variants=BRIEF),
    Picture("board", "/northwind/products?layout=board:category", variants=("desk-light", "phone-dark")),
    Picture("table", "/northwind/orders?layout=table&sort=-total", variants=("desk-light", "phone-dark")),
    Picture("figures", "/northwind/orders?layout=table&group=year:orderDate&figures=sum:total,avg:total",
            variants=("desk-light", "phone-dark")),
    Picture("chart", "/northwind/orders?layout=chart:month:orderDate,sum:total", variants=("desk-light", "phone-dark")),
    Picture("pivot", "/northwind/orders?layout=chart:quarter:orderDate,sum:total,by:shipper,pivot", variants=("desk-dark", "phone-light")),
    Picture("formula", "/northwind/shape/kinds/orders/new/computed", type_formula, variants=("phone-light", "desk-light")),
    Picture("ticking", f"{PEOPLE}?search=kow", tick_some, variants=("phone-light", "desk-dark")),
    Picture("view", "/northwind/orders/view?where=orderDate:during:last-year", variants=("phone-light",)),
    Picture("several", "/northwind/orders/several", variants=("phone-dark",)),
    Picture("labels", "/northwind/customers/labels", variants=("desk-light",)),
    Picture("merge", f"{PEOPLE}/duplicates", compare_two, variants=("desk-dark",)),
    Picture("history", "/northwind/history", variants=("phone-light",)),
    Picture("import", "/northwind/import/1", variants=BRIEF),
    Picture("map", "/travelmap/map/PT", variants=("phone-light", "phone-dark")),
    Picture("world", "/travelmap/map", variants=("phone-light", "desk-light", "desk-dark")),
    Picture("country", "/travelmap/countries/1", variants=("phone-light", "desk-light", "desk-dark")),
    Picture("settings", "/travelmap/settings", variants=("phone-dark", "desk-light")),
    # The last ones, because they change what the others show.
    Picture("undo", f"{PEOPLE}?search=kow", delete_person),
    Picture("shape", "/apps/new", make_inventory, variants=BRIEF),
    Picture("parts", "/", make_overview, variants=("phone-light", "desk-light")),
]


def take(picture: Picture, variant: str, browser: Browser, origin: str) -> None:
    device, scheme = variant.split("-")
    context = browser.new_context(
        base_url=origin, color_scheme=scheme, locale=picture.language, reduced_motion="reduce", **DEVICES[device])
    page = context.new_page()
    page.goto(picture.path)
    if picture.prepare:
        picture.prepare(page)
    page.mouse.move(0, 0)
    file = FOLDER / f"{picture.name}-{variant}.png"
    save(page.screenshot(animations="disabled"), file)
    context.close()
    print(f"{file.relative_to(ROOT)}  {file.stat().st_size / 1000:.0f} kB")


def save(png: bytes, file: Path) -> None:
    """Writes the picture with a palette of 256 colours: a screen has few more, and it takes less than half the room."""
    Image.open(BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


def main(names: list[str]) -> None:
    unknown = set(names) - {each.name for each in PICTURES}
    if unknown:
        known = ", ".join(each.name for each in PICTURES)
        sys.exit(f"There is no picture named {', '.join(sorted(unknown))}. There are: {known}.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data") as server, sync_playwright() as started:
        for app in ("travellers", "courses"):
            server.send("POST", f"/api/{app}/actions/demo")
        import_northwind(server.data)
        add_travels(server)
        browser = started.chromium.launch(**launch_options())
        for picture in PICTURES:
            if not names or picture.name in names:
                for variant in picture.variants:
                    take(picture, variant, browser, server.url)
        browser.close()


main(sys.argv[1:])
