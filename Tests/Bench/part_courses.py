"""Courses at a large school: ten thousand users, fifty thousand courses, and a course with thousands of students."""

import argparse
import csv
import json
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import Load, measure, run, say, timed

from kartoteka import Server, executable

USERS, COURSES, STUDENTS, CHANGED = 10_000, 50_000, 5_000, 1_000
API = "/api/courses/courses/1/students"


def courses(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """The sheet with ticks and the grouped teachers beside a plain list, and how long many changed ticks take."""
    say(f"Importing {USERS:,} users and {COURSES:,} courses")
    chance = random.Random(1)
    data = folder / "school"
    fill(folder, data, chance)
    with Server(data) as server:
        chosen = sorted(chance.sample(range(1, USERS + 1), STUDENTS))
        choose(server, chosen)
        plain = 0.0
        for load in (
            Load("users, page", ["/courses/users"]),
            Load(f"sheet with {USERS:,} ticks, page", ["/courses/courses/1/students"]),
            Load(f"teachers of {COURSES:,} courses, page", ["/courses/teachers"]),
            Load("courses, page", ["/courses/courses"]),
        ):
            say(f"Measuring: {load.name}")
            speed = measure(load, server, folder, options.seconds)
            plain = plain or speed.per_second
            yield [load.name, f"{speed.per_second:,.0f}/s, median {speed.median}, 99 % {speed.slowest}",
                   f"{speed.per_second / plain:.2f} of users", ""]
        say("Measuring: first views after a change")
        for name, path in (("users", "users"), ("sheet", "courses/1/students"), ("teachers", "teachers")):
            times = []
            for _ in range(5):
                chosen[0] = 1 if chosen[0] != 1 else 2
                choose(server, sorted(set(chosen)))
                times.append(timed(lambda: answered(server, f"/courses/{path}")))
            yield [f"{name}, first view after a change", f"median {statistics.median(times) * 1000:,.1f} ms", "", ""]
        times = []
        for _ in range(5):
            others = chance.sample([number for number in range(1, USERS + 1) if number not in set(chosen)], CHANGED // 2)
            chosen = sorted(set(chosen[CHANGED // 2:]) | set(others))
            times.append(timed(lambda: choose(server, chosen)))
        yield [f"{CHANGED:,} changed ticks saved in one transaction", f"median {statistics.median(times) * 1000:,.0f} ms", "", ""]


def fill(folder: Path, data: Path, chance: random.Random) -> None:
    users, taught = folder / "users.csv", folder / "courses.csv"
    with users.open("wb") as output:
        run(executable(), "mock", "courses", "users", "--count", USERS, "--seed", 1, "--format", "csv", output=output)
    subjects = [f"Subject {number:02}" for number in range(40)]
    with taught.open("w", newline="", encoding="utf-8") as output:
        rows = csv.writer(output)
        rows.writerow(["id", "name", "subject", "teacher"])
        for number in range(1, COURSES + 1):
            rows.writerow([number, f"Course {number}", chance.choice(subjects), chance.randint(1, USERS)])
    report = json.loads(run(executable(), "import", "courses", users, taught, "--data", data, "--json"))
    if sum(file["inserted"] for file in report["files"]) != USERS + COURSES:
        sys.exit(f"Not everything was imported: {report}")


def choose(server: Server, ids: list[int]) -> None:
    status, body = server.send("PUT", API, json.dumps({"ids": ids}))
    if status >= 300:
        sys.exit(f"Choosing students answered {status}: {body[:500].decode()}")


def answered(server: Server, path: str) -> None:
    status, body = server.get(path)
    if status != 200:
        sys.exit(f"{path} answered {status}: {body[:500].decode()}")
