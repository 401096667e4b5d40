// Stacks the graphs in the order they ran, with what Python did between them; versions of the same code stand side by side.
import { plain } from "../dom";
import { place, plural, shorten } from "../format";
import type { Graph, Report } from "../types";
import { type Column, columns } from "./columns";
import type { Layouter } from "./engine";
import { layout, type Placed, type Point, type Rect } from "./layout";
import { addLinks } from "./links";
import { headWidth } from "./measure";
import type { Scene, ScenePath } from "./scene";
import { type Box, type By, graphKey, noteOfGraph, sized, titleOfGraph, type Visible, visible } from "./visible";

export interface SceneOptions {
  by: By;
  open: ReadonlySet<string>;
  shapes: boolean;
  /** Steps shown at most; the rest is one box. */
  steps: number;
}

const GAP = 26;
/** Between columns, of a column's head, and between it and the column. */
const BESIDE = 44;
const HEAD = 22;
const HEAD_GAP = 12;

export async function scene(report: Report, engine: Layouter | null, options: SceneOptions): Promise<Scene> {
  const shownGraphs = new Map<number, Visible>();
  const placedGraphs = new Map<number, Placed>();
  const steps = stepsOf(report);
  const visibleSteps = steps.slice(0, options.steps);
  const side = columns(report, visibleSteps);
  const heads = headsOf(side);
  for (const { kind, index } of visibleSteps) {
    if (kind !== "graph" || !options.open.has(graphKey(index)) || shownGraphs.has(index)) continue;
    const shown = visible(report.graphs[index]!, options.by, options.open, options.shapes);
    if (heads.has(index)) Object.assign(shown.clusters[0]!, underHead(report.graphs[index]!, heads.get(index)!));
    shownGraphs.set(index, shown);
    placedGraphs.set(index, await layout(engine, shown));
  }

  const made: Scene = {
    boxes: [],
    clusters: [],
    paths: [],
    heads: [],
    bounds: { x: 0, y: 0, width: 0, height: 0 },
    boxOf: (graph, node) => shownGraphs.get(graph)?.boxOf(node) ?? graphKey(graph),
  };
  const seen = new Set<number>();
  let right = 0;
  const last = side.at(-1);
  const left = steps.length - visibleSteps.length;
  for (const column of side) {
    const from = marksOf(made);
    let y = 0;
    let above: Point | null = null;
    const blocks: Rect[] = [];
    const follow = (block: Rect) => {
      if (above) made.paths.push(step(above, { x: 0, y: block.y }, made.paths.length));
      above = { x: 0, y: block.y + block.height };
      blocks.push(block);
      y = block.y + block.height + GAP;
    };
    const lone = (box: Box, graph: number) => {
      const rect = { x: -box.width / 2, y, width: box.width, height: box.height };
      made.boxes.push({ ...box, rect, graph });
      follow(rect);
    };
    for (const { step, at } of column.steps) {
      const { kind, index } = step;
      const again = kind === "graph" && seen.has(index);
      const shown = kind === "graph" && !again ? shownGraphs.get(index) : undefined;
      const placed = placedGraphs.get(index);
      if (kind === "graph") seen.add(index);
      if (shown && placed) follow(put(made, index, shown, placed, y));
      else lone(stepBox(report, step, at, again, heads.has(index)), kind === "graph" ? index : -1);
    }
    if (left > 0 && column === last) {
      lone(
        sized({ key: "more", kind: "more", title: `… ${plural(left, "more step")}`, parent: null, index: left }),
        -1,
      );
    }
    addLinks(report, made, blocks, new Set(column.steps.map(({ step }) => (step.kind === "graph" ? step.index : -1))));
    if (side.length > 1) right = aside(made, from, column, right);
  }
  made.bounds = bounds(made);
  return made;
}

/** What is written above the column of a graph; empty if all are in one. */
const headsOf = (side: Column[]): Map<number, string> =>
  new Map(
    side.length < 2
      ? []
      : side.flatMap(({ note, steps }) =>
          steps.flatMap(({ step }): [number, string][] => (step.kind === "graph" ? [[step.index, note]] : [])),
        ),
  );

/** The title of a graph's frame below the head of its column, which says the version, and what differs. */
const underHead = (graph: Graph, head: string): { title: string; note: string } => ({
  title: titleOfGraph(graph, true),
  note: noteOfGraph(head ? { ...graph, differs: "" } : graph),
});

/** How much of a scene there is, to tell what is added. */
const marksOf = ({ boxes, clusters, paths }: Scene) => ({
  boxes: boxes.length,
  clusters: clusters.length,
  paths: paths.length,
});

/** Moves what was added since `from` to the right of what is there, under the name of its version; answers the new right end. */
function aside(made: Scene, from: ReturnType<typeof marksOf>, { version, note }: Column, right: number): number {
  const boxes = made.boxes.slice(from.boxes);
  const clusters = made.clusters.slice(from.clusters);
  const paths = made.paths.slice(from.paths);
  const own = bounds({ ...made, boxes, clusters, paths, heads: [] });
  const title = `version ${version}`;
  const width = Math.max(own.width, headWidth(title, note));
  const start = right > 0 ? right + BESIDE : 0;
  const middle = own.x + own.width / 2;
  const dx = start + width / 2 - middle;
  for (const { rect } of [...boxes, ...clusters]) rect.x += dx;
  for (const path of paths) {
    path.points = path.points.map((point) => ({ ...point, x: point.x + dx }));
    if (path.written) path.written.at = { ...path.written.at, x: path.written.at.x + dx };
  }
  const height = HEAD;
  made.heads.push({ key: `version${version}`, title, note, rect: { x: start, y: -height - HEAD_GAP, width, height } });
  return start + width;
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

function stepBox(
  report: Report,
  { kind, index, text }: Report["steps"][number],
  at: number,
  again: boolean,
  headed: boolean,
): Box {
  if (kind === "graph") {
    const graph = report.graphs[index]!;
    const title = again ? `Graph ${index} again` : titleOfGraph(graph, headed);
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

function bounds({ boxes, clusters, paths, heads }: Scene): Rect {
  let [left, right, top, bottom] = [0, 0, 0, 0];
  const include = (x: number, y: number) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  };
  for (const { rect } of [...boxes, ...clusters, ...heads]) {
    include(rect.x, rect.y);
    include(rect.x + rect.width, rect.y + rect.height);
  }
  for (const { points } of paths) for (const point of points) include(point.x, point.y);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
