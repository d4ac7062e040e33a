"""The work that each program is given, with the same people, parts of names and chances for all of them."""

import csv
import math
import random
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from peer import PAGE, Peer, Person, Request

PARTS, FILTERS, PEOPLE, IDS, PAGES = 100, 500, 5_000, 60_000, 100


@dataclass(frozen=True)
class Sample:
    """What the requests are made of: chosen from the people once, for all programs."""

    count: int
    people: list[Person]
    frequent: dict[str, int]  # part of last names → how many people have it
    rare: dict[str, int]
    short: dict[str, int]  # two letters
    filters: dict[tuple[str, str], int]  # first and last name → how many people have both


@dataclass(frozen=True)
class Work:
    name: str
    requests: Callable[[Peer, Sample], list[Request]]
    totals: Callable[[Sample], list[int]] | None = None  # what the answers have to state, in the requests' order
    once: bool = False  # each request can be sent only once
    goal: str = ""


def sample(file: Path, count: int) -> Sample:
    """Parts are ASCII letters that as many people have when accents count as when they don't: Kartoteka finds "Müller"
    by "mul", SQL's LIKE doesn't."""
    names: Counter[str] = Counter()
    people: list[Person] = []
    filters: dict[tuple[str, str], int] = {}
    with file.open(newline="", encoding="utf-8") as opened:
        for person in csv.DictReader(opened):
            first, last = both = person["first_name"], person["last_name"]
            names[last] += 1
            if len(people) < PEOPLE:
                people.append(person)
            if len(filters) < FILTERS and is_plain(first) and is_plain(last):
                filters.setdefault(both, 0)
            if both in filters:
                filters[both] += 1
    three, two = parts(names, 3), parts(names, 2)
    frequent, rare = dict(three[:PARTS]), dict(three[-PARTS:])
    short = dict(two[::math.ceil(len(two) / PARTS)])
    return Sample(count, people, frequent, rare, short, filters)


def is_plain(text: str) -> bool:
    return text.isascii() and text.isalpha()


def parts(names: Counter[str], length: int) -> list[tuple[str, int]]:
    """How many people have so many letters in their last name, the most frequent ones first."""
    like, folded = pieces(names, length, ascii_lower), pieces(names, length, fold)
    return [(part, number) for part, number in like.most_common() if is_plain(part) and folded[part] == number]


def pieces(names: Counter[str], length: int, change: Callable[[str], str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, number in names.items():
        text = change(name)
        for part in {text[begin:begin + length] for begin in range(len(text) - length + 1)}:
            found[part] += number
    return found


def ascii_lower(name: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in name)


def fold(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(SPECIAL.get(letter, letter) for letter in letters if not unicodedata.combining(letter))


SPECIAL = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}


def searches(peer: Peer, parts: dict[str, int]) -> list[Request]:
    return [peer.search(part) for part in parts]


def updates(peer: Peer, data: Sample) -> list[Request]:
    """So many different ones that hardly any finds what it would write."""
    chance, ids = random.Random(3), peer.ids(20_000)
    return [peer.update(chance.choice(ids), chance.choice(data.people)) for _ in range(20_000)]


def records(peer: Peer) -> list[Request]:
    return [peer.record(id) for id in peer.ids(10_000)]


def mixed(peer: Peer, data: Sample) -> list[Request]:
    """Of ten requests three of one record, three of the first page, three searches for a frequent part, one update."""
    chance = random.Random(2)
    found, one, changed = searches(peer, data.frequent), records(peer), updates(peer, data)
    requests: list[Request] = []
    for _ in range(200):
        ten = [*chance.choices(one, k=3), *[peer.first_page()] * 3, *chance.choices(found, k=3), chance.choice(changed)]
        requests += chance.sample(ten, len(ten))
    return requests


WORKS = {
    "list": Work(
        "first page, sorted by last name, exact total", lambda peer, _: [peer.first_page()], lambda data: [data.count],
        goal="20 × PocketBase; 0.6 of hello"),
    "deep": Work(
        "page in the middle of the list", lambda peer, data: peer.deep(data.count, min(PAGES, data.count // PAGE // 4)),
        lambda data: [data.count] * min(PAGES, data.count // PAGE // 4), goal="20 × PocketBase"),
    "frequent": Work(
        "search for a frequent part, first 50 and exact total", lambda peer, data: searches(peer, data.frequent),
        lambda data: list(data.frequent.values()), goal="40 × the best peer"),
    "rare": Work(
        "search for a rare part", lambda peer, data: searches(peer, data.rare),
        lambda data: list(data.rare.values()), goal="40 × the best peer"),
    "short": Work(
        "search for two letters", lambda peer, data: searches(peer, data.short),
        lambda data: list(data.short.values())),
    "filter": Work(
        "filter on first and last name",
        lambda peer, data: [peer.filter({"first_name": first, "last_name": last}) for first, last in data.filters],
        lambda data: list(data.filters.values())),
    "record": Work("one record", lambda peer, _: records(peer), goal="1.5 × PocketBase"),
    "update": Work("update a record", updates),
    "create": Work("create a record", lambda peer, data: [peer.create(person) for person in data.people],
                   goal="1.5 × PocketBase"),
    "delete": Work("delete a record", lambda peer, _: [peer.delete(id) for id in peer.ids(IDS)], once=True),
    "mix": Work("90 % reads, 10 % updates", mixed),
}


def check(work: Work, peer: Peer, requests: list[Request], data: Sample) -> None:
    """Ends the bench when the program does not do the work, or states another total than the people have."""
    totals = work.totals(data) if work.totals else [None] * len(requests)
    several = list(zip(requests, totals, strict=True))
    for request, expected in several[::max(1, len(several) // 5)] if work.totals else several[:1]:
        status, answer = peer.send(request)
        if status not in ((200,) if request.method == "GET" else peer.written):
            sys.exit(f"{peer.name}: {request.method} {request.path} answered {status}: {answer[:500]}")
        if expected is not None and peer.total(answer) != expected:
            sys.exit(f"{peer.name} states {peer.total(answer)} instead of {expected} people: {request.path}")
