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


def joined(*rings: list[Whole]) -> list[list[Whole]]:
    """The rings around areas that share borders point by point, without those borders."""
    steps = {step for ring in rings for step in pairwise([*ring, ring[0]])}
    following = {start: end for start, end in steps if (end, start) not in steps}
    result = []
    while following:
        first = place = min(following)
        ring = []
        while place in following:
            ring.append(place)
            place = following.pop(place)
        if place != first:
            raise ValueError("The areas meet in a point, or their rings turn in different directions.")
        result.append(slim([*ring, ring[0]]))
    return result


def cut(ring: list[Whole], y: int, *, north: bool) -> list[Whole]:
    """The part of an area north or south of a parallel, which crosses its ring twice."""
    result: list[Whole] = []
    for before, point in pairwise([ring[-1], *ring]):
        sides = [place[1] <= y if north else place[1] >= y for place in (before, point)]
        if sides[0] != sides[1] and y not in (before[1], point[1]):
            share = (y - before[1]) / (point[1] - before[1])
            result.append((round(before[0] + (point[0] - before[0]) * share), y))
        if sides[1]:
            result.append(point)
    return slim([*result, result[0]])


def with_western_sahara(morocco: list[Whole], sahara: list[Whole]) -> tuple[list[Whole], list[list[Whole]]]:
    """Morocco's ring and those of Western Sahara, to which the land south of their border belongs in ISO 3166 and the lists
    of the United Nations. Natural Earth draws who holds it: Morocco as far as the berm.
    """
    # The border is a parallel, which is a horizontal line in Equal Earth: the north end of what is drawn as Western Sahara.
    border = min(y for _, y in sahara)
    return cut(morocco, border, north=True), joined(cut(morocco, border, north=False), sahara)
