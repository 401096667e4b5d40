"""Finishes an SVG of Graphviz: our fonts, colours that follow a theme, tooltips, rounded frames, a description."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from .. import palette
from ..labels import clean, plain
from .parts import Box, Cluster, Picture

SVG = "{http://www.w3.org/2000/svg}"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
FONTS = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, 'DejaVu Sans', sans-serif"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
ROUND = {"node": "5", "cluster": "8"}
LAYERS = ("cluster", "edge", "node")
SCALE = 1.2
"""Pixels for each unit of the layout: makes text of 12 px."""
SHARP = "1.5"
"""Corner radius of breaks and skips, which are no graph."""

Element = ET.Element


def finish(drawn: str, picture: Picture, theme: str, words: tuple[str, str]) -> str:
    """Turn Graphviz's document into ours.

    Args:
        drawn: The SVG that Graphviz wrote.
        picture: What is drawn, for texts and tooltips.
        theme: As for :func:`dynexplain.render.svg.render`.
        words: Title and description.
    """
    source = ET.fromstring(drawn)
    parts = dict(named_parts(picture.items))
    dark = theme == "dark"
    muted = (palette.DARK if dark else palette.LIGHT).muted
    body = source.find(f"{SVG}g")
    assert body is not None, "Graphviz always writes one group"
    paint_background(body, theme)
    for group in body.findall(f"{SVG}g"):
        finish_group(group, parts, muted)
    in_layers(body)
    del body.attrib["id"], body.attrib["class"]
    view = source.attrib["viewBox"]
    name = "dx" + hashlib.sha256(drawn.encode()).hexdigest()[:8]
    root = frame(view, name, [plain(clean(word)) for word in words])
    if theme in ("auto", "inherit"):
        ET.SubElement(root, f"{SVG}style").text = palette.style_sheet(standalone=theme == "auto")
    root.append(body)
    ET.register_namespace("", SVG.strip("{}"))
    return ET.tostring(root, encoding="unicode")


def frame(view: str, name: str, words: list[str]) -> Element:
    """The root, which says in words what the picture shows. The name keeps ids apart on a page with many."""
    width, height = (str(round(float(size) * SCALE)) for size in view.split()[2:])
    root = ET.Element(
        f"{SVG}svg",
        {
            "class": "dynexplain-svg",
            "width": width,
            "height": height,
            "viewBox": view,
            "role": "img",
            "aria-labelledby": f"{name}-t {name}-d",
            "font-family": FONTS,
            "font-size": "10",
            "style": "max-width:100%;height:auto",
        },
    )
    for tag, key, word in zip(("title", "desc"), "td", words, strict=True):
        ET.SubElement(root, f"{SVG}{tag}", {"id": f"{name}-{key}"}).text = word
    return root


def named_parts(items: tuple[Box | Cluster, ...]) -> Iterator[tuple[str, Box | Cluster]]:
    """Everything that has a label, by its id."""
    for item in items:
        yield item.id, item
        if isinstance(item, Cluster):
            yield from named_parts(item.items)


def paint_background(body: Element, theme: str) -> None:
    """The sheet behind the picture; none where the page around it is the sheet."""
    sheet = body.find(f"{SVG}polygon")
    if sheet is None:
        return
    if theme == "inherit":
        body.remove(sheet)
        return
    rectangle = to_rectangle(sheet, "0")
    body[list(body).index(sheet)] = rectangle


def finish_group(group: Element, parts: dict[str, Box | Cluster], muted: str) -> None:
    """One node, cluster or edge: no ids, no links, its tooltip, its texts, its shape."""
    kind = kind_of(group)
    title = group.find(f"{SVG}title")
    part = parts.get(title.text or "") if title is not None else None
    children = list(flattened(group))
    for child in list(group):
        group.remove(child)
    group.attrib.pop("id", None)
    if part is not None:
        ET.SubElement(group, f"{SVG}title").text = tooltip_of(part)
    texts = 0
    for child in children:
        if child.tag == f"{SVG}text":
            child.attrib.pop("font-family", None)
            child.attrib.pop("font-size", None)
            set_text(child, part, texts, muted)
            texts += 1
        is_shape = child.tag in (f"{SVG}path", f"{SVG}polygon") and kind in ROUND
        group.append(to_rectangle(child, radius(kind, part)) if is_shape else child)


def in_layers(body: Element) -> None:
    """Put frames at the bottom, then edges, then boxes, and the names of frames on top, where no edge strikes them."""
    groups = body.findall(f"{SVG}g")
    names: list[Element] = []
    for group in groups:
        body.remove(group)
        if kind_of(group) == "cluster":
            names += lift_names(group)
    body.extend(sorted(groups, key=lambda group: LAYERS.index(kind_of(group))))
    body.extend(names)


def lift_names(frame: Element) -> Iterator[Element]:
    """Take the name out of a frame, with a rim in the frame's colour around its letters."""
    rectangle = frame.find(f"{SVG}rect")
    for text in frame.findall(f"{SVG}text"):
        frame.remove(text)
        rim = rectangle.attrib["fill"] if rectangle is not None else "none"
        text.attrib.update({"stroke": rim, "stroke-width": "3", "stroke-linejoin": "round", "paint-order": "stroke"})
        yield text


def kind_of(group: Element) -> str:
    """What Graphviz drew: ``node``, ``edge`` or ``cluster``."""
    return group.attrib.get("class", "node").split()[0]


def flattened(group: Element) -> Iterator[Element]:
    """Shapes and texts, out of the links that Graphviz wraps around what has a tooltip."""
    for child in group:
        if child.tag in (f"{SVG}g", f"{SVG}a"):
            yield from flattened(child)
        elif child.tag != f"{SVG}title":
            yield child


def tooltip_of(part: Box | Cluster) -> str:
    """What is shown on hover, and read aloud."""
    tooltip = part.tooltip if isinstance(part, Box) else ""
    return clean(tooltip or f"{part.label}  {part.note}".strip())


def set_text(element: Element, part: Box | Cluster | None, number: int, muted: str) -> None:
    """Write label and note in their colours: on one line, or the note on the second."""
    if part is None:
        return
    element.set(SPACE, "preserve")
    if number == 1:
        element.text = clean(part.note)
        element.set("fill", muted)
        return
    element.text = clean(part.label)
    if part.note and not (isinstance(part, Box) and part.note_is_below):
        element.text += "  "
        ET.SubElement(element, f"{SVG}tspan", {"fill": muted}).text = clean(part.note)


def radius(kind: str, part: Box | Cluster | None) -> str:
    """The corner radius of a shape."""
    return SHARP if isinstance(part, Box) and part.kind in ("break", "skip") else ROUND[kind]


def to_rectangle(shape: Element, corner: str) -> Element:
    """A rectangle in place of the path that Graphviz draws: smaller to store, and with quieter corners."""
    numbers = [float(number) for number in NUMBER.findall(shape.attrib.get("d") or shape.attrib["points"])]
    across, down = numbers[0::2], numbers[1::2]
    size = {
        "x": min(across),
        "y": min(down),
        "width": max(across) - min(across),
        "height": max(down) - min(down),
    }
    kept = {key: value for key, value in shape.attrib.items() if key not in ("d", "points")}
    written = {key: f"{value:.2f}".rstrip("0").rstrip(".") for key, value in size.items()}
    return ET.Element(f"{SVG}rect", {**written, "rx": corner, **kept})
