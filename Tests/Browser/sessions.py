"""Browser sessions that tests use one after another."""

from playwright.sync_api import Browser, BrowserContext, Page

# How many sessions of a server are kept for later tests: a telephone's and a desk's, each with and without scripts.
KEPT = 6


class Sessions:
    """Sessions of a browser. A new one costs some 0.4 s in loading the same scripts and styles, a used one nothing.

    A session is given to a test as if it were new: no page, no cookie, nothing stored, no permission, no route. Only the
    browser's HTTP cache is kept, as on a person's device. A test that failed or left scripts in its session discards it.
    """

    def __init__(self, browser: Browser):
        self._browser = browser
        self._free: list[tuple[dict, BrowserContext]] = []

    def open(self, settings: dict) -> tuple[BrowserContext, Page]:
        """A session with the settings of `Browser.new_context`, and a page in it."""
        found = next((each for each in self._free if each[0] == settings), None)
        if not found:
            context = self._browser.new_context(**settings)
            return context, context.new_page()
        self._free.remove(found)
        context = found[1]
        page = context.new_page()
        # Pages store drafts while they close, so that nothing can be cleared before.
        context.clear_cookies()
        client = context.new_cdp_session(page)
        client.send("Storage.clearDataForOrigin", {"origin": settings["base_url"], "storageTypes": "all"})
        client.detach()
        return context, page

    def give_back(self, settings: dict, context: BrowserContext) -> None:
        """Keeps the session for a later test. The oldest of those that nobody took is closed."""
        for page in context.pages:
            page.close()
        context.unroute_all()
        context.clear_permissions()
        context.set_offline(False)
        self._free.append((settings, context))
        while len(self._free) > KEPT:
            self._free.pop(0)[1].close()

    def close(self) -> None:
        """Closes what is left."""
        for _, context in self._free:
            context.close()
