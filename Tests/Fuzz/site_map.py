"""The addresses of a server: its routes, addresses that its pages link to, and the forms on them."""

import html.parser
import json
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from kartoteka import executable
from target import Target


class Route:
    """A method and a path with pieces in braces."""

    def __init__(self, line: str):
        self.method, self.path = line.split(" ", 1)
        self.pieces = self.path.strip("/").split("/") if self.path != "/" else []
        # Addresses that match, the query of which may be given, and the forms that are sent there.
        self.known: list[str] = []
        self.forms: list[list[tuple[str, str, str]]] = []
        self.names: set[str] = set()

    @property
    def app(self) -> str:
        pieces = self.pieces[1:] if self.pieces[:1] == ["api"] else self.pieces
        return pieces[0] if pieces else ""

    @property
    def is_api(self) -> bool:
        return self.pieces[:1] == ["api"]

    def fits(self, path: str) -> bool:
        pieces = path.strip("/").split("/") if path != "/" else []
        return len(pieces) == len(self.pieces) and all(
            own.startswith("{") or own == unquote(piece) for own, piece in zip(self.pieces, pieces))


class Page(html.parser.HTMLParser):
    """The links and forms of a page."""

    def __init__(self):
        super().__init__()
        self.links: list[str] = []
        self.forms: list[tuple[str, str, list[tuple[str, str, str]]]] = []
        self.fields: list[tuple[str, str, str]] | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag == "form":
            self.fields = []
            self.forms.append((given.get("action") or "", (given.get("method") or "get").lower(), self.fields))
        if self.fields is None:
            return
        if given.get("formaction"):
            self.forms.append((given["formaction"], "post", self.fields))
        if tag in ("input", "button", "textarea") and given.get("name"):
            kind = given.get("type") or tag
            off = kind in ("radio", "checkbox") and "checked" not in given
            self.fields.append((given["name"], given.get("value") or "", "off" if off else tag if tag == "button" else kind))
        if tag == "select":
            self.select = given.get("name") or ""
        if tag == "option" and self.select:
            self.fields.append((self.select, given.get("value") or "", "option" if "selected" in given else "off"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.fields = None
        if tag == "select":
            self.select = ""


def routes(data: Path) -> list[Route]:
    """All routes of a server with a data folder."""
    listed = subprocess.run([executable(), "routes", "--data", data], check=True, capture_output=True, text=True).stdout
    return [Route(line) for line in listed.splitlines() if not line.startswith("HEAD ")]


class Site:
    """What is known of a server's addresses."""

    def __init__(self, target: Target, all_routes: list[Route], pages: int):
        """`pages` is the number of pages that are read before the first odd request."""
        self.target, self.routes, self.pages = target, all_routes, pages
        self.samples: dict[str, list[dict]] = {}
        self._upload()
        self._name()
        self._crawl()

    def _upload(self) -> None:
        """Files that wait to be imported, and one that waits to become an application."""
        self.waiting: list[str] = []
        for path, name, text in (
                ("/northwind/import", "a.csv", "id,companyName,count\n1,a,2\n2,b,3\n"),
                ("/gadgets/import", "a.csv", "Name,Count,Price\na,1,2.5\nb,x,3\n"),
                ("/apps/new/files", "b.csv", "title,count,price,date\na,1,2.5,2026-01-01\nb,2,3.5,2026-01-02\n")):
            answer = self.target.send("POST", path, *multipart([("files", name, text.encode())]))
            if answer and answer[0] == 303:
                page = answer[1]["Location"]
                self.waiting += [page, page + "/1"]

    def _name(self) -> None:
        """Addresses with names that few pages link to: of actions, exported files and cells of tables."""
        actions: dict[str, set[str]] = {}
        for route in self.routes:
            if route.path.endswith("/openapi.json"):
                answer = self.target.send("GET", route.path)
                paths = json.loads(answer[2])["paths"] if answer and answer[0] == 200 else {}
                actions[route.app] = {path.split("/")[-1] for path in paths if "/actions/" in path}
        for route in self.routes:
            names = actions.get(route.app, set()) if route.pieces[-1:] == ["{action}"] else set()
            if route.path.endswith("/export/{file}"):
                names = {f"{other.pieces[2]}.{kind}" for other in self.routes for kind in ("csv", "json", "xlsx")
                         if other.app == route.app and other.is_api and other.pieces[3:] == ["{id}"]}
            start = self._filled(route.pieces[:-1], route.is_api)
            route.known += [f"{start}/{quote(name)}" for name in sorted(names)]
            if route.pieces[-1:] == ["cell"] and (records := self.sample("/api" + route.path.removesuffix("/cell"))):
                route.known += [f"{route.path}?record={records[0].get('id')}&field={quote(name)}" for name in records[0]]

    def _crawl(self) -> None:
        apps = sorted({route.app for route in self.routes if not route.is_api})
        queue = ["/", "/apps/new", *self.waiting, *(f"/{app}" for app in apps)]
        queue += [route.path for route in self.routes if route.method == "GET" and "{" not in route.path]
        seen: dict[str, int] = {}
        read = 0
        while queue and read < self.pages:
            link = queue.pop(0)
            parts = urlsplit(link)
            route = self.route("GET", parts.path)
            names = sorted(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))
            key = f"{route.path if route else parts.path}?{names}"
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > 2 or route is None or parts.path.startswith("/assets"):
                continue
            route.known.append(link)
            route.names.update(names)
            answer = self.target.send("GET", link)
            read += 1
            if answer is None:
                continue
            status, headers, content = answer
            if status in (301, 302, 303, 307, 308):
                queue.append(headers.get("Location", ""))
            if "html" not in (headers.get("Content-Type") or ""):
                continue
            page = Page()
            page.feed(content.decode("utf-8", "replace"))
            for found in page.links:
                found = found.split("#")[0]
                found = parts.path + found if found.startswith("?") else found
                if found.startswith("/") and not found.startswith("//"):
                    queue.append(found)
            for action, method, fields in page.forms:
                action = action or parts.path
                if method == "get":
                    queue.append(action + "?" + urlencode([(n, v) for n, v, kind in fields if kind not in ("off", "button")]))
                elif sent := self.route("POST", urlsplit(action).path):
                    sent.known.append(action)
                    sent.forms.append(fields)

    def route(self, method: str, path: str) -> Route | None:
        fitting = [route for route in self.routes if route.method == method and route.fits(path)]
        return min(fitting, key=lambda route: route.path.count("{"), default=None)

    def sample(self, collection: str) -> list[dict]:
        """Some records of `/api/northwind/orders`."""
        if collection not in self.samples:
            answer = self.target.send("GET", collection + "?limit=3")
            try:
                items = json.loads(answer[2])["items"] if answer else []
            except (ValueError, KeyError, TypeError):
                items = []
            self.samples[collection] = [item for item in items if isinstance(item, dict)]
        return self.samples[collection]

    def address(self, route: Route, choose) -> str:
        """An address of a route; pieces in braces are those of a known one where possible."""
        return choose(route.known) if route.known else self._filled(route.pieces, route.is_api, choose)

    def _filled(self, pieces: list[str], is_api: bool, choose=lambda many: many[0]) -> str:
        path: list[str] = []
        for piece in pieces:
            if not piece.startswith("{"):
                path.append(quote(piece))
                continue
            # The entities stand before the first id, and before the words of some pages.
            collection = [step for step in path if step not in ("api", "move")][:2]
            records = self.sample("/api/" + "/".join(collection)) if len(collection) == 2 else []
            path.append(quote(str(choose(records).get("id", 1)) if records else "1"))
        return "/" + "/".join(path)


def multipart(files: list[tuple[str, str, bytes]], fields: list[tuple[str, str]] = ()) -> tuple[bytes, dict[str, str]]:
    """A form with files, and its headers."""
    parts = [f'--xxxx\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'.encode("utf-8", "replace")
             for field, value in fields]
    parts += [f'--xxxx\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode() + content + b"\r\n"
              for field, name, content in files]
    return b"".join(parts) + b"--xxxx--\r\n", {"Content-Type": "multipart/form-data; boundary=xxxx"}
