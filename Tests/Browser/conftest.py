"""Fixtures of the browser tests.

A test asks for `phone`, `desk`, `any_size` or `each_size` and gets a page of a running server; its addresses are paths:
`phone.goto("/userscrud/users")`. `each_size` is for tests of layout, touch, hover and accessibility, `any_size` for
tests whose result does not depend on the size. `plain` runs no scripts; `each_way` is a page with scripts and one without.

A usual run takes one variant of each test: one of the sizes, by turns of the tests' names, and scripts. A test with the mark
`both` runs at both sizes, or with and without scripts, in a usual run, too. A test with the mark `nightly`, and a parameter of
`matrix.nightly`, runs only with `--all`.

The tests of one process share one server, except those that ask for `fresh_server`, `empty_server`, `school`, `empty_shop`,
`service_server`, `keyless_server`, `people_server`, `diary_server` or `opened_server` too: their pages belong to that one.
Servers start from copies of one data folder.
An error that a page logs fails the test (see `Watch`). Keys, clicks and typing wait until the page's scripts run (see
`readiness.py`).

With `--all`, all tests run at both sizes and in each way, and axe checks every rule in both colour schemes, all rows of long
lists, and each page at each size.

`book` is the address book of the test's server, `school` the users and courses of one with examples; whatever a test
adds there is gone after it.

A test with the mark `latency` has a network that is as slow: `@pytest.mark.latency(400)`, in milliseconds. Its first page comes
at once, since nothing is typed and pressed before it is there. Modules whose tests
type or press have it, `pytestmark = pytest.mark.latency(100)`. A test that goes back, `go_back(page)`, has a browser that keeps
pages for the way back as people's browsers do, since the one without windows does not.

`scheme` and `language` are what the pages are opened with; a test sets them with a mark:
`@pytest.mark.parametrize("language", ["pl", "ru"])`.
"""

import inspect
import itertools
import re
import sqlite3
import zlib
from contextlib import closing

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import readiness
from chromium import DESK, PHONE, change_timers, keeping_options, launch_options, new_tab, slow_down_later
from kartoteka import Server
from courses import API as COURSES_API
from courses import School
from orders import Shop
from people import AddressBook
from records import empty
from shop import make_shop
from standin import StandIn
from travellers import Travels
from visitor import begin_sessions, server_with_people
from watch import Watch
from worldmap import World

SIZES = {"phone": PHONE, "desk": DESK}

# How long a page may take, in milliseconds. A slow machine with other work needs more than Playwright's 5 seconds; where a test
# passes, nothing takes longer.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

# After how many milliseconds the bar of the last change leaves by itself: on a slow machine sooner than a test presses Undo. It
# stays for the tests; the one that waits for this has a clock of its own.
UNDO_BAR = 10_000

# The server that a test's pages belong to and how much it had logged before; the test's watch.
SERVER = pytest.StashKey[tuple[Server, int]]()
WATCH = pytest.StashKey[Watch]()

WAY_BACK = re.compile(r"go_back\(|history\.(back|forward|go)\(")


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="the full matrix of sizes and colour schemes")
    parser.addoption("--shard", metavar="I/N", help="every Nth test, from the Ith on")


def pytest_collection_modifyitems(config, items):
    for item in items:
        if WAY_BACK.search(inspect.getsource(item.function)):
            item.add_marker("keeps_pages")
    if not config.getoption("all"):
        leave_out(config, items, {item for item in items if item.get_closest_marker("nightly")})
    if shard := config.getoption("shard"):
        first, step = map(int, shard.split("/"))
        if not 1 <= first <= step:
            raise pytest.UsageError(f"--shard {shard}: I goes from 1 to N")
        chosen = set(items[first - 1::step])
        leave_out(config, items, set(items) - chosen)


def leave_out(config, items: list, others: set) -> None:
    config.hook.pytest_deselected(items=list(others))
    items[:] = [item for item in items if item not in others]


def pytest_generate_tests(metafunc):
    takes_all = metafunc.config.getoption("all")
    marks = {mark.name for mark in metafunc.definition.iter_markers()}

    def among(fixture: str, *choices: list) -> None:
        """A usual run takes one of the choices, the same one every time; `--all` takes all."""
        own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
        if fixture not in metafunc.fixturenames or fixture in own:
            return
        number = zlib.crc32(metafunc.definition.name.encode()) % len(choices)
        chosen = sum(choices, []) if takes_all else choices[number]
        metafunc.parametrize(fixture, chosen, indirect=True)

    among("each_size", *([["phone", "desk"]] if "both" in marks else [["phone"], ["desk"]]))
    among("any_size", ["phone"], ["desk"])
    among("plain", ["phone"], ["desk"])
    among("latency", [100], [400])
    ways = ["phone", "desk without scripts"], ["desk", "phone without scripts"]
    among("each_way", *(ways if takes_all or "both" in marks else (usual[:1] for usual in ways)))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, **launch_options()}


@pytest.fixture(scope="session")
def keeping_browser(playwright):
    """A browser that keeps pages for the way back."""
    options = keeping_options()
    if options is None:
        pytest.skip("Chromium is not installed, and chromium-headless-shell keeps no page for the way back")
    browser = playwright.chromium.launch(**options)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """The data folder of a server that was started for the first time and stopped. Servers start from copies of it."""
    data = tmp_path_factory.mktemp("template") / "data"
    with Server(data):
        pass
    return data


@pytest.fixture(scope="session")
def template_with_people(tmp_path_factory, template):
    """The same of one whose administrator is Ada, with sessions of hers."""
    data = tmp_path_factory.mktemp("people") / "data"
    with Server(data, template=template) as running:
        server_with_people(running)
        begin_sessions(running)
    return data


@pytest.fixture(scope="session")
def server(tmp_path_factory, template):
    """The server that tests share, with the data that a first start gives it. Tests leave it as they found it."""
    with Server(tmp_path_factory.mktemp("shared") / "data", template=template) as running:
        yield running


@pytest.fixture
def fresh_server(tmp_path, template):
    """A server of the test's own, as after a first start: for tests that change a lot."""
    with Server(tmp_path / "data", template=template) as running:
        yield running


@pytest.fixture(scope="session")
def empty_server(tmp_path_factory, template):
    """A server whose address book is empty. Tests leave it as they found it."""
    with Server(tmp_path_factory.mktemp("empty") / "data", template=template) as running:
        with closing(sqlite3.connect(running.data / "userscrud.sqlite")) as database, database:
            database.execute("DELETE FROM users")
        yield running


@pytest.fixture(scope="session")
def school_server(tmp_path_factory, template):
    """A server whose Courses have the examples. Tests leave them as they found them."""
    with Server(tmp_path_factory.mktemp("school") / "data", template=template) as running:
        status, answer = running.send("POST", f"{COURSES_API}/actions/demo")
        assert status < 300, answer.decode()
        yield running


@pytest.fixture(scope="session")
def trade_server(tmp_path_factory, template):
    """A server for the records that the tests of Northwind's overview share. Tests change nothing on it."""
    with Server(tmp_path_factory.mktemp("trade") / "data", template=template) as running:
        yield running


@pytest.fixture(scope="session")
def shop_server(tmp_path_factory, template):
    """The server of `empty_shop`, which tests share."""
    with Server(tmp_path_factory.mktemp("shop") / "data", template=template) as running:
        yield running


@pytest.fixture
def people_server(tmp_path, template_with_people):
    """A server of the test's own, whose administrator is Ada."""
    with Server(tmp_path / "data", template=template_with_people) as running:
        yield running


@pytest.fixture(scope="session")
def shared_diary(tmp_path_factory):
    """The server of `diary_server`. Its clock is New York's."""
    data = tmp_path_factory.mktemp("diary") / "data"
    with Server(data, {"TZ": "America/New_York"}, program="KartotekaTestSite") as running:
        yield running


@pytest.fixture
def diary_server(shared_diary):
    """A server with a diary, whose entries have moments: without records. The first one has the number 1."""
    empty(shared_diary, "diary", begins_at_one=True)
    return shared_diary


@pytest.fixture(scope="session")
def shared_clinic(tmp_path_factory):
    """The server of `clinic_server`."""
    with Server(tmp_path_factory.mktemp("clinic") / "data", {"TZ": "UTC"}, program="Clinic") as running:
        yield running


@pytest.fixture
def clinic_server(shared_clinic):
    """A server with the clinic of `Examples/Clinic`, which has a calendar: without records. The first one has the number 1."""
    empty(shared_clinic, "clinic", begins_at_one=True)
    return shared_clinic


@pytest.fixture(scope="session")
def shared_choir(tmp_path_factory):
    """The server of `choir_server`."""
    with Server(tmp_path_factory.mktemp("choir") / "data", {"TZ": "UTC"}, program="Choir") as running:
        yield running


@pytest.fixture
def choir_server(shared_choir):
    """A server with the choir of `Examples/Choir`: without records. The first one has the number 1."""
    empty(shared_choir, "choir", begins_at_one=True)
    return shared_choir


@pytest.fixture
def standin():
    """Pexels and Geoapify on this machine, of the test's own."""
    with StandIn() as running:
        yield running


@pytest.fixture
def service_server(tmp_path, template, standin):
    """A server of the test's own that asks `standin`, and has keys for it."""
    with Server(tmp_path / "data", standin.environment, template) as running:
        yield running


@pytest.fixture
def keyless_server(tmp_path, template, standin):
    """A server of the test's own that would ask `standin`, and has no keys."""
    with Server(tmp_path / "data", standin.addresses, template) as running:
        yield running


@pytest.fixture
def opened_server(tmp_path):
    """A server of a SQLite file of another program, of the test's own: `opened_server.opened`."""
    file = tmp_path / "Record Shop.sqlite"
    make_shop(file)
    with Server(tmp_path, opened=file) as running:
        yield running


@pytest.fixture
def site(request):
    """The server that the test's pages belong to."""
    others = ("fresh_server", "empty_server", "school_server", "trade_server", "shop_server", "service_server",
              "keyless_server", "people_server", "diary_server", "clinic_server", "choir_server",
              "opened_server")
    special = [name for name in others if name in request.fixturenames]
    running = request.getfixturevalue(special[0] if special else "server")
    request.node.stash[SERVER] = running, running.log_position()
    return running


@pytest.fixture
def book(site):
    """The address book that the test's pages show, by the API."""
    people = AddressBook(site)
    yield people
    people.remove_what_is_new()


@pytest.fixture
def school(school_server, site):
    """The users and courses that the test's pages show, by the API."""
    school = School(site)
    yield school
    school.remove_what_is_new()


@pytest.fixture
def empty_shop(shop_server, site):
    """Northwind without records and views, by the API. The numbers of records go on from test to test."""
    empty(site, "northwind")
    return Shop(site)


@pytest.fixture
def world(site):
    """The countries, cities and pictures of the travel map, by the API: none at first."""
    records = World(site)
    records.clear()
    yield records
    records.clear()


@pytest.fixture
def travels(site):
    """The users and cities that the test's pages show, by the API: none at first, and none after the test."""
    records = Travels(site)
    records.clear()
    yield records
    records.clear()


@pytest.fixture
def scheme():
    """The colour scheme that pages are opened with."""
    return "light"


@pytest.fixture
def latency(request):
    """How many milliseconds later answers come: as on a telephone in the house, or on a train. With `--all` both; a test
    slows its page down by it when it is open."""
    return request.param


@pytest.fixture
def language():
    """The language that pages are opened with."""
    return "en-GB"


@pytest.fixture
def watch(request):
    """What the test's pages did behind its back. A test that provokes an error says so:
    `watch.allow("status of 409")`."""
    return request.node.stash.setdefault(WATCH, Watch())


@pytest.fixture
def open_page(request, new_context, site, scheme, language, watch):
    """Opens a page in a browser session of its own: `open_page(PHONE)`, and a further one to see live updates."""
    contexts = []

    def open_page(device: dict, **options) -> Page:
        # Playwright sees no requests that pass through a service worker. Tests of reading without a connection allow it.
        settings = {"base_url": site.url, "color_scheme": scheme, "locale": language, "reduced_motion": "reduce",
                    "service_workers": "block"}
        settings = {**settings, **device, **options}
        keeps = request.node.get_closest_marker("keeps_pages")
        context = request.getfixturevalue("keeping_browser").new_context(**settings) if keeps else new_context(**settings)
        context.runs_scripts = options.get("java_script_enabled", True)
        context.origin, context.server = settings["base_url"], site
        context.set_default_timeout(PATIENCE)
        if context.runs_scripts:
            readiness.follow(context)
            change_timers(context, {UNDO_BAR: None})
        watch.follow(context, settings["base_url"])
        contexts.append(context)
        page = context.new_page()
        if latency := request.node.get_closest_marker("latency"):
            slow_down_later(page, latency.args[0])
        return page

    yield open_page
    # pytest-playwright takes a picture of each page that is open at the end, and discards those of a test that passed.
    if getattr(request.node, "rep_call", None) and request.node.rep_call.passed:
        for page in [page for context in contexts for page in context.pages]:
            page.close()
    if request.node.get_closest_marker("keeps_pages"):
        for context in contexts:
            context.close()


@pytest.fixture
def phone(open_page):
    """A page on a telephone: 390 × 844 points, touched."""
    return open_page(PHONE)


@pytest.fixture
def desk(open_page):
    """A page in a window of 1280 × 800 points, with mouse and keyboard."""
    return open_page(DESK)


@pytest.fixture
def each_size(request, open_page):
    """A telephone or a desk, for what depends on the size. With `--all` or the mark `both` the test runs at both."""
    return open_page(SIZES[request.param])


@pytest.fixture
def any_size(request, open_page):
    """A telephone or a desk. With `--all` the test runs at both."""
    return open_page(SIZES[request.param])


@pytest.fixture
def plain(request, open_page):
    """A page that runs no scripts, at one size. With `--all` the test runs at both."""
    return open_page(SIZES[request.param], java_script_enabled=False)


@pytest.fixture
def each_way(request, open_page):
    """A page that runs scripts, at one size. With the mark `both` the test runs without them at the other size, too, with `--all`
    four times."""
    size, _, plain = request.param.partition(" ")
    return open_page(SIZES[size], java_script_enabled=not plain)


def turn_of(request) -> int | None:
    """Whether the test is at the size at which a usual run checks the first, third, … page (0), or at the other one (1); None
    where it checks each page at each of its sizes."""
    size = getattr(request.node, "callspec", None) and request.node.callspec.params.get("each_size")
    if not size or request.config.getoption("all") or not request.node.get_closest_marker("both"):
        return None
    return int(zlib.crc32(request.node.originalname.encode()) % 2 != (size == "desk"))


@pytest.fixture
def in_tabs(subtests, request):
    """Checks several screens, each in a new tab of a page's session: `in_tabs(phone, SCREENS, check)` calls
    `check(tab, screen)`. All screens are checked, also after a failure. Of a test with `axe` that has the mark `both`, a usual
    run checks each screen at one of the two sizes, by turns.
    """
    turn = turn_of(request) if "axe" in request.fixturenames else None

    def run(page: Page, screens: list, check) -> None:
        for screen in screens if turn is None else screens[turn::2]:
            with subtests.test(getattr(screen, "__name__", screen)):
                tab = new_tab(page)
                check(tab, screen)
                tab.evaluate("0")  # A round trip: its troubles are noticed before it is closed.
                tab.close()

    return run


@pytest.fixture
def axe(scheme, request):
    """Fails the test when the page as it is now breaks a rule of accessibility: `axe(phone)`.

    The page must run scripts: axe is one. A usual run checks it in one colour scheme; with the mark `both` in both, and then at
    one of the two sizes, since the test comes to the same pages twice. The pages of a test have them by turns. `--all` checks
    each page in both schemes at both sizes.
    """
    takes_all, marks_both = request.config.getoption("all"), request.node.get_closest_marker("both")
    number = zlib.crc32(request.node.originalname.encode())
    script = Axe().axe_script
    turn = turn_of(request)
    # With `in_tabs` only the screens of this size come.
    is_each = turn is None or "in_tabs" in request.fixturenames
    turns = itertools.repeat(True) if is_each else itertools.cycle([turn == 0, turn == 1])
    # Style sheets are fetched again for two rules only: one is experimental and off, the other is of sounds.
    common = {"resultTypes": ["violations"], "preload": False}
    # This rule of WCAG 2.2 AA is off unless asked for.
    every = {**common, "rules": {"target-size": {"enabled": True}}}
    # The rules whose result depends on colours.
    colours = {**common, "runOnly": ["color-contrast", "link-in-text-block"]}
    other = "light" if scheme == "dark" else "dark"
    checks = {scheme: every, other: every if takes_all else colours}
    schemes = itertools.cycle([scheme, other] if number % 2 else [other, scheme])
    # The rows of a list are alike: the first ones of each group are checked, and those that are chosen or have the focus.
    alike = ["#rows li:nth-child(n + 6)", "#rows tr:nth-child(n + 10)", "#choices .row:nth-of-type(n + 10)"]
    special = ":not(.chosen, .why, :focus-within, :has([aria-current], :checked, .err))"
    context = None if takes_all else {"exclude": [[row + special] for row in alike]}

    def check(page: Page) -> None:
        if not next(turns):
            return
        page.wait_for_load_state("load")  # Elements may be there before the style sheet is.
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        chosen = next(schemes)
        for colour_scheme, options in checks.items() if takes_all or marks_both else [(chosen, every)]:
            page.emulate_media(color_scheme=colour_scheme)
            results = AxeResults(page.evaluate(
                "([context, options]) => axe.run(context ?? document, options)", [context, options]))
            if results.violations_count:
                pytest.fail(f"{page.url} ({colour_scheme})\n{results.generate_report()}", pytrace=False)
        page.emulate_media(color_scheme=scheme)

    return check


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    watch = item.stash.get(WATCH, Watch())
    try:
        result = yield
    except BaseException:
        item.add_report_section("call", "page troubles during the test", "\n".join(watch.seen()))
        raise
    watch.check()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed and call.when != "teardown" and SERVER in item.stash:
        running, position = item.stash[SERVER]
        report.sections.append(("server log during the test", running.log(since=position)))
    return report
