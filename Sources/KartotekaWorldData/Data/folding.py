"""What KartotekaModel's Folding and the gazetteer's NameKey make of a text. A test compares the order of both."""

import unicodedata

LETTERS = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i",
    "ŧ": "t", "ŋ": "n", "ĸ": "k", "ſ": "s", "ƒ": "f", "ґ": "г", "\u2019": "'", "\u2018": "'",
    "\u00a0": " ", "\u2010": "-", "\u2011": "-", "\u2013": "-",
}
BREVE = "\u0306"


def fold(text: str) -> str:
    folded: list[str] = []
    for letter in text:
        for part in unicodedata.normalize("NFD", letter.lower()):
            if unicodedata.category(part) != "Mn":
                folded += LETTERS.get(part, part)
            elif part == BREVE and folded and folded[-1] == "и":
                folded[-1] = "й"
    return "".join(folded)


# Dropped, so that Sana'a is found as sanaa and St. Louis as st louis.
SILENT = set("'.`\u00b4\u02b9\u02bb\u02bc")


def key(text: str) -> str:
    """The text as it is looked for: folded, without apostrophes, its words parted by single spaces."""
    words = "".join(
        letter if ord(letter) >= 0x80 or letter.isalnum() else "" if letter in SILENT else " "
        for letter in fold(text) if letter not in SILENT)
    return " ".join(words.split())
