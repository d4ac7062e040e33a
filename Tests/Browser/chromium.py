"""The browser of this machine and the two devices that every screen is looked at on."""

import os
import shutil

from playwright.sync_api import Page

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
