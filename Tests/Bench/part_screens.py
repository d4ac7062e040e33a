"""What somebody who presses and types waits for: from the press to the paint, in Chromium, at several latencies.

The times are those of the browser: from the event's own time stamp to the paint of the frame that has what was asked for,
and to the paint of the first sign that something was pressed. A press of the mouse lasts 60 ms; its effect is counted from its
end, as the browser's own figures are (Event Timing), and its sign from its begin. screens.js measures them in the page.
"""

import argparse
import functools
import json
import statistics
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from people import API, PEOPLE, complete_index, import_people, make_people
from tools import say

from kartoteka import ROOT, Server

LATENCIES = (0, 100, 400)
DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
ORDERS = "/northwind/orders"
# How often each is measured.
TIMES = 24
# The most at 0 ms in the middle, in milliseconds.
GOALS = {"a letter in the search": 80, "sort": 100, "save": 100, "undo": 100, "open a record": 40}
SIGN = 50
# How long the button is down, in milliseconds: people take 60 to 100.
HELD = 60


class Screen:
    """A page that is measured."""

    def __init__(self, page, latency: int):
        self.page, self.latency = page, latency
        self.times: dict[str, list[dict]] = {}

    def press(self, what: str, act: Callable[[], object], condition: str, argument: object = None) -> None:
        """Does something that is a press or a key, and notes how long its effect takes."""
        self.page.evaluate("([name, argument]) => watch.arm(name, argument)", [condition, argument])
        act()
        handle = self.page.wait_for_function("window.watch?.result()", timeout=30_000)
        self.times.setdefault(what, []).append(handle.json_value())

    def open(self, path: str) -> None:
        self.page.goto(path, wait_until="load")

    def rest(self, milliseconds: int = 250) -> None:
        """Lets what follows by itself come to an end, so that it is not measured with the next press."""
        self.page.wait_for_timeout(milliseconds + self.latency)


def screens(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("The part screens needs Playwright: script/bootstrap --tests")
    sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
    from chromium import launch_options, slow_down

    data = make_data(options.people, folder)
    with Server(data) as server, sync_playwright() as playwright:
        load_sample(server)
        browser = playwright.chromium.launch(**launch_options())

        def open_page(device: dict, latency: int):
            # The emulated network is not that of the worker's requests.
            context = browser.new_context(base_url=server.url, service_workers="block", bypass_csp=True, locale="en-GB", **device)
            context.add_init_script(path=Path(__file__).with_name("screens.js"))
            page = context.new_page()
            page.goto("/")
            if latency:
                slow_down(page, latency)
            return page

        for latency in LATENCIES:
            screen = Screen(open_page(DESK, latency), latency)
            for work in (opening, searching, sorting, filtering, saving, cells, lines):
                say(f"Measuring: {work.__name__} at {latency} ms")
                work(screen, server)
            screen.page.context.close()
            phone = Screen(open_page(PHONE, latency), latency)
            opening(phone, server, " on a phone")
            phone.page.context.close()
            yield from told({**screen.times, **phone.times}, latency)
        yield from swallowed(open_page(DESK, 0))
        yield from elsewhere(open_page(DESK, 0), server)
        yield from memory_of_navigations(open_page(DESK, 0))
        browser.close()


def make_data(count: int, folder: Path) -> Path:
    file, data = folder / "screens.csv", folder / "screens"
    make_people(count, file)
    import_people(file, data, count)
    complete_index(data)
    return data


def load_sample(server: Server) -> None:
    """Northwind's products and orders."""
    request = urllib.request.Request(server.url + "/northwind/import/sample", data=b"", method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()
    for _ in range(600):
        status, answer = server.get("/api/northwind/orders?limit=1")
        if status == 200 and json.loads(answer)["items"]:
            return
        time.sleep(0.1)
    sys.exit("Northwind's sample data was not loaded")


def told(times: dict[str, list[dict]], latency: int) -> Iterator[list[str]]:
    for what, found in times.items():
        total, sign, event = ([each[name] for each in found] for name in ("total", "sign", "event"))
        goal = GOALS.get(what) if latency == 0 else None
        yield [f"{what}, {latency} ms", f"{both(total)} ms", f"sign {both(sign)}, event {both(event)} ms",
               f"{f'≤ {goal} ms, ' if goal else ''}sign ≤ {SIGN} ms"]


def both(times: list[float]) -> str:
    """p50 and p95."""
    return f"{statistics.median(times):.0f}, {statistics.quantiles(times, n=20, method='inclusive')[-1]:.0f}"


# The presses

def opening(screen: Screen, _: Server, where: str = "") -> None:
    for number in range(TIMES):
        if where or number == 0:
            screen.open(PEOPLE)
            screen.rest()
        row = screen.page.locator("#rows a.row").nth(number + 1)
        row.scroll_into_view_if_needed()
        id = row.get_attribute("href").split("?")[0].rsplit("/", 1)[1]
        screen.press("open a record" + where, row.tap if where else functools.partial(row.click, delay=HELD), "opened", id)
        screen.rest(50)


def searching(screen: Screen, _: Server) -> None:
    for word in ("kowals", "smith", "garcia", "anna", "oak"):
        screen.open(PEOPLE)
        screen.page.locator("#q").focus()
        screen.rest()
        for end in range(1, len(word) + 1):
            type_letter = functools.partial(screen.page.keyboard.press, word[end - 1])
            screen.press("a letter in the search", type_letter, "found", word[:end])
            screen.rest(20)


def sorting(screen: Screen, _: Server) -> None:
    screen.open(f"{PEOPLE}?layout=table")
    for _ in range(TIMES // 3):
        for column in range(3):
            screen.rest()
            link = screen.page.locator("thead a").nth(column)
            href = link.get_attribute("href")
            sort = href.split("sort=")[1].split("&")[0]
            screen.press("sort", functools.partial(link.click, delay=HELD), "sorted", sort)


def filtering(screen: Screen, _: Server) -> None:
    for number in range(TIMES):
        screen.open(ORDERS)
        link = screen.page.locator(".facets a[href*=where]").nth(number % 6)
        link.wait_for()
        screen.rest()
        search = "?" + link.evaluate("it => it.href").split("?")[1]
        screen.press("a filter", functools.partial(link.click, delay=HELD), "filtered", search)


def saving(screen: Screen, server: Server) -> None:
    id = json.loads(server.get(f"{API}?limit=1&sort=-id")[1])["items"][0]["id"]
    screen.open(f"{PEOPLE}/{id}")
    for number in range(TIMES):
        screen.rest()
        field, save = screen.page.locator("#f-address"), screen.page.locator("article.record .bar .main")
        before = field.input_value()
        field.fill(f"Rynek {screen.latency} {number}")
        screen.rest(50)
        screen.press("save", functools.partial(save.click, delay=HELD), "saved", f"Rynek {screen.latency} {number}")
        screen.rest()
        screen.page.evaluate("document.activeElement.blur()")
        screen.press("undo", lambda: screen.page.keyboard.press("Control+z"), "undone", before)


def cells(screen: Screen, _: Server) -> None:
    screen.open(f"{PEOPLE}?layout=table")
    screen.rest()
    field = "td[data-field=address]"
    for number in range(TIMES):
        row = screen.page.locator("tbody tr[data-id]").nth(number)
        below = screen.page.locator("tbody tr[data-id]").nth(number + 1).get_attribute("data-id")
        row.locator(field).click()
        screen.press("a letter in a cell", lambda: screen.page.keyboard.press("x"), "typed", "x")
        screen.page.keyboard.type("yz")
        screen.press("Return in a cell", lambda: screen.page.keyboard.press("Enter"), "moved", below)
        screen.rest(100)


def lines(screen: Screen, server: Server) -> None:
    products = json.loads(server.get("/api/northwind/products?limit=200&sort=name")[1])["items"]
    products = [each for each in products if not each["discontinued"]]
    screen.open(ORDERS + "/new")
    screen.rest()
    number = 0
    for product in products:
        screen.page.locator("#item").fill(product["name"])
        screen.page.locator("#found button").first.wait_for()
        screen.rest(100)
        # One that is found for another name would be the line that is there.
        if number == TIMES or screen.page.locator("#found button .t").first.inner_text() != product["name"]:
            continue
        number += 1
        screen.press("a line of an order", lambda: screen.page.keyboard.press("Enter"), "lines", number)
        screen.page.wait_for_function("!document.querySelector('#lines .new')")
        screen.rest(100)
    screen.page.evaluate("localStorage.clear()")


# What a page costs besides

def swallowed(page) -> Iterator[list[str]]:
    """Presses on a page that has just been painted for the first time, while it moves into its place. Chromium itself drops
    those between the request for a page and its first paint."""
    say("Measuring: presses on a page that has just come")
    page.context.add_init_script("""
      addEventListener('pointerdown', event => {
        if (event.target != document.documentElement) sessionStorage.got = Number(sessionStorage.got ?? 0) + 1
      }, true)""")
    page.goto(PEOPLE)
    sent = got = 0
    for number in range(10):
        page.wait_for_timeout(400)
        path, place = (("/more", 2), ("/users", 1))[number % 2]
        page.mouse.click(*centre(page, f".tabs li:nth-child({place}) a"))
        page.wait_for_function(
            "path => location.pathname.endsWith(path) && performance.getEntriesByType('paint').length", arg=path)
        page.evaluate("sessionStorage.got = 0")
        for _ in range(8):
            page.mouse.click(1100, 700)
            sent += 1
        got += int(page.evaluate("sessionStorage.got"))
    page.context.close()
    yield [f"of {sent} presses on a page that has just come, reach it", str(got), "", f"{sent}"]


def centre(page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def elsewhere(page, server: Server) -> Iterator[list[str]]:
    """How long the window stands still when a record of a long list is changed by somebody else."""
    say("Measuring: changes elsewhere")
    page.goto(PEOPLE)
    for count in (50, 1000, 3000, 5000):
        page.evaluate("""async count => {
          const rows = () => document.querySelectorAll('#rows a.row')
          while (rows().length < count) {
            document.querySelector('a.pager[rel=next]')?.click()
            await new Promise(done => setTimeout(done, 20))
          }
          rows()[count - 20].scrollIntoView()
        }""", count)
        page.wait_for_timeout(1_500)
        longest, shown = [], []
        for number in range(5):
            text = f"Elsewhere {count} {number}"
            id = page.evaluate("""() => [...document.querySelectorAll('#rows a.row')]
              .find(row => row.getBoundingClientRect().top > 300).pathname.split('/').at(-1)""")
            page.evaluate("""() => {
              window.longest = 0
              window.tasks?.disconnect()
              window.tasks = new PerformanceObserver(list => {
                for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
              })
              window.tasks.observe({ type: 'longtask' })
              window.begun = performance.now()
            }""")
            server.send("PATCH", f"{API}/{id}", json.dumps({"address": text}))
            page.wait_for_function("text => document.querySelector('#rows').textContent.includes(text)", arg=text)
            shown.append(page.evaluate("performance.now() - window.begun"))
            page.wait_for_timeout(1_200)
            longest.append(page.evaluate("window.longest"))
        yield [f"a change elsewhere, {count:,} rows loaded", f"longest task {statistics.median(longest):.0f} ms",
               f"shown after {statistics.median(shown):.0f} ms", ""]
    page.context.close()


def memory_of_navigations(page) -> Iterator[list[str]]:
    """What 200 pages and 200 records leave behind."""
    say("Measuring: memory")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def measured() -> dict[str, float]:
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return {name: found[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners", "Documents")}

    def records(count: int) -> None:
        for number in range(count):
            row = page.locator("#rows a.row").nth(number % 40)
            row.click()
            page.wait_for_function("path => location.pathname == path", arg=row.evaluate("it => it.pathname"))

    def pages(count: int) -> None:
        for number in range(count):
            page.goto((PEOPLE, ORDERS, "/userscrud/more", f"{PEOPLE}?layout=table")[number % 4])
        page.goto(PEOPLE)
        page.wait_for_timeout(500)

    for what, work in (("records opened", records), ("pages", pages)):
        pages(4)
        if work is records:
            records(5)
        before = measured()
        work(200)
        after = measured()
        yield [f"200 {what}: heap", f"{before['JSHeapUsedSize'] / 1e6:.1f} → {after['JSHeapUsedSize'] / 1e6:.1f} MB", "", ""]
        yield [f"200 {what}: nodes, listeners, documents",
               "; ".join(f"{before[name]:.0f} → {after[name]:.0f}" for name in ("Nodes", "JSEventListeners", "Documents")), "", ""]
    page.context.close()
