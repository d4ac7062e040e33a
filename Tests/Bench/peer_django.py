"""Django's admin under gunicorn with two workers."""

import html
import re
import shutil
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from peer import PAGE, Peer, Person, Request, query
from peers_install import PEERS
from tools import run, timed

ADMIN = "/admin/people/person/"
USER, PASSWORD = "bench", "bench-password"


class Django(Peer):
    name = "Django admin"
    table = "people_person"
    written = (302,)  # a form that it doesn't accept comes back with 200

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.database = folder / "db.sqlite3"
        self.cookies = SimpleCookie()

    def fill(self, file: Path, bare: Path, count: int) -> float | None:
        project = Path(__file__).with_name("django_project")
        shutil.copytree(project, self.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        self.manage("makemigrations", "people")
        self.manage("migrate")
        self.manage("shell", "--command", "from django.contrib.auth.models import User; "
                    f"User.objects.create_superuser('{USER}', password='{PASSWORD}')")
        return timed(lambda: run(PEERS / "bin/python", self.folder / "load.py", file))

    def manage(self, *words: str) -> None:
        run(PEERS / "bin/django-admin", *words, "--settings", "settings", "--pythonpath", self.folder)

    def command(self) -> list[str | Path]:
        return [PEERS / "bin/gunicorn", "--workers", "2", "--no-control-socket",
                "--bind", f"127.0.0.1:{self.port}", "wsgi"]

    def start(self) -> None:
        self.cookies, self.headers = SimpleCookie(), {}
        super().start()
        self.log_in()

    def log_in(self) -> None:
        """Keeps the cookies of somebody who is logged in, and the token that forms have to send back."""
        self.headers = {"Content-Type": "application/x-www-form-urlencoded"}
        self.keep_cookies(Request("/admin/login/"))
        self.keep_cookies(Request("/admin/login/", "POST", self.form({"username": USER, "password": PASSWORD})))
        if "sessionid" not in self.cookies:
            raise ChildProcessError(f"Django did not let the bench in:\n{self.log()}")

    def keep_cookies(self, request: Request) -> None:
        for name, value in self.exchange(request)[2]:
            if name.lower() == "set-cookie":
                self.cookies.load(value)
        self.headers["Cookie"] = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())

    def form(self, values: dict[str, str]) -> str:
        return urlencode({**values, "csrfmiddlewaretoken": self.cookies["csrftoken"].value})

    def answers(self) -> bool:
        try:
            return self.send(Request("/admin/login/"))[0] == 200
        except OSError:
            return False

    def first_page(self) -> Request:
        return Request(ADMIN)

    def deep(self, count: int, pages: int) -> list[Request]:
        middle = count // 2 // PAGE
        return [Request(query(ADMIN, p=number)) for number in range(middle, middle + pages)]

    def search(self, part: str) -> Request:
        return Request(query(ADMIN, q=part))

    def filter(self, person: Person) -> Request:
        return Request(query(ADMIN, first_name=person["first_name"], last_name=person["last_name"]))

    def record(self, id: str) -> Request:
        return Request(f"{ADMIN}{id}/change/")

    def create(self, person: Person) -> Request:
        return Request(f"{ADMIN}add/", "POST", self.form(person))

    def update(self, id: str, person: Person) -> Request:
        return Request(f"{ADMIN}{id}/change/", "POST", self.form(person))

    def delete(self, id: str) -> Request:
        return Request(f"{ADMIN}{id}/delete/", "POST", self.form({"post": "yes"}))

    def total(self, answer: str) -> int:
        """The paginator's "3804 persons", below the rows."""
        [paginator] = re.findall(r'<(?:p|nav) class="paginator".*?</(?:p|nav)>', answer, re.DOTALL)
        text = html.unescape(re.sub(r"<[^>]*>", " ", paginator))
        return int(re.findall(r"(\d+)\s+persons?\b", text)[0])
