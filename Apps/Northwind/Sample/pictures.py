"""The pictures of the sample data: portraits that are nobody's, and a still life for each category. Drawn four times as
large as they are kept, so that edges are smooth."""

import io

from PIL import Image, ImageDraw

SIZE, SCALE = 192, 4


class Canvas:
    """A drawing on a square of 100 by 100."""

    def __init__(self, ground):
        self.image = Image.new("RGB", (SIZE * SCALE, SIZE * SCALE), ground)
        self.draw = ImageDraw.Draw(self.image)

    def _box(self, *numbers):
        return [n * SIZE * SCALE / 100 for n in numbers]

    def oval(self, x, y, width, height, fill):
        self.draw.ellipse(self._box(x - width / 2, y - height / 2, x + width / 2, y + height / 2), fill=fill)

    def block(self, left, top, right, bottom, fill, radius=0):
        self.draw.rounded_rectangle(self._box(left, top, right, bottom), radius * SIZE * SCALE / 100, fill=fill)

    def shape(self, points, fill):
        self.draw.polygon([tuple(self._box(*p)) for p in points], fill=fill)

    def arc(self, x, y, width, height, start, end, fill, weight):
        box = self._box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        self.draw.arc(box, start, end, fill=fill, width=int(weight * SIZE * SCALE / 100))

    def png(self):
        small = self.image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).quantize(48, dither=Image.Dither.NONE)
        out = io.BytesIO()
        small.save(out, "PNG", optimize=True)
        return out.getvalue()


# ground, skin, hair, clothes, long hair, glasses, beard
FACES = [
    ("#d9e4dc", "#f0c8a8", "#8a8a8f", "#3b5d50", True, True, False),
    ("#e3dccf", "#eec4a0", "#6d6258", "#33415c", False, False, True),
    ("#d6e0ea", "#f6d7bd", "#d9b36c", "#7a3b46", True, False, False),
    ("#eadfd6", "#c98f63", "#2b211c", "#2f6b62", False, False, True),
    ("#e6d9e2", "#f2cdb0", "#7b4a2d", "#4a4a78", True, False, False),
    ("#dfe6d3", "#7c4f32", "#1d1715", "#b5652f", False, True, False),
    ("#d3e3e3", "#f4d2b6", "#a8552b", "#2d4f6e", True, True, False),
    ("#e8e2d0", "#f0c9a6", "#4c3a2b", "#5c6b2f", False, False, False),
    ("#dcdcec", "#f1cda4", "#17151a", "#8c3f5d", True, False, False),
]


def portrait(number):
    ground, skin, hair, clothes, is_long, has_glasses, has_beard = FACES[number]
    canvas = Canvas(ground)
    if is_long:
        canvas.oval(50, 46, 50, 56, hair)
        canvas.block(26, 42, 74, 76, hair, 12)
    canvas.oval(50, 104, 84, 58, clothes)
    canvas.block(42, 60, 58, 82, skin, 7)
    canvas.oval(50, 80, 20, 10, skin)
    canvas.oval(31, 49, 7, 10, skin)
    canvas.oval(69, 49, 7, 10, skin)
    canvas.oval(50, 47, 38, 48, skin)
    if has_beard:
        canvas.oval(50, 60, 34, 26, hair)
        canvas.oval(50, 53, 34, 20, skin)
    # Hair over the forehead, parted to one side.
    canvas.draw.pieslice(canvas._box(29, 20, 71, 62), 180, 360, fill=hair)
    canvas.shape([(31, 41), (69, 41), (62, 35 + number % 3), (44, 33)], hair)
    canvas.oval(52, 43, 26, 10, skin)
    for x in (42, 58):
        canvas.oval(x, 49, 4.4, 4.8, "#2a2320")
        canvas.arc(x, 46, 9, 7, 205, 335, hair, 1.2)
        if has_glasses:
            canvas.arc(x, 49, 13, 12, 0, 360, "#3a3a40", 1.1)
    if has_glasses:
        canvas.block(48, 48.4, 52, 49.6, "#3a3a40")
    canvas.arc(50, 55, 5, 4, 20, 160, _darker(skin), 1.1)
    canvas.arc(50, 60, 14, 9, 20, 160, "#a2504a", 1.5)
    canvas.shape([(41, 79), (50, 88), (59, 79), (63, 84), (50, 97), (37, 84)], _darker(clothes))
    return canvas.png()


def _darker(color):
    return "#" + "".join(f"{int(int(color[i:i + 2], 16) * 0.78):02x}" for i in (1, 3, 5))


def still_life(number):
    return [_beverages, _condiments, _confections, _dairy, _grains, _meat, _produce, _seafood][number]()


def _beverages():
    canvas = Canvas("#dfe9e4")
    canvas.block(22, 44, 62, 82, "#2f6b62", 8)
    canvas.arc(63, 60, 24, 24, 270, 90, "#2f6b62", 5)
    canvas.oval(42, 44, 40, 9, "#8a5a35")
    for x in (33, 43, 53):
        canvas.arc(x, 28, 7, 16, 90, 270, "#9bb3a8", 2)
    canvas.block(14, 84, 72, 88, "#22504a", 2)
    return canvas.png()


def _condiments():
    canvas = Canvas("#f0e6d2")
    canvas.block(20, 38, 50, 84, "#c8892f", 6)
    canvas.block(18, 28, 52, 40, "#7a5a34", 3)
    canvas.block(24, 52, 46, 70, "#f6ead0", 2)
    canvas.block(58, 46, 80, 84, "#7f9440", 5)
    canvas.block(64, 26, 74, 48, "#7f9440", 2)
    canvas.block(63, 20, 75, 28, "#4c5a28", 2)
    return canvas.png()


def _confections():
    canvas = Canvas("#f2dfdf")
    canvas.block(18, 58, 82, 84, "#8c4a3a", 4)
    canvas.block(18, 50, 82, 66, "#f4e3cf", 4)
    canvas.block(18, 42, 82, 56, "#b5566b", 5)
    for x in (30, 46, 62, 76):
        canvas.oval(x, 58, 8, 12, "#b5566b")
    canvas.oval(50, 36, 14, 14, "#9c2f3f")
    canvas.arc(54, 24, 14, 18, 180, 270, "#5a7a3a", 2)
    return canvas.png()


def _dairy():
    canvas = Canvas("#dde6ef")
    canvas.shape([(14, 66), (78, 36), (88, 66)], "#f2c95c")
    canvas.block(14, 64, 88, 84, "#e3b23f", 3)
    for x, y, size in ((34, 74, 9), (58, 72, 7), (74, 76, 6), (62, 56, 8), (44, 62, 5)):
        canvas.oval(x, y, size, size, "#c9952c")
    return canvas.png()


def _grains():
    canvas = Canvas("#efe7d6")
    canvas.oval(50, 62, 76, 42, "#b9783c")
    canvas.oval(50, 58, 72, 36, "#cf9450")
    for x in (32, 46, 60):
        canvas.shape([(x, 46), (x + 6, 46), (x + 12, 68), (x + 6, 68)], "#f0d3a0")
    return canvas.png()


def _meat():
    canvas = Canvas("#eaddd8")
    canvas.oval(44, 54, 58, 48, "#9c4238")
    canvas.oval(44, 54, 46, 36, "#c46a5c")
    canvas.oval(40, 54, 14, 12, "#f1e2d6")
    canvas.block(66, 66, 88, 76, "#f1e2d6", 5)
    canvas.oval(88, 66, 10, 10, "#f1e2d6")
    canvas.oval(88, 76, 10, 10, "#f1e2d6")
    return canvas.png()


def _produce():
    canvas = Canvas("#e0ead8")
    canvas.oval(40, 60, 42, 44, "#c4452f")
    canvas.oval(34, 52, 10, 12, "#e2806b")
    canvas.block(39, 30, 42, 44, "#5c4022", 1)
    canvas.shape([(42, 36), (58, 26), (62, 36), (50, 42)], "#5a8a3c")
    canvas.oval(70, 68, 32, 34, "#d9a13a")
    canvas.oval(65, 61, 8, 9, "#f0cf85")
    return canvas.png()


def _seafood():
    canvas = Canvas("#d5e4ea")
    canvas.oval(44, 54, 58, 32, "#4f7f99")
    canvas.shape([(66, 54), (88, 38), (84, 54), (88, 70)], "#3f6a82")
    canvas.shape([(38, 40), (54, 40), (48, 28)], "#3f6a82")
    canvas.oval(28, 50, 7, 7, "#f4f4ee")
    canvas.oval(27.4, 50, 3.6, 3.6, "#1c2a33")
    for x in (44, 52, 60):
        canvas.arc(x, 54, 12, 16, 110, 250, "#86adc0", 1.6)
    return canvas.png()
