"""Values that programs forget: the ends of numbers, absurd dates, texts of odd letters, broken files."""

import base64
import json
import struct
import zlib

BIG, SMALL = str(2**63 - 1), str(-2**63)

NUMBERS = [
    "-1", "0", "1", "2", BIG, str(2**63 - 2), str(2**63), SMALL, str(-2**63 - 1), str(2**64), str(2**62), str(2**53 + 1),
    str(2**31), "9" * 26, "1e400", "-0", "NaN", "inf", "-inf", "1e308", "-1e308", "1e-400", "0x10", "1.5", "00", "+1", "٣",
    "1e5", "92233720368547758.07", "-92233720368547758.08", "92233720368547758.08", "0." + "0" * 400 + "1",
]
DATES = [
    "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "-0001-01-01", "2026-02-30", "0001-01", "9999-12", "0000",
    "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "last-9999-days",
    "next-9999-days", "last-" + "9" * 20 + "-days", "last--1-days", "0001-01-01..9999-12-31", "9999-12-31..0001-01-01",
    "..", "0001-01-01..", "..9999-12-31", "24:00", "25:61", "-1:00",
]
TEXTS = [
    "", " ", "a" * 5000, "\0", "'\"<>&", "\u202e", "😀" * 300, "e\u0301" * 500, "(" * 3000, "[" * 3000, '"' * 1000,
    "../../etc/passwd", ".", "..", ",", ",,,,", "-", ":", "1:2:3", "1.1.1", "." * 50, "*", "%", "_", "\\", "null", "true",
    "~", "~1", "~" + BIG, "1,2,3", "1," * 2000, f"{BIG},{BIG}", f"{BIG},{BIG},{BIG}", f"0,0,{BIG}", "\r\n", "\t",
    "\ufeff", "id", "-id", "id,id,id", "x" * 300, SMALL + ".1.1", f"{BIG}.{BIG}.{BIG}", "0." + BIG, BIG + ".0",
    "en", "all", "any", "or", "not", "cards", "table", "board", "gallery", "calendar", "map",
    "chart:id", "chart:day:id,by:id,pivot", "chart:" + "a" * 500 + ",sum:id,lines",
]


def _cursor(value) -> str:
    return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).decode().rstrip("=")


CURSORS = [
    _cursor(value) for value in (
        [], [[]], [[], []], [[], [1, 2]], [[], [None]], [[], [2**63 - 1]], [[], [-2**63]], [[], ["a"]], {}, 1, "a",
        [[["id", "desc"]], [1]], [[], [[]]], [[], [1e308]], [["id"], [1]], [["-id"], [1]], [[], [2**63]])
] + ["====", "a", "ab", base64.b64encode(b"[[],[1e400]]").decode(), base64.b64encode(b"[" * 5000).decode()]

ALL = NUMBERS + DATES + TEXTS + CURSORS

# Query parameters that many pages know.
PARAMETERS = [
    "search", "only", "selected", "near", "from", "after", "before", "at", "rows", "part", "via", "on", "where", "sort",
    "columns", "group", "layout", "view", "day", "references", "limit", "cursor", "of", "to", "entity", "record", "place",
    "find", "field", "tick", "q", "origin", "by", "done", "month", "returnTo", "scope", "include", "as-of", "version",
    "left", "right", "number", "template", "format", "done",
]
# Form fields that no page sends empty, and what they may say.
FIELDS = [
    "_deed", "_remove", "_etag", "_base", "_zone", "_lines", "_search", "_only", "_shape", "_via", "_on", "_choosing",
    "_was", "_added", "_removed", "_shown", "_chosen", "_limit", "_confirmed", "_group", "_find", "_item", "_more", "_less",
    "_field", "_link", "_action", "_step", "_count", "by", "to", "was", "at", "days", "header", "scope", "record", "do",
    "line-0-quantity", "line-0-percent", "line-0-price", "line-0-item", f"line-{BIG}-item", "tick-1", "tick-" + BIG,
]
DEEDS = [
    "remove:" + BIG, "remove:-1", "more:" + BIG, "less:" + SMALL, "add:" + BIG, "add:0", "choose:", "new:", "create:x",
    "edit", "cancel", "find", "done", "discard", "insist", "keep",
]

JSON_VALUES = [
    "null", "true", "0", "-0", "1", "-1", BIG, SMALL, str(2**63), str(-2**63 - 1), "1e400", "-1e400", "1e308", "1e18",
    "1e-400", "0.1e1", "92233720368547758.07", "-92233720368547758.08", "0." + "1" * 400, "1" * 400, '""', '" "', '"NaN"',
    '"\\u0000"', '"\\ud800"', '"' + "a" * 100000 + '"', '"9999-12-31"', '"0001-01-01"', '"10000-01-01"',
    '"9999-12-31T23:59:59.999Z"', '"0001-01-01T00:00:00+23:59"', "[]", "{}", "[null]", "[[]]", "[1,1]", f"[{BIG}]", "[-1]",
    '{"latitude":1e308,"longitude":-1e308}', '{"latitude":90,"longitude":180}', '"data:image/png;base64,AAAA"', '"1,2"',
    '"+999999999999999999999999"', '"http://"', '"a@b"', "[" * 2000 + "]" * 2000, '"' + "😀" * 2000 + '"', '"24:00"',
    f'"{BIG}"', f'"{SMALL}"', "1.5",
]
JSON_BODIES = [
    "", "[" * 100000, '{"a":' * 50000, "[" * 500 + "]" * 500, "{", "[]", "null", "1e400", '{"a":1,"a":2}', "\ufeff{}",
    "{}{}", '{"":null}', '{"operations":[]}', "\0", '{"a":' + "9" * 5000 + "}", "-",
]
# What descriptions of applications may say in place of something else.
DESCRIPTIONS = [
    "-1", "0", "1", BIG, SMALL, str(2**63), "1000000000000000000", "4294967296", "100000000", "0.5", "null", "[]", "{}",
    '""', '" "', '"' + "a" * 9000 + '"', '"' + "(" * 4000 + '"', '"9999-12-31"', '"id"', '"\\u0000"', '"a\\nb"',
    '"select"', '"delete"', '"edit"', '"' + "(a+)+" * 30 + '$"', '"[a-"', '"state"', '"notes"', '"history"', '"new"',
    '"a.b.c.d.e.f"', '"' + "round(" * 40 + "1" + " * 1.0, 0)" * 40 + '"', "[null]", "[[]]",
    "[" + ",".join(f'"{number}"' for number in range(3000)) + "]",
]

HEADERS = {
    "Accept-Language": ["en;q=1e400", "en;q=-1", "," * 3000, "pl;q=" + "9" * 400, "xx"],
    "Accept-Encoding": ["gzip;q=1e400", "gzip;q=nan", "identity;q=0", "*"],
    "If-None-Match": ['"a"', "*", 'W/"', '"' + "a" * 4000 + '"'],
    "If-Match": ['"a"', "*", 'W/"a"', f'"{BIG}"', "0." + BIG],
    "If-Modified-Since": ["Thu, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "x"],
    "Range": ["bytes=0-", "bytes=-1", "bytes=-" + BIG, f"bytes={BIG}-{BIG}", "bytes=5-1", "bytes=" + ",".join(["0-1"] * 500)],
    "Cookie": ["zone=Mars/Olympus", "zone=GMT+99:99", "language=xx", "undo-northwind-{port}=1.2." + BIG, "statements=1", "=;" * 500],
    "Last-Event-ID": [BIG, SMALL, "0." + BIG, "a.b.c"],
    "Idempotency-Key": ["", "a" * 5000, '"a"', "0"],
    "Forwarded": ["for=1.1.1.1;proto=https", "for=" + "a" * 3000],
    "X-Forwarded-For": ["1.1.1.1, 2.2.2.2", "," * 3000],
    "Expect": ["100-continue", "x"],
    "Sec-Fetch-Site": ["same-origin", "x"],
}


def png(width: int, height: int) -> bytes:
    """A picture that says it is so large."""
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 10)) + chunk(b"IEND", b"")


PICTURES = [
    ("png", png(0, 0)), ("png", png(1, 1)), ("png", png(0xffffffff, 0xffffffff)), ("png", b"\x89PNG\r\n\x1a\n" + b"\xff" * 16),
    ("gif", b"GIF89a" + b"\xff" * 7), ("gif", b"GIF89a"), ("jpeg", b"\xff\xd8" + b"\xff" * 5000), ("jpeg", b"\xff\xd8\xff"),
    ("jpeg", b"\xff\xd8\xff\xe0\xff\xffJFIF\0\xff\xc0\xff\xff\x08\xff\xff\xff\xff"),
    ("webp", b"RIFF" + b"\xff" * 4 + b"WEBPVP8X" + b"\xff" * 40), ("webp", b"RIFF\0\0\0\0WEBPVP8L"),
    ("bmp", b"BM" + b"\0" * 12 + struct.pack("<Iii", 40, -2**31, -2**31) + b"\0" * 40),
    ("tiff", b"II*\0" + b"\xff" * 40), ("avif", struct.pack(">I", 0xffffffff) + b"ftypavif" + b"\xff" * 40),
    ("avif", b"\0\0\0\x20ftypavif" + b"\0" * 64), ("heic", b"\0\0\0\x18ftypheic\0\0\0\1meta" + b"\xff" * 64),
    ("svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' width='1e400' viewBox='0 0 1e999 nan'/>"),
    ("svg+xml", b"<svg" + b"<g>" * 20000),
]
FILES = [
    ("a.csv", b"id,name,count,price\n" + f"{BIG},a,{BIG},92233720368547758.07\n{SMALL},b,{SMALL},1e400\n".encode()),
    ("a.csv", b""), ("a.csv", b"\xff\xfe"), ("a.csv", b"a,a,a\n1,2,3\n"), ("a.csv", b'a,b\n"1,2\n3'), ("a.csv", b"\0" * 5000),
    ("a.csv", b"," * 3000 + b"\n1\n"), ("a.json", b"[" * 50000), ("a.json", b'[{"id":1e400},{"id":-1}]'),
    ("a.json", b'[{"a":{"b":{"c":[1]}}}]'), ("a.vcf", b"BEGIN:VCARD\nN:;;;;\nBDAY:99999999\nEND:VCARD\n"),
    ("a.vcf", b"BEGIN:VCARD\n" * 2000), ("a.xlsx", b"PK\x03\x04" + b"\xff" * 60), ("a.ods", b"PK\x05\x06" + b"\0" * 18),
    ("a.sqlite", b"SQLite format 3\0" + b"\xff" * 84), ("a", b"%PDF-1.7"), ("../a", b"x"), ("", b"x"),
]

# Requests that are none, from the first line on.
RAW = [
    b"GET " + target + b" HTTP/1.1\r\nHost: HOST\r\n\r\n" for target in (
        b"*", b"//", b"/%", b"/%zz", b"/%00", b"http://a/b", b"/" + b"a/" * 3000, b"/?" + b"&" * 8000, b"/\xff\xfe", b"?", b"")
] + [
    b"POST /api/northwind/batch HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n" + head + b"\r\n\r\n{}"
    for head in (
        b"Content-Length: -1", b"Content-Length: 9223372036854775807", b"Content-Length: 18446744073709551616",
        b"Content-Length: 1e5", b"Content-Length: 5, 5", b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF",
        b"Transfer-Encoding: chunked\r\n\r\n-1", b"Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0")
] + [
    b"CONNECT a:1 HTTP/1.1\r\nHost: HOST\r\n\r\n", b"GET / HTTP/9.9\r\nHost: HOST\r\n\r\n", b"\x16\x03\x01\x02\x00", b"\r\n\r\n",
]
