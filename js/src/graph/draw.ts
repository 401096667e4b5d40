// Draws a scene as SVG elements, and moves what was there before to its new place.
import { s } from "../dom";
import type { Point, Rect } from "./layout";
import { FOLD, FONT, LINE, SUB_FONT, textWidth } from "./measure";
import type { Scene, SceneBox, SceneCluster, SceneHead, ScenePath } from "./scene";

export type Things = SceneBox | SceneCluster;

export interface Drawn {
  /** Elements of boxes and frames by key. */
  elements: Map<string, SVGGElement>;
  /** The frames' titles, which stand above the edges. */
  titles: Map<string, SVGGElement>;
  places: Map<string, Rect>;
  paths: { path: ScenePath; element: SVGGElement }[];
  /** All edges, all titles, all boxes. */
  lines: SVGGElement;
  captions: SVGGElement;
  boxes: SVGGElement;
  /** What each box looks like, by key. */
  looks: Map<string, string>;
  /** The boxes whose elements are new. */
  fresh: SceneBox[];
}

const MOVE_MS = 200;

/**
 * Draws a scene in the place of the one before. A box that looks as it did keeps its element: a browser takes longer over
 * the text of the boxes than over all the rest.
 */
export function draw(layer: SVGGElement, scene: Scene, idOf: (key: string) => string, before: Drawn | null): Drawn {
  const frames = s("g");
  const lines = s("g");
  const titles = s("g");
  const boxes = before?.boxes ?? s("g");
  const maps = { elements: new Map(), titles: new Map(), places: new Map(), looks: new Map() };
  const drawn: Drawn = { ...maps, paths: [], fresh: [], lines, captions: titles, boxes };
  for (const cluster of scene.clusters) {
    frames.append(put(cluster, clusterElement(cluster)));
    const title = titleElement(cluster);
    drawn.titles.set(cluster.key, title);
    titles.append(moveTo(title, cluster.rect));
  }
  for (const path of scene.paths) {
    const element = pathElement(path);
    drawn.paths.push({ path, element });
    lines.append(element);
  }
  for (const head of scene.heads) titles.append(headElement(head));
  arrange(
    boxes,
    scene.boxes.map((box) => {
      const look = lookOf(box);
      drawn.looks.set(box.key, look);
      const known = before?.looks.get(box.key) === look ? before.elements.get(box.key) : undefined;
      if (!known) drawn.fresh.push(box);
      return put(box, known ?? boxElement(box));
    }),
  );
  arrange(layer, [frames, lines, titles, boxes]);
  return drawn;

  function put(thing: Things, element: SVGGElement): SVGGElement {
    element.dataset.key = thing.key;
    element.id = idOf(thing.key);
    drawn.elements.set(thing.key, element);
    drawn.places.set(thing.key, thing.rect);
    return moveTo(element, thing.rect);
  }
}

/** All that `boxElement` draws. */
const lookOf = ({ kind, title, note, sub, foldable, graph, rect }: SceneBox): string =>
  JSON.stringify([kind, title, note, sub, foldable, graph, rect.width, rect.height]);

/** Makes these the children, in this order. What stays is not taken out: it would have to be laid out again. */
function arrange(parent: SVGGElement, wanted: SVGGElement[]): void {
  const stay = new Set<Element>(wanted);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  let next = parent.firstChild;
  for (const child of wanted) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
}

/**
 * Lets boxes glide from where they were, as far as they are or were in sight; `shift` is how far the whole picture was
 * moved, in its own units.
 */
export function animate(before: Drawn, after: Drawn, shift: Point, [was, is]: [Rect, Rect]): void {
  if (globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches) return;
  if (typeof Element.prototype.animate !== "function") return;
  const timing = { duration: MOVE_MS, easing: "cubic-bezier(.2,.7,.3,1)" };
  for (const [key, element] of after.elements) {
    const from = before.places.get(key);
    const to = after.places.get(key)!;
    if (!meet(to, is) && !(from && meet(from, was))) continue;
    if (!from) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], timing);
      continue;
    }
    if (Math.hypot(from.x - shift.x - to.x, from.y - shift.y - to.y) < 0.5) continue;
    const start = `translate(${from.x - shift.x}px, ${from.y - shift.y}px)`;
    element.animate([{ transform: start }, { transform: `translate(${to.x}px, ${to.y}px)` }], timing);
  }
  for (const group of [after.lines, after.captions]) {
    group.animate([{ opacity: 0 }, { opacity: 0 }, { opacity: 1 }], timing);
  }
}

const meet = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function boxElement(box: SceneBox): SVGGElement {
  const { width, height } = box.rect;
  const colour = box.graph >= 0 ? ` g${box.graph % 8}` : "";
  const round =
    box.kind === "input" || box.kind === "output" || box.kind === "inputs" ? LINE / 2 : box.kind === "break" ? 2 : 6;
  const content = textWidth(box.title, FONT) + (box.note ? 8 + textWidth(box.note, SUB_FONT) : 0);
  const start = Math.max(10, (width - content - (box.foldable ? FOLD : 0)) / 2) + (box.foldable ? FOLD : 0);
  const middle = LINE / 2 + 4;
  return s(
    "g",
    { class: `box ${box.kind}${colour}`, role: "treeitem", "aria-label": labelOf(box), ...expanded(box) },
    s("rect", { class: "shape", width, height, rx: round }),
    box.foldable ? foldMark(start - FOLD, "M1 0 L7 4 L1 8 Z") : null,
    s("text", { class: "title", x: start, y: middle }, box.title),
    " ",
    box.note ? s("text", { class: "note", x: start + textWidth(box.title, FONT) + 8, y: middle }, box.note) : null,
    " ",
    box.sub ? s("text", { class: "sub", x: width / 2, y: middle + 14, "text-anchor": "middle" }, box.sub) : null,
  );
}

function clusterElement(cluster: SceneCluster): SVGGElement {
  const { width, height } = cluster.rect;
  return s(
    "g",
    {
      class: `cluster ${sortOf(cluster)} g${cluster.graph % 8}`,
      role: "treeitem",
      "aria-label": `${cluster.title} ${cluster.note}, unfolded`,
      "aria-expanded": "true",
    },
    s("rect", { class: "shape", width, height, rx: sortOf(cluster) === "graph" ? 10 : 8 }),
  );
}

function titleElement(cluster: SceneCluster): SVGGElement {
  const note = cluster.note ? s("tspan", { class: "note", dx: 6 }, cluster.note) : null;
  return s(
    "g",
    { class: `cluster-title ${sortOf(cluster)} g${cluster.graph % 8}`, "aria-hidden": "true" },
    foldMark(8, "M0 1 L8 1 L4 7 Z", 9),
    s("text", { class: "title", x: 22, y: 18 }, cluster.title, note),
  );
}

/** The name of a column, with a line under it as wide as the column. */
function headElement({ title, note, rect }: SceneHead): SVGGElement {
  const middle = rect.width / 2;
  const said = note ? s("tspan", { class: "note", dx: 8 }, `· ${note}`) : null;
  return moveTo(
    s(
      "g",
      { class: "column-head" },
      s("text", { class: "title", x: middle, y: 14, "text-anchor": "middle" }, title, said),
      s("path", { class: "rule", d: `M0 ${rect.height} H${rect.width.toFixed(1)}` }),
    ),
    rect,
  );
}

const sortOf = (cluster: SceneCluster): "graph" | "group" => (cluster.index < 0 ? "graph" : "group");

function moveTo(element: SVGGElement, place: Point): SVGGElement {
  element.setAttribute("transform", `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`);
  return element;
}

/** The triangle, with a larger place to click on. */
function foldMark(x: number, shape: string, y = LINE / 2 - 4): SVGGElement {
  return s(
    "g",
    { class: "fold", transform: `translate(${x} ${y})` },
    s("rect", { x: -6, y: -7, width: 21, height: 22, fill: "transparent" }),
    s("path", { d: shape }),
  );
}

function pathElement(path: ScenePath): SVGGElement {
  const { points } = path;
  const tip = points.at(-1)!;
  const base = points.at(-2)!;
  const length = Math.hypot(tip.x - base.x, tip.y - base.y) || 1;
  const [dx, dy] = [(tip.x - base.x) / length, (tip.y - base.y) / length];
  const back = { x: tip.x - dx * 6, y: tip.y - dy * 6 };
  const head = `M${at(tip)} L${at({ x: back.x - dy * 2.8, y: back.y + dx * 2.8 })} L${at({ x: back.x + dy * 2.8, y: back.y - dx * 2.8 })} Z`;
  const colour = path.graph >= 0 ? ` g${path.graph % 8}` : "";
  return s(
    "g",
    { class: `edge ${path.kind}${colour}`, "aria-hidden": "true" },
    s("path", { class: "reach", d: curve(points) }),
    s("path", { class: "line", d: curve(points) }),
    s("path", { class: "head", d: head }),
    path.written
      ? s("text", { x: path.written.at.x, y: path.written.at.y + 4, "text-anchor": "middle" }, path.written.text)
      : null,
  );
}

const at = (point: Point): string => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;

/** A start, triples of Bézier points, and a straight last bit to the arrow's tip. */
function curve(points: Point[]): string {
  let d = `M${at(points[0]!)}`;
  let i = 1;
  for (; i + 2 < points.length; i += 3) d += ` C${at(points[i]!)} ${at(points[i + 1]!)} ${at(points[i + 2]!)}`;
  return i < points.length ? `${d} L${at(points.at(-1)!)}` : d;
}

const expanded = (box: SceneBox) => (box.foldable ? { "aria-expanded": "false" } : {});

const labelOf = (box: SceneBox): string => [box.title, box.note, box.sub].filter(Boolean).join(" ");
