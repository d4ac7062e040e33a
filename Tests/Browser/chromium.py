"""The browser of this machine and the two devices that every screen is looked at on."""

import json
import os
import shutil
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Error, Page, Response

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DESK = {"viewport": {"width": 1280, "height": 800}}


# Runs before the scripts of each page, and does something on the first page of a tab only.
FORGET = """try {
    if (!sessionStorage.getItem('begun')) localStorage.clear()
    sessionStorage.setItem('begun', '1')
} catch {}"""


def new_tab(page: Page) -> Page:
    """A new tab of a page's session, without its cookies and stored data, such as unsaved input. It opens faster than a
    session, and the scripts are cached."""
    page.context.clear_cookies()
    tab = page.context.new_page()
    tab.add_init_script(FORGET)
    return tab


def launch_options() -> dict:
    """What Playwright needs to start the system's Chromium instead of a download of its own."""
    # The one without windows first: the tests take two thirds of the time in it.
    known = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    found = (shutil.which(name) for name in [os.environ.get("CHROMIUM"), *known] if name)
    path = next(filter(None, found), None)
    if path is None:
        raise FileNotFoundError("There is no Chromium. Run script/bootstrap --tests, or set CHROMIUM.")
    # Chromium refuses to run its sandbox as root, which containers usually are.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {"executable_path": path, "args": arguments}


def keeping_options() -> dict | None:
    """The same for a browser that keeps pages as they were left for the way back; None where there is none. The browser
    without windows keeps none, and Playwright switches the cache off in others."""
    known = ["chromium", "chromium-browser", "google-chrome"]
    path = next(filter(None, map(shutil.which, known)), None)
    return path and {
        **launch_options(), "executable_path": path, "ignore_default_args": ["--disable-back-forward-cache"]}


# Runs before the scripts of each page.
CHANGE_TIMERS = """delays => {
    const later = setTimeout
    window.setTimeout = (act, delay, ...values) =>
        delays[delay] === null ? 0 : later(act, delays[delay] ?? delay, ...values)
}"""


def change_timers(pages: BrowserContext | Page, delays: dict[int, int | None]) -> None:
    """Makes timers of the next pages that are set for so many milliseconds run after as many others, or never (None)."""
    pages.add_init_script(f"({CHANGE_TIMERS})({json.dumps(delays)})")


def until(page: Page, condition: Callable[[], object]) -> None:
    """Waits until something is true that the page does not show, for as many frames as a minute has."""
    for _ in range(60 * 60):
        if condition():
            return
        try:
            page.evaluate("new Promise(requestAnimationFrame)")
        except Error as error:
            # Another page comes meanwhile.
            if "context was destroyed" not in error.message:
                raise
    raise TimeoutError("What is waited for did not come within a minute")


def go_back(page: Page) -> None:
    """Goes the browser's way back. Playwright's own waits for a load, which a page has not that the browser has kept. The step is
    made after the call, since the other page would end it. A page that looks like the one before is waited for, too."""
    index = page.evaluate("navigation.currentEntry.index")
    page.evaluate("() => { setTimeout(() => history.back()) }")
    page.wait_for_function("index => navigation.currentEntry.index < index", arg=index)


def slow_down(page: Page, latency: int) -> None:
    """Makes each answer come so many milliseconds later: 100 is a telephone in the house, 400 a train."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})


def slow_down_later(page: Page, latency: int) -> None:
    """The same from when the first page has come."""

    def go(address: str, **options) -> Response | None:
        del page.goto
        response = page.goto(address, **options)
        slow_down(page, latency)
        return response

    page.goto = go
