// Stacks the graphs in the order they ran, with what Python did between them, into one picture.
import { plain } from "../dom";
import { place, plural, shorten } from "../format";
import type { Report } from "../types";
import type { Layouter } from "./engine";
import { layout, type Placed, type Point, type Rect } from "./layout";
import { addLinks } from "./links";
import type { Scene, ScenePath } from "./scene";
import { type Box, type By, graphKey, sized, titleOfGraph, type Visible, visible } from "./visible";

export interface SceneOptions {
  by: By;
  open: ReadonlySet<string>;
  shapes: boolean;
  /** Steps shown at most; the rest is one box. */
  steps: number;
}

const GAP = 26;

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
    const title = again ? `Graph ${index} again` : titleOfGraph(graph);
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
