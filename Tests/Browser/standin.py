"""Stands in for Pexels and Geoapify in browser tests: answers on this machine in the formats that they document.

A test that asks for `service_server` has a server that asks `standin`, keys included, and one with `keyless_server` a
server without keys:

    def test_pictures(service_server, standin, phone):
        standin.fail("pexels", 401)             # until standin.mend()
        standin.hold()                          # answers wait until standin.release()

There are pictures of everything, each a small one of a colour of its own, and the places of CITIES.
"""

from __future__ import annotations

import json
import struct
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PEXELS_KEY = "pexels-key-of-the-tests"
GEOAPIFY_KEY = "geoapify-key-of-the-tests"

# Name, region, country, latitude, longitude.
CITIES = [
    ("Lisbon", "Lisbon", "pt", 38.7077507, -9.1365919),
    ("Lisbelle-sur-Mer", "Madeira", "pt", 32.75, -17.0),
    ("Porto", "Porto", "pt", 41.1494512, -8.6107884),
    ("Kraków", "Lesser Poland", "pl", 50.0619474, 19.9368564),
    ("Paris", "Ile-de-France", "fr", 48.8534951, 2.3483915),
]


def png(width: int, height: int, colour: tuple[int, int, int] = (90, 120, 160), declared: tuple | None = None) -> bytes:
    """A picture of one colour; `declared` is the size that its header tells, if not its own."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", *(declared or (width, height)), 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(colour) * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class StandIn:
    """Pexels, its pictures and Geoapify at one address. To be used in a `with` statement."""

    def __init__(self):
        self._open = threading.Event()
        self._open.set()
        self._lock = threading.Lock()
        self._failures: dict[str, tuple] = {}
        self.asked: list[tuple[str, dict]] = []
        self.total = 200

    def __enter__(self) -> StandIn:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer._answer(self)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self.release()
        self._server.shutdown()
        self._server.server_close()

    @property
    def environment(self) -> dict[str, str]:
        """What a server needs in its environment to ask here."""
        return {"PEXELS_URL": self.url, "GEOAPIFY_URL": self.url,
                "PEXELS_API_KEY": PEXELS_KEY, "GEOAPIFY_API_KEY": GEOAPIFY_KEY}

    @property
    def addresses(self) -> dict[str, str]:
        """The same without keys: they come from Settings, or there are none."""
        return {name: value for name, value in self.environment.items() if name.endswith("_URL")}

    def fail(self, who: str, status: int = 500, headers: dict | None = None, body: bytes | None = None,
             type: str = "application/json") -> None:
        """From now on `pexels`, `pictures` (the downloads) or `geoapify` answer so. A body with the status 200 is
        what a broken service sends: `fail("pexels", 200, body=b"<html>", type="text/html")`."""
        with self._lock:
            self._failures[who] = (status, headers or {}, body if body is not None else b'{"error":"stand-in"}', type)

    def break_off(self, who: str) -> None:
        """From now on `who` closes the connection in the middle of an answer."""
        with self._lock:
            self._failures[who] = None

    def bomb(self) -> None:
        """From now on pictures are small files that claim to have billions of pixels."""
        self.fail("pictures", 200, body=png(4, 4, declared=(50_000, 50_000)), type="image/png")

    def mend(self) -> None:
        """All answer as they should again."""
        with self._lock:
            self._failures.clear()

    def hold(self) -> None:
        """Answers wait from now on."""
        self._open.clear()

    def release(self) -> None:
        """Answers that wait are sent, and further ones at once."""
        self._open.set()

    def questions(self, who: str) -> list[dict]:
        """The parameters of what was asked of `pexels`, `pictures` (with their `path`) or `geoapify`."""
        with self._lock:
            return [query for name, query in self.asked if name == who]

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        address = urlsplit(handler.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        who = {"/v1/search": "pexels", "/v1/geocode/autocomplete": "geoapify"}.get(address.path, "pictures")
        with self._lock:
            self.asked.append((who, {**query, "path": address.path}))
        self._open.wait(60)
        with self._lock:
            broken = who in self._failures
            failure = self._failures.get(who)
        if broken and failure is None:
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", "1000")
            handler.end_headers()
            handler.wfile.write(b'{"photos":[')
            handler.close_connection = True
            return
        status, headers, body, type = failure or getattr(self, f"_{who}")(handler, address.path, query)
        try:
            handler.send_response(status)
            for name, value in headers.items():
                handler.send_header(name, value)
            handler.send_header("Content-Type", type)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True

    # https://www.pexels.com/api/documentation/#photos-search
    def _pexels(self, handler, path: str, query: dict):
        if handler.headers["Authorization"] != PEXELS_KEY:
            return self._json(401, {"status": 401, "code": "Unauthorized"})
        page, count = int(query.get("page", 1)), int(query.get("per_page", 15))
        first = (page - 1) * count + 1
        photos = [self._photo(number, query["query"]) for number in range(first, min(first + count, self.total + 1))]
        answer = {"total_results": self.total, "page": page, "per_page": count, "photos": photos}
        if first + count <= self.total:
            answer["next_page"] = f"https://api.pexels.com/v1/search/?page={page + 1}&per_page={count}"
        return self._json(200, answer, {"X-Ratelimit-Limit": "20000", "X-Ratelimit-Remaining": "19684",
                                        "X-Ratelimit-Reset": "1893456000"})

    def _photo(self, number: int, subject: str) -> dict:
        sizes = ("original", "large2x", "large", "medium", "small", "portrait", "landscape", "tiny")
        return {
            "id": number, "width": 3066, "height": 3968, "url": f"https://www.pexels.com/photo/{number}/",
            "photographer": f"Photographer {number}", "photographer_url": f"https://www.pexels.com/@photographer-{number}",
            "photographer_id": 1000 + number, "avg_color": "#374824", "liked": False, "alt": f"{subject} {number}",
            "src": {size: f"{self.url}/photos/{number}/{size}.png?auto=compress" for size in sizes}}

    def _pictures(self, handler, path: str, query: dict):
        try:
            number = int(path.split("/")[2])
        except (IndexError, ValueError):
            return self._json(404, {"error": "not found"})
        # Each has bytes of its own: equal ones are stored once.
        return 200, {}, png(48, 32, (number * 37 % 256, number * 91 % 256, number % 256)), "image/png"

    # https://apidocs.geoapify.com/docs/geocoding/address-autocomplete/
    def _geoapify(self, handler, path: str, query: dict):
        if query.get("apiKey") != GEOAPIFY_KEY:
            return self._json(401, {"statusCode": 401, "error": "Unauthorized", "message": "Invalid apiKey"})
        text, country = query["text"].casefold(), query.get("filter", "").removeprefix("countrycode:")
        results = [
            {"country_code": code, "city": name, "state": state, "lat": latitude, "lon": longitude,
             "result_type": "city", "formatted": f"{name}, {state}", "rank": {"importance": 0.7, "confidence": 1},
             "place_id": f"51{index:08x}"}
            for index, (name, state, code, latitude, longitude) in enumerate(CITIES)
            if name.casefold().startswith(text) and country in ("", code)]
        return self._json(200, {"results": results[:int(query.get("limit", 5))], "query": {"text": query["text"]}})

    @staticmethod
    def _json(status: int, value, headers: dict | None = None):
        return status, headers or {}, json.dumps(value).encode(), "application/json; charset=utf-8"
