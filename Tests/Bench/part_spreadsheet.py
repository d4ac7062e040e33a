"""A spreadsheet of a million rows becomes an application."""

import argparse
import http.client
import re
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tools import most_memory, say

from kartoteka import Server

HEAD = ('<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
        + "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in ("Name", "City", "Price", "Bought"))
        + "</row>")
FILES = {
    "_rels/.rels":
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml":
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
        '<sheet name="Things" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>',
}
CITIES = ["Oslo", "Rome", "Łódź", "Москва", "Paris"]
BOUNDARY = "kartoteka-bench"


def spreadsheet(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long the guess takes, which includes the upload, and the making of the application with all rows."""
    count = min(options.rows, 1_048_575)
    say(f"Making a spreadsheet of {count:,} rows")
    file = folder / "things.xlsx"
    make_file(file, count)
    with Server(folder / "data") as server:
        begin = time.monotonic()
        proposal = upload(server, "/apps/new/files", file)
        status, page = server.get(proposal)
        guessed = time.monotonic() - begin
        assert status == 200 and b"Nothing is made yet" in page, page[:500]
        yield [f"a spreadsheet of {count:,} rows ({file.stat().st_size / 1e6:.0f} MB) uploaded and guessed",
               f"{guessed:.2f} s", "", "≤ 1 s"]
        begin = time.monotonic()
        send(server, proposal, "version=0&title=Things&table-1=on", "application/x-www-form-urlencoded")
        place = proposal
        while not re.fullmatch(r"/things/import/\d+", place):
            place = follow(server, place)
        made = time.monotonic() - begin
        status, answer = server.get("/api/things/things?limit=1")
        assert status == 200 and f'"total":{count}'.encode() in answer, answer[:300]
        yield [f"its application made, all {count:,} rows checked and loaded", f"{made:.1f} s", "", ""]
        yield ["memory at most meanwhile", f"{most_memory(server.process.pid) / 1e6:.0f} MB", "", ""]
        begin = time.monotonic()
        place = upload(server, "/things/import", file)
        answered = time.monotonic() - begin
        yield ["the same file uploaded to the application, until its page answers", f"{answered:.2f} s", "", "≤ 4 s"]


def make_file(file: Path, count: int) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            sheet.write(HEAD.encode())
            for first in range(0, count, 10_000):
                sheet.write("".join(
                    f'<row><c t="inlineStr"><is><t>Thing {number}</t></is></c><c t="inlineStr"><is><t>'
                    f"{CITIES[number % 5]}</t></is></c><c><v>{number / 100}</v></c><c t=\"inlineStr\"><is><t>"
                    f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}</t></is></c></row>"
                    for number in range(first, min(count, first + 10_000))).encode())
            sheet.write(b"</sheetData></worksheet>")


def upload(server: Server, path: str, file: Path) -> str:
    head = (f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="{file.name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n")
    body = head.encode() + file.read_bytes() + f"\r\n--{BOUNDARY}--\r\n".encode()
    return send(server, path, body, f"multipart/form-data; boundary={BOUNDARY}")


def send(server: Server, path: str, body: bytes | str, kind: str) -> str:
    """Sends a form; the address to which the answer leads."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request("POST", path, body, {"Content-Type": kind, "Origin": server.url})
        response = connection.getresponse()
        answer = response.read()
        assert response.status == 303, f"{response.status} {answer[:500]!r}"
        return response.headers["Location"]
    finally:
        connection.close()


def follow(server: Server, path: str) -> str:
    """The address to which a page leads; the same one, after a moment, where it leads nowhere yet."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        answer = response.read()
        assert response.status in (200, 303), f"{response.status} {answer[:500]!r}"
        if response.status == 200:
            assert b"Cancel" in answer, answer[:1000]
            time.sleep(0.1)
        return response.headers["Location"] or path
    finally:
        connection.close()
