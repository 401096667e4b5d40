// Where the boxes of one graph go: asks Graphviz, or without it puts them one below the other.

import { clusterTitleWidth, dot } from "./dot";
import type { Layouter } from "./engine";
import type { Visible } from "./visible";

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

/** Top-left rectangles by key, and a path per edge in the order of `Visible.edges`; y grows downwards. */
export interface Placed {
  width: number;
  height: number;
  boxes: Map<string, Rect>;
  clusters: Map<string, Rect>;
  edges: Point[][];
  /** Where the label of an edge goes (its middle), in the same order; null for none. */
  labels: (Point | null)[];
}

interface Json0 {
  bb: string;
  objects?: { name: string; _gvid: number; bb?: string; pos?: string }[];
  edges?: { pos?: string; lp?: string; tail: number; head: number }[];
}

const KEEP = 60;
const known = new Map<string, Promise<string>>();

export async function layout(engine: Layouter | null, shown: Visible): Promise<Placed> {
  if (!engine) return column(shown);
  const source = dot(shown);
  let answer = known.get(source);
  if (!answer) {
    answer = engine.layout(source);
    known.set(source, answer);
    answer.catch(() => known.delete(source));
    if (known.size > KEEP) known.delete(known.keys().next().value!);
  }
  return read(JSON.parse(await answer) as Json0, shown);
}

/** Reads Graphviz's `json0`; names carry our indices. */
function read(json: Json0, shown: Visible): Placed {
  const [, , width = 0, height = 0] = numbers(json.bb);
  const placed: Placed = { width, height, boxes: new Map(), clusters: new Map(), edges: [], labels: [] };
  const keys = new Map<number, string>();
  for (const object of json.objects ?? []) {
    if (object.name.startsWith("cluster_")) {
      const [left = 0, bottom = 0, right = 0, top = 0] = numbers(object.bb ?? "");
      const cluster = shown.clusters[Number(object.name.slice(8))];
      if (cluster) {
        placed.clusters.set(cluster.key, { x: left, y: height - top, width: right - left, height: top - bottom });
      }
      continue;
    }
    const box = shown.boxes[Number(object.name.slice(1))];
    const [x = 0, y = 0] = numbers(object.pos ?? "");
    if (box) {
      const { width, height: tall } = box;
      keys.set(object._gvid, box.key);
      placed.boxes.set(box.key, { x: x - width / 2, y: height - y - tall / 2, width, height: tall });
    }
  }
  const splines = new Map<string, Point[]>();
  const labels = new Map<string, Point>();
  for (const { tail, head, pos, lp } of json.edges ?? []) {
    const key = `${keys.get(tail)} ${keys.get(head)}`;
    splines.set(key, spline(pos ?? "", height));
    const [x = 0, y = 0] = numbers(lp ?? "");
    if (lp) labels.set(key, { x, y: height - y });
  }
  placed.labels = shown.edges.map(({ from, to }) => labels.get(`${from} ${to}`) ?? null);
  placed.edges = shown.edges.map(({ from, to }) => splines.get(`${from} ${to}`) ?? []);
  return placed;
}

/** "e,x,y x,y …": the arrow's tip comes first and is put last here. */
function spline(pos: string, height: number): Point[] {
  const points: Point[] = [];
  let tip: Point | null = null;
  for (const word of pos.split(" ")) {
    const end = word.startsWith("e,");
    const [x = 0, y = 0] = numbers(end || word.startsWith("s,") ? word.slice(2) : word);
    if (end) tip = { x, y: height - y };
    else if (!word.startsWith("s,")) points.push({ x, y: height - y });
  }
  return tip ? [...points, tip] : points;
}

const numbers = (text: string): number[] => text.split(",").map(Number);

/** A layout that needs no engine: one column in execution order, frames around what is inside them. */
function column(shown: Visible): Placed {
  const gap = 16;
  const placed: Placed = { width: 0, height: 0, boxes: new Map(), clusters: new Map(), edges: [], labels: [] };
  const parents = new Map(shown.clusters.map((cluster) => [cluster.key, cluster.parent]));
  const chain = (key: string | null): string[] => (key ? [...chain(parents.get(key) ?? null), key] : []);
  const frames = new Map<string, { top: number; bottom: number; width: number }>();
  let y = 0;
  let open: string[] = [];
  for (const box of shown.boxes) {
    const around = chain(box.parent);
    const shared = around.filter((key, i) => open[i] === key).length;
    y += (open.length - shared) * 10;
    for (const key of around.slice(shared)) {
      if (!frames.has(key)) frames.set(key, { top: y, bottom: y, width: 0 });
      y += 30;
    }
    open = around;
    placed.boxes.set(box.key, { x: -box.width / 2, y, width: box.width, height: box.height });
    around.forEach((key, depth) => {
      const frame = frames.get(key)!;
      frame.bottom = y + box.height + 10 * (around.length - depth);
      frame.width = Math.max(frame.width, box.width + 20 * (around.length - depth));
    });
    y += box.height + gap;
  }
  for (const cluster of shown.clusters) {
    const frame = frames.get(cluster.key);
    if (!frame) continue;
    const width = Math.max(frame.width, clusterTitleWidth(cluster) + 20);
    placed.clusters.set(cluster.key, { x: -width / 2, y: frame.top, width, height: frame.bottom - frame.top });
    placed.width = Math.max(placed.width, width);
    placed.height = Math.max(placed.height, frame.bottom);
  }
  for (const rect of [...placed.boxes.values(), ...placed.clusters.values()]) rect.x += placed.width / 2;
  placed.edges = shown.edges.map((edge) => bow(placed.boxes.get(edge.from)!, placed.boxes.get(edge.to)!));
  return placed;
}

/** From the bottom of one box to the top of another, bent outwards when it passes others. */
function bow(from: Rect, to: Rect): Point[] {
  const start = { x: from.x + from.width / 2, y: from.y + from.height };
  const end = { x: to.x + to.width / 2, y: to.y };
  const far = end.y - start.y > 30 ? Math.max(from.width, to.width) / 2 + 24 : 0;
  return [
    start,
    { x: start.x + far, y: start.y + 12 },
    { x: end.x + far, y: end.y - 12 },
    { ...end, y: end.y - 6 },
    end,
  ];
}
