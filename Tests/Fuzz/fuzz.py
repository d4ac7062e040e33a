"""Sends odd requests to all routes of a server: see script/fuzz."""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))

import data  # noqa: E402
import values  # noqa: E402
from site_map import Route, Site, multipart, routes  # noqa: E402
from target import Over, Target  # noqa: E402

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Fuzz:
    """One odd request after the other. The same seed and the same answers give the same requests."""

    def __init__(self, target: Target, site: Site, seed: int):
        self.target, self.site, self.random = target, site, random.Random(seed)
        self.descriptions: dict[str, tuple[dict, list[tuple]]] = {}

    def value(self) -> str:
        # The ends of 64 bits find most.
        if self.random.random() < 0.25:
            return self.random.choice((values.BIG, values.SMALL))
        return self.random.choice(values.ALL)

    def choose(self, many):
        return self.random.choice(many)

    def request(self, route: Route) -> None:
        """An odd request for a route."""
        if self.random.random() < 0.01:
            self.target.send_raw(self.choose(values.RAW))
        address = self.site.address(route, self.choose)
        if self.random.random() < 0.3 and "{" in route.path:
            address = self._with_piece(route, address)
        headers = {}
        if self.random.random() < 0.1:
            name = self.choose(sorted(values.HEADERS))
            # Names of cookies of one server have its port.
            headers[name] = self.choose(values.HEADERS[name]).replace("{port}", str(self.target.server.port))
        if route.method in ("GET", "DELETE"):
            if self.random.random() < 0.85:
                address = self._with_query(route, address)
            self.target.send(route.method, address, headers=headers)
        elif route.path.endswith("/description") and self.random.random() < 0.9:
            self._describe(route)
        elif route.is_api:
            self._api(route, address, headers)
        else:
            self._form(route, address, headers)

    def _with_piece(self, route: Route, address: str) -> str:
        parts = urlsplit(address)
        pieces = parts.path.strip("/").split("/")
        places = [place for place, piece in enumerate(route.pieces) if piece.startswith("{") and place < len(pieces)]
        if places:
            pieces[self.choose(places)] = quote(self.value()[:2000], safe="")
        return "/" + "/".join(pieces) + ("?" + parts.query if parts.query else "")

    def _with_query(self, route: Route, address: str) -> str:
        parts = urlsplit(address)
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        if pairs and self.random.random() < 0.6:
            place = self.random.randrange(len(pairs))
            pairs[place] = (pairs[place][0], self.value())
        else:
            names = sorted(route.names) if route.names and self.random.random() < 0.5 else values.PARAMETERS
            pairs.append((self.choose(names), self.value()))
        return parts.path + "?" + urlencode(pairs)

    def _form(self, route: Route, address: str, headers: dict[str, str]) -> None:
        fields = self.choose(route.forms) if route.forms else []
        buttons = [(name, value) for name, value, kind in fields if kind == "button"]
        pairs = [(name, value) for name, value, kind in fields if kind not in ("off", "button", "file")]
        if buttons and self.random.random() < 0.7:
            pairs.append(self.choose(buttons))
        names = sorted({name for name, _, _ in fields}) or values.FIELDS
        for _ in range(self.random.randint(1, 3)):
            name = self.choose(names if self.random.random() < 0.7 else values.FIELDS)
            odd = self.choose(values.DEEDS) if name in ("_deed", "do") or self.random.random() < 0.05 else self.value()
            pairs = [pair for pair in pairs if pair[0] != name] + [(name, odd)]
        files = sorted({name for name, _, kind in fields if kind == "file"})
        if files or self.random.random() < 0.05:
            many = values.FILES + [(f"a.{kind}", content) for kind, content in values.PICTURES]
            body, kind = multipart([(self.choose(files or ["files", "image"]), *self.choose(many))], pairs)
        else:
            body, kind = urlencode(pairs, errors="replace"), FORM
        self.target.send("POST", address, body, {**headers, **kind})

    def _api(self, route: Route, address: str, headers: dict[str, str]) -> None:
        if route.method == "PUT" and self.random.random() < 0.6:
            kind, content = self.choose(values.PICTURES)
            self.target.send("PUT", address, content, {**headers, "Content-Type": "image/" + kind})
            return
        collection = "/".join(urlsplit(address).path.split("/")[:4])
        record = self.choose(self.site.sample(collection) or [{}])
        draw = self.random.random()
        if draw < 0.15:
            body = self.choose(values.JSON_BODIES)
        elif draw < 0.3 or route.path.endswith("/batch"):
            name = collection.split("/")[-1]
            body = '{{"operations":[{{"op":"{}","entity":"{}","id":{},"values":{}}}]}}'.format(
                self.choose(("create", "update", "delete")), self.choose(self._entities(route.app) or [name]),
                self.choose(values.JSON_VALUES), self.choose(("{}", self._members(record))))
        else:
            body = self._members(record)
        kind = {"Content-Type": "application/merge-patch+json"} if route.method == "PATCH" else JSON
        self.target.send(route.method, address, body, {**headers, **kind})

    def _members(self, record: dict) -> str:
        names = [*record, "ids", "id", "where", "entity", "records", "keep", "values", "other", "name", "shape", "nope"]
        members = {name: json.dumps(value) for name, value in record.items() if name != "id"}
        for _ in range(self.random.randint(1, 2)):
            members[self.choose(names)] = self.choose(values.JSON_VALUES)
        return "{" + ",".join(f"{json.dumps(name)}:{raw}" for name, raw in members.items()) + "}"

    def _entities(self, app: str) -> list[str]:
        return sorted({route.pieces[2] for route in self.site.routes
                       if route.is_api and route.app == app and len(route.pieces) == 4 and route.pieces[3] == "{id}"})

    def _describe(self, route: Route) -> None:
        """Puts something odd at one place of a description, and looks at what became of it."""
        path = f"/api/{route.app}/description"
        answer = self.target.send("GET", path)
        if answer is None or answer[0] != 200:
            return
        document = json.loads(answer[2])
        document.pop("words", None)
        places = list(_places(document))
        place = self.choose(places)
        node = document
        for step in place[:-1]:
            node = node[step]
        node[place[-1]] = "@ODD@"
        body = json.dumps(document).replace('"@ODD@"', self.choose(values.DESCRIPTIONS))
        changed = self.target.send("PUT", path, body, {**JSON, "If-Match": answer[1].get("ETag") or "*"})
        if changed and changed[0] < 300:
            looks = [other for other in self.site.routes if other.app == route.app and other.method == "GET"]
            for look in self.random.sample(looks, min(12, len(looks))):
                self.target.send("GET", self.site.address(look, self.choose))


def _places(node, path: tuple = ()):
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in steps:
        yield (*path, step)
        yield from _places(inner, (*path, step))


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/fuzz", description="Sends odd requests to all routes of a server.")
    parser.add_argument("--seconds", type=int, default=60, help="how long it sends them")
    parser.add_argument("--seed", type=int, default=1, help="another number gives other requests")
    parser.add_argument("--apps", default="", help="only these applications, separated by commas")
    parser.add_argument("--routes", default="", help="only routes whose method and path contain this")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="kartoteka-fuzz-"))
    try:
        template = data.make(folder)
        every = routes(template)
        apps = set(filter(None, given.apps.split(",")))
        chosen = [route for route in every
                  if (not apps or route.app in apps) and given.routes in f"{route.method} {route.path}"
                  and not route.path.startswith("/assets")]
        sys.exit(_run(given, folder, template, every, chosen))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(given: argparse.Namespace, folder: Path, template: Path, every: list[Route], chosen: list[Route]) -> int:
    begin = time.monotonic()
    with Target(template, folder, until=begin + given.seconds) as target:
        done = 0
        try:
            # Forms are found by reading pages. A longer run has time to read more of them.
            fuzz = Fuzz(target, Site(target, every, pages=max(500, given.seconds)), given.seed)
            while True:
                fuzz.random.shuffle(chosen)
                for route in chosen:
                    fuzz.request(route)
                    done += 1
        except Over:
            pass
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(target.statuses.items()))
        print(f"{target.count} requests in {given.seconds} s to {len(chosen)} routes, {done / max(1, len(chosen)):.1f} times each; "
              f"at most {target.largest} MB; {statuses}")
        print(f"{len(target.findings)} findings, seed {given.seed}")
        return 1 if target.findings else 0


if __name__ == "__main__":
    main()
