"""Which variants of a test a usual run takes. `script/test --all` takes all."""

import pytest


def nightly(*values) -> list:
    """Further values of a test's parameter, with which it shows again what it shows with the others:
    `@pytest.mark.parametrize("language", ["pl", *nightly("ru")])`. They run with `--all` only."""
    return [pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.nightly) for value in values]
