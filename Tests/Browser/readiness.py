"""Nothing is pressed or typed before a page's scripts run. Nobody does who sees the page, which is painted after that: a test
on a slow machine is quicker than its scripts, and keys that nobody listens to are lost.

`follow` is called once for each browser session. From then on whatever acts on its pages waits by itself.
"""

import functools
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Error, Frame, Locator, Page, Request

# What acts on a page like a person. Keyboard, mouse and touchscreen do so, too.
ACTS = ("check", "clear", "click", "dblclick", "drag_to", "fill", "focus", "hover", "press", "press_sequentially",
        "select_option", "set_checked", "set_input_files", "tap", "uncheck")
DEVICES = ("keyboard", "mouse", "touchscreen")

# Modules run before DOMContentLoaded, and not yet when a document is interactive. A page that the browser has kept for the way
# back tells of no event again. A module that is imported once more is not run again: this waits for the first time. None of it
# is waited for for ever.
LOADED = """async scripts => {
    const isParsed = () => document.readyState == 'complete'
        || performance.getEntriesByType('navigation')[0]?.domContentLoadedEventStart > 0
    const load = async () => {
        if (!isParsed()) await new Promise(done => addEventListener('DOMContentLoaded', done, { once: true }))
        await Promise.allSettled(scripts.map(script => import(script)))
    }
    await Promise.race([load(), new Promise(done => setTimeout(done, 20_000))])
}"""

# The modules that each page has asked for since it was waited for; None where nothing came since. Pages of other sessions are
# not waited for.
_asked: WeakKeyDictionary[Page, list[str] | None] = WeakKeyDictionary()


def follow(context: BrowserContext) -> None:
    """Has the acts on a session's pages wait for the scripts of these."""
    context.on("page", _meet)
    context.on("request", _note)


def act_at_once(page: Page) -> None:
    """Lets a test act on a page before its scripts run."""
    _asked.pop(page, None)


def wait(page: Page) -> None:
    """Waits until the scripts of a page run, those included that they load later."""
    known: set[str] = set()
    while (scripts := _asked.get(page)) is not None:
        _asked[page] = None
        # A module that could not be had is asked for once more by waiting for it.
        if scripts and known.issuperset(scripts):
            return
        known.update(scripts)
        try:
            page.evaluate(LOADED, scripts)
        except Error:
            # Another page came meanwhile, which is told, too.
            if page.is_closed():
                return


def _meet(page: Page) -> None:
    _asked[page] = []

    def came(frame: Frame) -> None:
        if frame == page.main_frame and page in _asked:
            _asked[page] = _asked[page] or []

    page.on("framenavigated", came)


def _note(request: Request) -> None:
    is_script = request.resource_type == "script" and urlsplit(request.url).path.startswith("/assets/")
    if not is_script and not request.is_navigation_request():
        return
    try:
        page = request.frame.page
    except Error:
        return  # The service worker's own, or a page's that is not there yet.
    if page not in _asked:
        return
    if is_script:
        _asked[page] = [*(_asked[page] or []), request.url]
    elif request.frame == page.main_frame:
        _asked[page] = None


def _patient(act):
    @functools.wraps(act)
    def wait_and_act(locator: Locator, *arguments, **options):
        wait(locator.page)
        return act(locator, *arguments, **options)

    return wait_and_act


def _patient_device(name: str) -> property:
    device = getattr(Page, name)

    def wait_and_give(page: Page):
        wait(page)
        return device.fget(page)

    return property(wait_and_give, doc=device.__doc__)


for act in ACTS:
    setattr(Locator, act, _patient(getattr(Locator, act)))
for device in DEVICES:
    setattr(Page, device, _patient_device(device))
