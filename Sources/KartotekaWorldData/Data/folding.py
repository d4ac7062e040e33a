"""What KartotekaModel's Folding and the gazetteer's NameKey make of a text. A test compares the order of both."""

import unicodedata

LETTERS = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i",
    "ŧ": "t", "ŋ": "n", "ĸ": "k", "ſ": "s", "ƒ": "f", "ґ": "г", "\u2019": "'", "\u2018": "'",
    "\u00a0": " ", "\u2010": "-", "\u2011": "-", "\u2013": "-",
}
BREVE = "\u0306"


# The accents of Latin, Greek and Cyrillic, points of Hebrew, Arabic and Syriac, and what selects a character's form. The marks
# of other scripts make other words.
ACCENTS = [
    (0x300, 0x36F), (0x483, 0x487), (0x591, 0x5C7), (0x610, 0x61A), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6ED),
    (0x711, 0x711), (0x730, 0x74A), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE0F),
    (0xFE20, 0xFE2F), (0xE0100, 0xE01EF)]


def is_accent(sign: str) -> bool:
    return unicodedata.category(sign) == "Mn" and any(first <= ord(sign) <= last for first, last in ACCENTS)


def fold(text: str) -> str:
    folded: list[str] = []
    for letter in text:
        if "\u3099" <= letter <= "\u309a" and folded and len(both := unicodedata.normalize("NFC", folded[-1] + letter)) == 1:
            # か and the mark of a voiced sound are が.
            folded[-1] = both
            continue
        parts = letter if "\u3040" <= letter <= "\u30ff" else unicodedata.normalize("NFD", letter.lower())
        for part in parts:
            if not is_accent(part):
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
