"""Firefox, driven by its Marionette protocol, and WebKitGTK's MiniBrowser, driven by WebDriver
(https://www.w3.org/TR/webdriver2/). Both know the same commands.

Firefox needs Debian's package firefox-esr, WebKit webkit2gtk-driver, xvfb and xauth. Nothing but Python's standard library.
"""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

# The key of an element's identifier in answers.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class DriverError(Exception):
    """A command that the browser refused."""


class Browser:
    """A browser with one window, to be used in a `with` statement."""

    DEADLINE = 30  # seconds, for whatever is waited for
    _process: subprocess.Popen

    def open(self, url: str) -> None:
        self._send("Navigate", "POST /url", url=url)

    def resize(self, width: int, height: int) -> None:
        """Sets the window's size. Browsers have a least width of their own, in Firefox 450 points."""
        self._send("SetWindowRect", "POST /window/rect", width=width, height=height)

    def run(self, script: str, *arguments):
        """The value of the body of a function in JavaScript."""
        return self._send("ExecuteScript", "POST /execute/sync", script=script, args=list(arguments))

    def click(self, selector: str) -> None:
        def press(element: str) -> None:
            # WebKit's driver scrolls what it presses to the edge of the window, below bars that float there.
            self.run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", {ELEMENT: element})
            self._send("ElementClick", f"POST /element/{element}/click", id=element)

        self._with(selector, press)

    def type(self, selector: str, text: str) -> None:
        self._with(selector, lambda element: self._send(
            "ElementSendKeys", f"POST /element/{element}/value", id=element, text=text))

    def clear(self, selector: str) -> None:
        self._with(selector, lambda element: self._send("ElementClear", f"POST /element/{element}/clear", id=element))

    def _with(self, selector: str, act: Callable[[str], object]) -> None:
        """Does something with an element, and with the one in its place if the page has put another one there meanwhile."""
        for _ in range(4):
            try:
                return act(self._find(selector))
            except DriverError as error:
                # Nothing was done with an element that is no longer there.
                if "stale element" not in str(error):
                    raise
        act(self._find(selector))

    def wait(self, what: str, condition: Callable[[], object]):
        """Waits until a condition has a value that counts as true, and returns it."""
        deadline = time.monotonic() + self.DEADLINE
        while not (value := condition()):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what} did not come within {self.DEADLINE} s")
            time.sleep(0.02)
        return value

    def wait_for(self, script: str) -> None:
        """Waits until an expression in JavaScript is true; an error in it counts as false."""
        self.wait(script, lambda: self._value(f"return {script}"))

    def _value(self, script: str):
        # A page that is being left has neither elements nor, for a moment, a script environment.
        with contextlib.suppress(DriverError):
            return self.run(script)

    def _find(self, selector: str) -> str:
        def found() -> str | None:
            with contextlib.suppress(DriverError):
                answer = self._send("FindElement", "POST /element", using="css selector", value=selector)
                return answer.get("value", answer)[ELEMENT]

        return self.wait(selector, found)

    def _send(self, command: str, route: str, **parameters):
        """Sends a command by its name in Marionette or its route in WebDriver."""
        raise NotImplementedError

    def _start(self, *command: str, **environment: str) -> None:
        # A process group of its own, because the browser's and the display's processes end with it.
        self._process = subprocess.Popen(
            command, env={**os.environ, **environment}, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


class Firefox(Browser):
    PROGRAMS = ("firefox-esr", "firefox")

    @classmethod
    def program(cls) -> str | None:
        return next(filter(None, map(shutil.which, cls.PROGRAMS)), None)

    def __enter__(self) -> "Firefox":
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        profile = Path(self._profile.name)
        # Port 0 lets Firefox choose; it writes its choice beside the profile's other files.
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
        self._start(self.program(), "--headless", "--marionette", "--no-remote", "--profile", str(profile),
                    HOME=str(profile))
        try:
            active = profile / "MarionetteActivePort"
            port = self.wait("Firefox", lambda: active.exists() and active.read_text().strip())
            self._socket = socket.create_connection(("127.0.0.1", int(port)), self.DEADLINE)
            self._read, self._number = self._socket.makefile("rb"), 0
            self._message()
            self._send("NewSession", "")
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_) -> None:
        self._socket.close()
        self._end()
        self._profile.cleanup()

    def _send(self, command: str, route: str, **parameters):
        self._number += 1
        text = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._message()
        if error:
            raise DriverError(f"{error['error']}: {error['message']}")
        return result["value"] if set(result or {}) == {"value"} else result

    def _message(self):
        length = b""
        while (character := self._read.read(1)) != b":":
            if not character:
                raise ConnectionError("Firefox ended")
            length += character
        return json.loads(self._read.read(int(length)))


class WebKit(Browser):
    @classmethod
    def program(cls) -> str | None:
        if not shutil.which("WebKitWebDriver") or not shutil.which("xvfb-run"):
            return None
        return next((str(found) for found in Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), None)

    def __enter__(self) -> "WebKit":
        # The driver announces no port that it has chosen, so it is given one; no other test asks for a port just then.
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self._session = ""
        self._start("xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={self._port}")
        try:
            self.wait("WebKit's driver", self._is_ready)
            options = {"binary": self.program(), "args": ["--automation"]}
            wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
            self._session = f"/session/{self._send('', 'POST /session', capabilities=wanted)['sessionId']}"
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_) -> None:
        try:
            self._send("", "DELETE ")
        finally:
            self._end()

    def _is_ready(self) -> bool:
        try:
            return self._send("", "GET /status")["ready"]
        except OSError:
            return False

    def _send(self, command: str, route: str, **parameters):
        method, path = route.split(" ")
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            connection.request(method, self._session + path, json.dumps(parameters) if method == "POST" else None)
            answer = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise DriverError(f"{answer['error']}: {answer.get('message', '')}")
        return answer
