"""Which of GeoNames' other names of a city people would type. They come without a language."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from babel import Locale
from folding import key

LONGEST = 40
LARGE = 1_000_000
MIDDLING = 100_000

# Which scripts a city's own people write, beside Latin and Cyrillic, which the program's languages are written in.
OWN_SCRIPTS = {
    "GREEK": "GR CY", "HEBREW": "IL", "GEORGIAN": "GE", "ARMENIAN": "AM", "HANGUL": "KR KP", "THAI": "TH",
    "CJK": "CN TW HK MO JP SG",
    "ARABIC": "AE BH DZ EG IQ IR JO KW LB LY MA OM PK PS QA SA SD SY TN YE AF",
}
# Words that only gazetteers put before or behind a name.
CLUTTER = re.compile(
    r"^(lungsod ng|dakbayan sa|dakbayan han|gorad|horad|kota|opstina|gradska|bayan ng|ciutat d|munisipyo)\b|"
    r" (rayon|raion|район)$")
RUSSIAN = set("абвгдеёжзийклмнопрстуфхцчшщъыьэюя -.")
POLISH = set("ąćęłńóśźż")
# Letters that Russian writes more often than its neighbours, and those that Serbian has not.
RUSSIAN_OFTEN, NOT_SERBIAN = "ыь", set("йщъьюя")


@dataclass(frozen=True)
class Alternate:
    """A name, whether Polish or Russian prefers it to the city's others, and how much it matters: the most first."""
    name: str
    preferred: bool
    worth: int


def chosen(city: dict, native: set[str]) -> Iterator[Alternate]:
    """The other names of a city that are worth having; of several with the same letters, one. `native` are the
    letters with marks that its country's people write.
    """
    names = {name for name in map(tidied, city["alternatenames"]) if typed(name, city)}
    known = dict(translations(city, names))
    names |= set(known.values())
    preferred = {name for language, name in known.items() if language in ("pl", "ru")}
    if "ru" not in known:
        words = len(key(city["name"]).split())
        cyrillic = (name for name in names if script(name) == "CYRILLIC")
        preferred |= set(sorted(cyrillic, key=lambda name: russian(name, words))[:1])
    taken = {key(city["name"])}
    kept: list[str] = []
    for name in sorted(names, key=lambda name: (name not in preferred, name not in known.values(),
                                                strangeness(name, native), name.count(" "), name)):
        folded = key(name)
        if not folded or folded in taken:
            continue
        translated = name in preferred or name in known.values()
        if not translated and city["population"] < MIDDLING and any(found(folded, other) for other in taken):
            continue
        taken.add(folded)
        kept.append(name)
    for name in kept:
        yield Alternate(name, name in preferred, worth(name, city, name in preferred or name in known.values()))


def worth(name: str, city: dict, translated: bool) -> int:
    if translated:
        return 5
    if script(name) in ("LATIN", "CYRILLIC"):
        return 4 if city["population"] >= LARGE else 3 if city["population"] >= MIDDLING else 0 if name.isascii() else 1
    return 2


def tidied(name: str) -> str:
    """The name with single spaces and without marks that cannot be seen."""
    return " ".join("".join(sign for sign in name if unicodedata.category(sign) != "Cf").split())


def typed(name: str, city: dict) -> bool:
    """Whether people would type the name: no airport's code, no transliteration by machine, no mixture of scripts."""
    letters = script(name)
    if not letters or len(name) > LONGEST or any(sign.isdigit() or sign in ",;()/\"”=_&" for sign in name):
        return False
    if letters in ("LATIN", "CYRILLIC", "GREEK"):
        # Transliterations are in small letters.
        if name[0].islower() or len(name) < 3 or CLUTTER.search(key(name)):
            return False
        return not (name.isupper() and len(name) <= 4) or city["population"] >= 5 * LARGE
    return len(name) > 1 and city["countrycode"] in OWN_SCRIPTS.get(letters, "").split()


@cache
def script(name: str) -> str:
    """The script of all the letters of a name, or nothing where there are several or none."""
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    return scripts.pop() if len(scripts) == 1 else ""


def strangeness(name: str, native: set[str]) -> int:
    """0 for letters with marks that are Polish or the country's own (München), 1 for none, 2 for others (Kíev)."""
    marked = {letter for letter in name.lower() if not letter.isascii() and letter.isalpha()}
    return 1 if not marked else 0 if marked <= POLISH | native or script(name) != "LATIN" else 2


def russian(name: str, words: int) -> tuple:
    """Orders Cyrillic names of a city: what looks most Russian first."""
    letters = name.lower()
    often = sum(letters.count(letter) for letter in RUSSIAN_OFTEN)
    return (abs(len(key(name).split()) - words), not set(letters) <= RUSSIAN, name.count(" "), -often, -len(name),
            not set(letters) & NOT_SERBIAN, name)


def found(folded: str, other: str) -> bool:
    """Whether searching for one name finds the other in spite of the error: one letter too many, missing or wrong."""
    if abs(len(folded) - len(other)) > 1 or min(len(folded), len(other)) < 4:
        return False
    short, long = sorted((folded, other), key=len)
    same = next((index for index, letter in enumerate(short) if letter != long[index]), len(short))
    return short[same + (len(short) == len(long)):] == long[same + 1:]


def translations(city: dict, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What languages call the city that its time zone is named for, by CLDR: sure spellings of some 400 cities."""
    known = {key(name) for name in (*names, city["name"])}
    own = key(city["timezone"].rsplit("/", 1)[-1].replace("_", " "))
    if own not in known or own != key(city["name"]) and city["population"] < LARGE:
        return
    for language in ("pl", "ru", "uk", "de", "fr", "es"):
        name = zones(language).get(city["timezone"], {}).get("city", "")
        if script(name) in ("LATIN", "CYRILLIC") and not any(sign in name for sign in ",("):
            yield language, name


@cache
def zones(language: str) -> dict:
    return Locale(language).time_zones
