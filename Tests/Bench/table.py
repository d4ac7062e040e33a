"""A table in Markdown with footnotes."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Table:
    head: list[str]
    rows: list[list[str]] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)

    def note(self, text: str) -> str:
        """The mark of a footnote, which is the same for the same text."""
        return f"[{self.notes.setdefault(text, len(self.notes) + 1)}]"

    def lines(self) -> Iterator[str]:
        """Markdown; all columns but the first and the last are figures."""
        for row in [self.head, ["---", *["---:"] * (len(self.head) - 2), "---"], *self.rows]:
            yield f"| {' | '.join(row)} |"
        if self.notes:
            yield ""
        for text, number in self.notes.items():
            yield f"[{number}] {text}  "
