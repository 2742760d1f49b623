# /// script
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1"]
# ///
"""Cuts Archivo into the few small files that the pages need, and writes the rules that name them.

Both are committed, so that no build needs this script. Run it, with `pipx run` or `uv run`, when a
weight, a width or a range of characters of the design changes.
"""
from pathlib import Path
from shutil import copyfile

from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import build
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "node_modules/@fontsource-variable/archivo"
FONTS = ROOT / "libs/ui/src/fonts"
STYLES = ROOT / "libs/ui/src/styles/archivo.css"

# The voices of the design (tokens.css). Each is one width, which costs a fraction of the width
# axis: a browser takes the voice whose stretch is nearest to what a rule asks for. Fractions, local
# forms and the like are not in the design. A voice of more than one weight has the lightest, the one
# where the package bends its outlines on the way, and the boldest.
VOICES = {
    "text": {
        "stretch": "92% 105%",
        "width": 100,
        "weights": (420, 600, 720),
        "features": ["kern", "tnum"],
    },
    "heading": {
        "stretch": "112%",
        "width": 112,
        "weights": (720,),
        "features": ["kern"],
    },
    "score": {
        "stretch": "88%",
        "width": 88,
        "weights": (720,),
        "features": ["tnum"],
    },
    # The admins' side bar alone.
    "narrow": {
        "stretch": "80% 87%",
        "width": 85,
        "weights": (420, 600, 720),
        "features": ["kern"],
    },
    "landing": {
        "stretch": "116%",
        "width": 116,
        "weights": (800,),
        "features": ["kern"],
    },
}

# The grid that outlines are drawn on, in units for one em. The package has 1000; on 256 the largest
# heading of a screen moves by less than a fifth of a pixel, and a file is a sixth smaller.
UNITS = 256

# How far, in these units, a point of a weight beside the lightest may stray before it costs a place
# of its own in the file: a tenth of a pixel in a text of 16.
TOLERANCE = 1.5

# Which characters lie together: what every page has, then what only some names and texts bring,
# fetched when one of them is shown. `part` is the file of the package that has them. Names of fans
# and players are text, and on most pages one of them has an accent, but seldom one of ð, ý, þ and ÿ.
# A score is figures and capitals; what else stands in its voice is lent by the text, which is there
# already.
FILES = [
    {
        "name": "text-names",
        "part": "latin",
        "range": "U+20-23,U+25-3B,U+3F-5A,U+61-7A,U+A0,U+B7,U+DF-EF,U+F1-F6,U+F8-FC,U+2013-2014,U+2018-201D,U+2022,U+2026",
    },
    {
        "name": "text-symbols",
        "part": "latin",
        "range": "U+24,U+3C-3E,U+5B-60,U+7B-7E,U+A1-B6,U+B8-DE,U+F0,U+F7,U+FD-FF,U+152-153,U+2C6,U+2DA,U+2DC,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215",
    },
    {
        "name": "text-latin-ext",
        "part": "latin-ext",
        "range": "U+100-151,U+154-2BA,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0",
    },
    {
        "name": "text-vietnamese",
        "part": "vietnamese",
        "range": "U+300-301,U+303-304,U+308-309,U+323,U+329,U+1EA0-1EF9",
    },
    {
        "name": "heading-basic",
        "part": "latin",
        "range": "U+20-22,U+26-29,U+2B-3B,U+3F,U+41-5A,U+61-7A,U+A0,U+B7,U+2013-2014,U+2018-201D,U+2022,U+2026",
    },
    {
        "name": "heading-latin",
        "part": "latin",
        "range": "U+23-25,U+2A,U+3C-3E,U+40,U+5B-60,U+7B-7E,U+A1-B6,U+B8-FF,U+152-153,U+2C6,U+2DA,U+2DC,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215",
    },
    {
        "name": "heading-latin-ext",
        "part": "latin-ext",
        "range": "U+100-151,U+154-2BA,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0",
    },
    {"name": "score-figures", "part": "latin", "range": "U+20,U+25,U+27-29,U+2B-3A,U+41-5A,U+A0,U+2013,U+2019"},
    {
        "name": "narrow-basic",
        "part": "latin",
        "range": "U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-201D,U+2022,U+2026",
    },
    {
        "name": "landing-basic",
        "part": "latin",
        "range": "U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-201D,U+2022,U+2026",
    },
]
# In the voice of scores, from the files of the text.
LENT = [
    ("text-names", "U+21-23,U+26,U+2A,U+3B,U+3F-40,U+61-7A,U+DF-EF,U+F1-F6,U+F8-FC"),
    ("text-symbols", "U+24,U+3C-3E,U+5B-60,U+7B-7E,U+A1-B6,U+B8-DE,U+F0,U+F7,U+FD-FF,U+152-153,U+20AC,U+2212"),
    ("text-latin-ext", "U+100-151,U+154-2BA,U+1E00-1E9F"),
]

# The voice of scores is cut bold only: regular figures, as of a table, are lent by the text whole.
LENT_REGULAR = {"stretch": "88%", "weights": (420, 560)}

RULE = """@font-face {{
  font-family: Archivo;
  font-display: swap;
  font-weight: {weight};
  font-stretch: {stretch};
  src: url(../fonts/{name}) format('woff2');
  unicode-range: {range};
}}
"""


def cut(part: str, unicodes: str, voice: dict, weight: int) -> TTFont:
    """One weight of a voice with some characters, without what the design does not use."""
    font = TTFont(SOURCE / f"files/archivo-{part}-wdth-normal.woff2")
    font = instantiateVariableFont(font, {"wdth": voice["width"], "wght": weight})
    options = Options()
    options.layout_features = voice["features"]
    options.hinting = False
    options.name_IDs = [1, 2]
    options.drop_tables += ["STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(unicodes))
    subsetter.subset(font)
    scale_upem(font, UNITS)
    return font


def points(font: TTFont, glyph: str) -> tuple:
    """Where the points of a glyph lie, and the last point of each of its contours."""
    outline, control = font["glyf"]._getCoordinatesAndControls(glyph, font["hmtx"].metrics)
    return outline, control.endPts


def between(fonts: list[TTFont], weights: tuple[int, int, int]) -> TTFont:
    """
    All weights from the lightest to the boldest: each point moves on the straight line between its
    two places, and strays from it towards the place that it has at the weight in the middle. That
    stray is small, which costs half of what a move by way of the middle would.
    """
    lightest, middle, boldest = fonts
    axis = {"minimum": weights[0], "default": weights[0], "maximum": weights[2]}
    design = DesignSpaceDocument()
    design.addAxisDescriptor(tag="wght", name="Weight", **axis)
    design.addSourceDescriptor(font=lightest, location={"Weight": weights[0]})
    design.addSourceDescriptor(font=boldest, location={"Weight": weights[2]})
    font, _, _ = build(design, exclude=["HVAR", "STAT"], optimize=False)
    share = (weights[1] - weights[0]) / (weights[2] - weights[0])
    for glyph, variations in font["gvar"].variations.items():
        outline, ends = points(font, glyph)
        for straight in list(variations):
            strays = [
                (round(x - from_x - share * dx), round(y - from_y - share * dy))
                for (x, y), (from_x, from_y), (dx, dy) in zip(
                    points(middle, glyph)[0], outline, straight.coordinates
                )
            ]
            variations.append(TupleVariation({"wght": (0, share, 1)}, strays))
        for variation in variations:
            variation.optimize(outline, ends, TOLERANCE)
    return font


def drawn(part: str, unicodes: str, voice: dict) -> TTFont:
    """A voice with some characters, in all of its weights."""
    fonts = [cut(part, unicodes, voice, weight) for weight in voice["weights"]]
    font = fonts[0] if len(fonts) == 1 else between(fonts, voice["weights"])
    font.flavor = "woff2"
    # The same bytes each time.
    font.recalcTimestamp = False
    return font


def rule(name: str, voice: dict, unicodes: str) -> str:
    ranges = unicodes.replace(",", ", ").lower()
    weight = " ".join(str(end) for end in sorted({voice["weights"][0], voice["weights"][-1]}))
    return RULE.format(
        name=name, weight=weight, stretch=voice["stretch"], range=ranges
    )


def main() -> None:
    FONTS.mkdir(exist_ok=True)
    for old in FONTS.glob("*.woff2"):
        old.unlink()
    rules = []
    for file in FILES:
        voice = VOICES[file["name"].split("-")[0]]
        path = FONTS / f"archivo-{file['name']}.woff2"
        drawn(file["part"], file["range"], voice).save(path)
        print(path.name, path.stat().st_size)
        rules.append(rule(path.name, voice, file["range"]))
    rules += [rule(f"archivo-{name}.woff2", VOICES["score"], part) for name, part in LENT]
    rules += [
        rule(f"archivo-{file['name']}.woff2", LENT_REGULAR, file["range"])
        for file in FILES
        if file["name"].startswith("text-")
    ]
    copyfile(SOURCE / "LICENSE", FONTS / "OFL.txt")
    STYLES.write_text("/* Written by tools/fonts.py. */\n" + "".join(rules))


if __name__ == "__main__":
    main()
