"""Loads people from a CSV file, as a Django project would: `python load.py people.csv`."""

import csv
import os
import sys
from itertools import islice

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
django.setup()

from django.db import transaction  # noqa: E402
from people.models import Person  # noqa: E402

with open(sys.argv[1], newline="", encoding="utf-8") as opened, transaction.atomic():
    rows = csv.DictReader(opened)
    while people := [Person(**row) for row in islice(rows, 10_000)]:
        Person.objects.bulk_create(people)
