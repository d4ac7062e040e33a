"""Watches what pages do behind a test's back, so that a test fails on it whatever else it looks for."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, WebError

# Requests that do not leave the page.
LOCAL_SCHEMES = {"about", "blob", "data"}


class Watch:
    """Collects what pages log as errors (violations of the Content-Security-Policy are among them), exceptions
    nobody caught, and requests to anywhere but the server."""

    def __init__(self):
        self._contexts: list[BrowserContext] = []
        self._troubles: list[str] = []
        self._allowed: list[re.Pattern] = []

    def allow(self, pattern: str) -> None:
        """Lets troubles pass that match the pattern: for a test that provokes one."""
        self._allowed.append(re.compile(pattern))

    def follow(self, context: BrowserContext, origin: str) -> None:
        """Watches all pages of the context, which belong to the server at `origin`."""

        def heard(message: ConsoleMessage) -> None:
            if message.type == "error":
                self._troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

        def thrown(error: WebError) -> None:
            self._troubles.append(f"exception: {error.error}")

        def requested(request: Request) -> None:
            if not is_at(origin, request.url):
                self._troubles.append(f"foreign request: {request.method} {request.url}")

        self._contexts.append(context)
        context.on("console", heard)
        context.on("weberror", thrown)
        context.on("request", requested)

    def seen(self) -> list[str]:
        """What has arrived here so far and was not allowed."""
        return [each for each in self._troubles if not any(it.search(each) for it in self._allowed)]

    def troubles(self) -> list[str]:
        """What happened so far and was not allowed."""
        for context in self._contexts:
            for page in context.pages:
                ask(page)
        return self.seen()

    def check(self) -> None:
        """Fails the test when anything happened that was not allowed."""
        troubles = self.troubles()
        if troubles:
            pytest.fail("The page had troubles:\n" + "\n".join(troubles), pytrace=False)


def ask(page: Page) -> None:
    """Makes a round trip, so that everything said before has arrived."""
    for _ in range(5):
        try:
            page.evaluate("0")
        except Error:
            # It went to another page meanwhile.
            if page.is_closed():
                return
        else:
            return


def is_at(origin: str, url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in LOCAL_SCHEMES or f"{parts.scheme}://{parts.netloc}" == origin
