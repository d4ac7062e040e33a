"""Rings of whole points and the path data that draw them."""

from itertools import pairwise

Whole = tuple[int, int]


def slim(points: list[Whole]) -> list[Whole]:
    """The ring without the point that closes it and without those between two others on one line."""
    ring = [point for point, following in pairwise(points) if point != following]
    changed = True
    while changed and len(ring) > 2:
        kept = [point for index, point in enumerate(ring)
                if not is_between(ring[index - 1], point, ring[(index + 1) % len(ring)])]
        changed = len(kept) < len(ring)
        ring = kept
    return ring


def is_between(before: Whole, point: Whole, after: Whole) -> bool:
    (ax, ay), (bx, by) = ((point[0] - before[0], point[1] - before[1]), (after[0] - point[0], after[1] - point[1]))
    return ax * by == ay * bx


def closed(ring: list[Whole]) -> str:
    """A ring as path data: where it starts, then whole steps from point to point."""
    path = f"M{ring[0][0]} {ring[0][1]}l"
    text = ""
    for (x, y), (to_x, to_y) in pairwise(ring):
        for step in (to_x - x, to_y - y):
            text += str(step) if step < 0 or not text else f" {step}"
    return f"{path}{text}z"
