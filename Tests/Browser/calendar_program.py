"""A calendar on another device: `vdirsyncer` fetches what it has subscribed to, and `khal` shows the events."""

import json
import subprocess
import sys
from pathlib import Path

FIELDS = ("calendar", "title", "start-long", "end-long", "all-day", "description", "url")

SUBSCRIPTION = """
[pair {name}]
a = "{name}_here"
b = "{name}_there"
collections = null

[storage {name}_here]
type = "filesystem"
path = "{folder}"
fileext = ".ics"

[storage {name}_there]
type = "http"
url = "{address}"
"""

SHOWN = """
[[{name}]]
path = {folder}
readonly = True
"""

DEVICE = """
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = {zone}
default_timezone = {zone}

[sqlite]
path = {cache}
"""


class CalendarProgram:
    """The calendar of a device in a time zone."""

    def __init__(self, folder: Path, zone: str):
        self.folder = folder
        self.zone = zone
        self.addresses: dict[str, str] = {}
        folder.mkdir()

    def subscribe(self, name: str, address: str) -> None:
        """Adds a calendar, which is empty until it is synchronized."""
        self.addresses[name] = address
        (self.folder / name).mkdir()
        pairs = [SUBSCRIPTION.format(name=name, folder=self.folder / name, address=address)
                 for name, address in self.addresses.items()]
        (self.folder / "sync.conf").write_text(
            f'[general]\nstatus_path = "{self.folder}/status/"\n' + "".join(pairs))
        shown = [SHOWN.format(name=name, folder=self.folder / name) for name in self.addresses]
        (self.folder / "khal.conf").write_text(
            "[calendars]\n" + "".join(shown) + DEVICE.format(zone=self.zone, cache=self.folder / "khal.db"))
        self._run("vdirsyncer", "--config", self.folder / "sync.conf", "discover", name)

    def synchronize(self) -> str:
        """Fetches all calendars again.

        :return: what the program says of it.
        """
        return self._run("vdirsyncer", "--config", self.folder / "sync.conf", "sync")

    def events(self, first: str, last: str) -> list[tuple[str, ...]]:
        """The events of some days, each with the values of `FIELDS`; no event is shown twice."""
        fields = [option for field in FIELDS for option in ("--json", field)]
        days = self._run("khal", "--config", self.folder / "khal.conf", "list", "--once", *fields, first, last)
        return [tuple(event[field] for field in FIELDS) for day in days.splitlines() for event in json.loads(day)]

    @staticmethod
    def _run(program: str, *arguments: object) -> str:
        done = subprocess.run(
            [Path(sys.executable).with_name(program), *map(str, arguments)], stdin=subprocess.DEVNULL, text=True,
            capture_output=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr if program == "vdirsyncer" else done.stdout
