// The lines of values that go from one graph to another: straight down to the next, along the side past others.
import type { Report } from "../types";
import { clusterTitleWidth } from "./dot";
import type { Point, Rect } from "./layout";
import type { Scene } from "./scene";
import { graphKey } from "./visible";

/** Between lines side by side, and between a line and a block. */
const LANE = 9;
const BEND = 8;
/** Between a title and a line beside it. */
const TITLE_ROOM = 4;

/**
 * Values that go from graph to graph: straight down to the next, along the side past others.
 *
 * @param blocks The steps of one column.
 * @param graphs The graphs in it.
 */
export function addLinks(report: Report, made: Scene, blocks: Rect[], graphs: ReadonlySet<number>): void {
  const rects = new Map(made.boxes.map((box) => [box.key, box.rect]));
  const frames = new Map(made.clusters.map((cluster) => [cluster.key, cluster.rect]));
  const titles = new Map(
    made.clusters.map((cluster) => [cluster.key, cluster.rect.x + clusterTitleWidth(cluster) + TITLE_ROOM]),
  );
  const merged = new Map<string, { from: string; to: string; fromGraph: number; toGraph: number; count: number }>();
  for (const link of report.links) {
    if (!graphs.has(link.from_graph) || !graphs.has(link.to_graph)) continue;
    const from = outlet(report, made, link.from_graph);
    const to = made.boxOf(link.to_graph, link.to_node);
    const key = `${from} ${to}`;
    const entry = merged.get(key);
    if (entry) entry.count++;
    else merged.set(key, { from, to, fromGraph: link.from_graph, toGraph: link.to_graph, count: 1 });
  }
  let lane = 0;
  for (const [key, { from, to, fromGraph, toGraph, count }] of merged) {
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
    // Beside the dashed line of the steps, not on it, and beside the title of the frame.
    a.x += Math.min(14, start.width / 4);
    b.x += Math.min(14, end.width / 4);
    const title = titles.get(graphKey(toGraph)) ?? b.x;
    if (title > b.x) b.x = Math.min(title, end.x + end.width - 8);
    const holder = (y: number) => blocks.find((block) => block.y <= y && y <= block.y + block.height);
    const bottom = holder(a.y - 1);
    const top = holder(b.y + 1)?.y ?? b.y;
    made.paths.push({
      key: `link ${key}`,
      points: near ? down(a, b) : around(a, b, side, bottom ? bottom.y + bottom.height : a.y, top),
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

/** Along the side, from below the block that ends at `bottom` to above the one that begins at `top`: no title is crossed. */
function around(a: Point, b: Point, side: number, bottom: number, top: number): Point[] {
  const corners = [
    { x: a.x, y: bottom + LANE },
    { x: side, y: bottom + LANE },
    { x: side, y: top - LANE },
    { x: b.x, y: top - LANE },
  ];
  return [...rounded(a, corners, { x: b.x, y: b.y - 6 }), b];
}

/** Straight lines from corner to corner, each corner a curve, as Bézier points. */
function rounded(from: Point, corners: Point[], to: Point): Point[] {
  const points = [from];
  let at = from;
  corners.forEach((corner, i) => {
    const next = corners[i + 1] ?? to;
    const [into, out] = [toward(corner, at), toward(corner, next)];
    points.push(at, into, into, corner, corner, out);
    at = out;
  });
  return [...points, at, to, to];
}

/** A little way from one point towards another. */
function toward(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length > 0 ? Math.min(BEND, length / 2) / length : 0;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
