"""Equal Earth in map units: what EqualEarth.swift and WorldMap.swift do, in whole numbers."""

import math

A1, A2, A3, A4 = 1.340264, -0.081106, 0.000893, 0.003796
WIDTH = 20_000
SLOPE = math.sqrt(3) / 2


def plane(longitude: float, latitude: float) -> tuple[float, float]:
    """Where a place is on the plane, for a globe of radius 1."""
    angle = math.asin(SLOPE * math.sin(math.radians(latitude)))
    square = angle * angle
    sixth = square ** 3
    slope = A1 + 3 * A2 * square + sixth * (7 * A3 + 9 * A4 * square)
    return (math.radians(longitude) * math.cos(angle) / (SLOPE * slope),
            angle * (A1 + A2 * square + sixth * (A3 + A4 * square)))


RIGHT = plane(180, 0)[0]
TOP = plane(0, 90)[1]
HEIGHT = WIDTH * TOP / RIGHT


def units(longitude: float, latitude: float, parts: int = 1) -> tuple[int, int]:
    """The same in parts of map units: x from 0 eastward, y from 0 at the north pole downward."""
    x, y = plane(longitude, latitude)
    return round((x + RIGHT) / (2 * RIGHT) * WIDTH * parts), round((TOP - y) / (2 * TOP) * HEIGHT * parts)
