// Stacks the graphs in the order they ran, with what Python did between them, into one picture.
import { plain } from "../dom";
import { place, plural, shorten } from "../format";
import type { Report } from "../types";
import type { Layouter } from "./engine";
import { layout, type Placed, type Point, type Rect } from "./layout";
import { type Box, type By, graphKey, sized, type Visible, visible } from "./visible";

export interface SceneBox extends Box {
  rect: Rect;
  graph: number;
}

export interface SceneCluster {
  key: string;
  title: string;
  note: string;
  rect: Rect;
  graph: number;
  index: number;
}

export interface ScenePath {
  key: string;
  points: Point[];
  kind: "edge" | "step" | "link";
  graph: number;
  from: string;
  to: string;
  label: string;
  /** Text that is written beside the path, and the middle of it. */
  written?: { text: string; at: Point } | undefined;
}

export interface Scene {
  boxes: SceneBox[];
  clusters: SceneCluster[];
  paths: ScenePath[];
  bounds: Rect;
  /** The box that stands for a node now. */
  boxOf(graph: number, node: number): string;
}

export interface SceneOptions {
  by: By;
  open: ReadonlySet<string>;
  shapes: boolean;
  /** Steps shown at most; the rest is one box. */
  steps: number;
}

const GAP = 26;
const LANE = 9;

export async function scene(report: Report, engine: Layouter | null, options: SceneOptions): Promise<Scene> {
  const shownGraphs = new Map<number, Visible>();
  const placedGraphs = new Map<number, Placed>();
  const steps = stepsOf(report);
  const visibleSteps = steps.slice(0, options.steps);
  for (const { kind, index } of visibleSteps) {
    if (kind !== "graph" || !options.open.has(graphKey(index)) || shownGraphs.has(index)) continue;
    const shown = visible(report.graphs[index]!, options.by, options.open, options.shapes);
    shownGraphs.set(index, shown);
    placedGraphs.set(index, await layout(engine, shown));
  }

  const made: Scene = {
    boxes: [],
    clusters: [],
    paths: [],
    bounds: { x: 0, y: 0, width: 0, height: 0 },
    boxOf: (graph, node) => shownGraphs.get(graph)?.boxOf(node) ?? graphKey(graph),
  };
  let y = 0;
  let above: Point | null = null;
  const blocks: Rect[] = [];
  const seen = new Set<number>();
  const follow = (block: Rect) => {
    const head = { x: 0, y: block.y };
    if (above) made.paths.push(step(above, head, blocks.length));
    above = { x: 0, y: block.y + block.height };
    blocks.push(block);
    y = block.y + block.height + GAP;
  };

  visibleSteps.forEach(({ kind, index, text }, at) => {
    const shown = kind === "graph" && !seen.has(index) ? shownGraphs.get(index) : undefined;
    const placed = placedGraphs.get(index);
    if (shown && placed) {
      seen.add(index);
      follow(put(made, index, shown, placed, y));
      return;
    }
    const box = stepBox(report, { kind, index, text }, at, kind === "graph" && seen.has(index));
    if (kind === "graph") seen.add(index);
    const rect = { x: -box.width / 2, y, width: box.width, height: box.height };
    made.boxes.push({ ...box, rect, graph: kind === "graph" ? index : -1 });
    follow(rect);
  });
  const left = steps.length - visibleSteps.length;
  if (left > 0) {
    const box = sized({
      key: "more",
      kind: "more",
      title: `… ${plural(left, "more step")}`,
      parent: null,
      index: left,
    });
    const rect = { x: -box.width / 2, y, width: box.width, height: box.height };
    made.boxes.push({ ...box, rect, graph: -1 });
    follow(rect);
  }
  addLinks(report, made, blocks);
  made.bounds = bounds(made);
  return made;
}

/** The steps of the report; a report without them still has its graphs. */
export function stepsOf(report: Report): Report["steps"] {
  if (report.steps.length > 0) return report.steps;
  return report.graphs.map((graph) => ({ kind: "graph", index: graph.index, text: "" }));
}

function put(made: Scene, graph: number, shown: Visible, placed: Placed, y: number): Rect {
  const frame = placed.clusters.get(graphKey(graph)) ?? { x: 0, y: 0, width: placed.width, height: placed.height };
  const dx = -frame.x - frame.width / 2;
  const dy = y - frame.y;
  const moved = <T extends Point>(point: T): T => ({ ...point, x: point.x + dx, y: point.y + dy });
  for (const { key, title, note, index } of shown.clusters) {
    const rect = placed.clusters.get(key);
    if (rect) made.clusters.push({ key, title, note, rect: moved(rect), graph, index });
  }
  for (const box of shown.boxes) {
    const rect = placed.boxes.get(box.key);
    if (rect) made.boxes.push({ ...box, rect: moved(rect), graph });
  }
  shown.edges.forEach((edge, i) => {
    const points = placed.edges[i];
    if (!points?.length) return;
    const label = [edge.type, edge.count > 1 ? `${edge.count} values` : ""].filter(Boolean).join(" · ");
    const { from, to } = edge;
    const middle = placed.labels[i];
    const written = middle ? { text: edge.label, at: moved(middle) } : undefined;
    made.paths.push({ key: `${from} ${to}`, points: points.map(moved), kind: "edge", graph, from, to, label, written });
  });
  return moved(frame);
}

function stepBox(report: Report, { kind, index, text }: Report["steps"][number], at: number, again: boolean): Box {
  if (kind === "graph") {
    const graph = report.graphs[index]!;
    const title = again ? `Graph ${index} again` : `Graph ${index}`;
    const note = again ? "" : plural(graph.op_count, "op");
    const key = again ? `again${at}` : graphKey(index);
    return sized({ key, kind: "graph", title, note, parent: null, foldable: !again, index });
  }
  const said = shorten(plain(text), 84);
  if (kind === "break") {
    const event = report.breaks[index];
    const where = event ? ` · ${place(event.user_location ?? event.location)}` : "";
    const title = `✕ ${event?.number ?? index + 1}`;
    return sized({ key: `break${at}`, kind: "break", title, note: said + where, parent: null, index });
  }
  return sized({ key: `skip${at}`, kind: "skip", title: "▽", note: said, parent: null, index });
}

function step(from: Point, to: Point, at: number): ScenePath {
  const points = [from, from, { x: to.x, y: to.y - 6 }, { x: to.x, y: to.y - 6 }, to];
  return { key: `step${at}`, points, kind: "step", graph: -1, from: "", to: "", label: "" };
}

/** Values that go from graph to graph: straight down to the next, along the side past others. */
function addLinks(report: Report, made: Scene, blocks: Rect[]): void {
  const rects = new Map(made.boxes.map((box) => [box.key, box.rect]));
  const frames = new Map(made.clusters.map((cluster) => [cluster.key, cluster.rect]));
  const merged = new Map<string, { from: string; to: string; fromGraph: number; count: number }>();
  for (const link of report.links) {
    const from = outlet(report, made, link.from_graph);
    const to = made.boxOf(link.to_graph, link.to_node);
    const key = `${from} ${to}`;
    const entry = merged.get(key);
    if (entry) entry.count++;
    else merged.set(key, { from, to, fromGraph: link.from_graph, count: 1 });
  }
  let lane = 0;
  for (const [key, { from, to, fromGraph, count }] of merged) {
    const start = rects.get(from) ?? frames.get(from);
    const end = rects.get(to) ?? frames.get(to);
    if (!start || !end || end.y < start.y) continue;
    const a = { x: start.x + start.width / 2, y: start.y + start.height };
    const b = { x: end.x + end.width / 2, y: end.y };
    const between = blocks.filter((block) => block.y + block.height > a.y + 14 && block.y < b.y - 14);
    const passed = between.filter((block) => block.y > a.y && block.y + block.height < b.y);
    // One block between two graphs is the break that parts them: the value goes behind it.
    const near = passed.length <= 1;
    const side =
      Math.max(...between.map((block) => block.x + block.width), a.x, b.x) + 20 + LANE * (near ? 0 : lane++ % 12);
    if (near) {
      // Beside the dashed line of the steps, not on it.
      a.x += Math.min(14, start.width / 4);
      b.x += Math.min(14, end.width / 4);
    }
    made.paths.push({
      key: `link ${key}`,
      points: near ? down(a, b) : around(a, b, side),
      kind: "link",
      graph: fromGraph,
      from,
      to,
      label: count > 1 ? `${count} values` : "",
    });
  }
}

function outlet(report: Report, made: Scene, graph: number): string {
  const nodes = report.graphs[graph]?.nodes;
  return made.boxOf(graph, (nodes?.name.length ?? 0) - 1) || graphKey(graph);
}

function down(a: Point, b: Point): Point[] {
  const bend = Math.max(10, (b.y - a.y) / 2);
  return [a, { x: a.x, y: a.y + bend }, { x: b.x, y: b.y - bend }, { x: b.x, y: b.y - 6 }, b];
}

function around(a: Point, b: Point, side: number): Point[] {
  const top = { x: side, y: a.y + 34 };
  const bottom = { x: side, y: b.y - 40 };
  return [
    a,
    { x: a.x, y: a.y + 22 },
    { x: side, y: a.y + 4 },
    top,
    top,
    bottom,
    bottom,
    { x: side, y: b.y - 10 },
    { x: b.x, y: b.y - 30 },
    { x: b.x, y: b.y - 6 },
    b,
  ];
}

function bounds({ boxes, clusters, paths }: Scene): Rect {
  let [left, right, top, bottom] = [0, 0, 0, 0];
  const include = (x: number, y: number) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  };
  for (const { rect } of [...boxes, ...clusters]) {
    include(rect.x, rect.y);
    include(rect.x + rect.width, rect.y + rect.height);
  }
  for (const { points } of paths) for (const point of points) include(point.x, point.y);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
