// The picture as an SVG file of its own: styles that the page gives are written into the elements.
import type { Rect } from "./layout";

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "paint-order",
  "stroke-linejoin",
  "font-size",
  "font-weight",
];
const MARGIN = 20;
/** What XML cannot carry, and the serializer lets through: control characters, halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function standaloneSvg(layer: SVGGElement, bounds: Rect, background: string, title: string): string {
  const copy = layer.cloneNode(true) as SVGGElement;
  copyStyles(layer, copy);
  copy.removeAttribute("transform");
  const [x, y] = [bounds.x - MARGIN, bounds.y - MARGIN];
  const [width, height] = [bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN];
  const doc = document.implementation.createDocument("http://www.w3.org/2000/svg", "svg");
  const root = doc.documentElement;
  root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  root.setAttribute("width", String(Math.ceil(width)));
  root.setAttribute("height", String(Math.ceil(height)));
  root.setAttribute("font-family", "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif");
  const name = doc.createElementNS(root.namespaceURI, "title");
  name.textContent = title;
  const ground = doc.createElementNS(root.namespaceURI, "rect");
  for (const [key, value] of Object.entries({ x, y, width, height, fill: background })) {
    ground.setAttribute(key, String(value));
  }
  root.append(name, ground, doc.importNode(copy, true));
  return new XMLSerializer().serializeToString(doc).replace(NOT_XML, " ");
}

function copyStyles(from: Element, to: Element, above?: CSSStyleDeclaration): void {
  const style = getComputedStyle(from);
  if (to.matches(".reach, .fold > rect")) {
    to.remove();
    return;
  }
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    // All of these are inherited, so only what differs from the parent has to be said.
    if (value && value !== above?.getPropertyValue(name)) to.setAttribute(name, value);
  }
  for (const name of ["class", "id", "role", "data-key", "aria-label", "aria-expanded", "aria-hidden"]) {
    to.removeAttribute(name);
  }
  const pairs = [...from.children].map((child, i) => [child, to.children[i]!] as const);
  for (const [child, twin] of pairs) copyStyles(child, twin, style);
}
