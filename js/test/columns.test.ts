// Versions of one piece stand side by side, each under what it is for; what ran one after the other stays in one column.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { s } from "../src/dom";
import { plural, version } from "../src/format";
import { columns } from "../src/graph/columns";
import { draw } from "../src/graph/draw";
import type { Layouter } from "../src/graph/engine";
import { initialOpen } from "../src/graph/folding";
import type { Scene } from "../src/graph/scene";
import { scene, stepsOf } from "../src/graph/stitch";
import { graphKey } from "../src/graph/visible";
import { load } from "../src/graphviz";
import type { Report } from "../src/types";
import { small } from "./reports";

const GOLDEN = join(import.meta.dirname, "../../tests/golden/reports/recompiles.json");
let engine: Layouter;
beforeAll(async () => {
  const graphviz = await load();
  engine = { layout: async (source) => graphviz.layout(source) };
});

const recompiles = (): Report => {
  const report = JSON.parse(readFileSync(GOLDEN, "utf8")) as Report;
  for (const graph of report.graphs) {
    graph.piece ??= Number(graph.compile_id.split("/")[0]);
    graph.version ??= version(graph.compile_id);
    const made = report.recompiles.find((recompile) => recompile.compile_id === graph.compile_id);
    graph.differs ??= made?.text.split(": ")[1] ?? "";
  }
  return report;
};

/** The synthetic pipeline, compiled again for another size: every graph, break and link a second time. */
function twice(linked: boolean): Report {
  const report = small();
  const { length } = report.graphs;
  const breaks = report.breaks.length;
  const again = report.graphs.map((graph, at) => {
    const copy = structuredClone(graph);
    const { nodes } = copy;
    nodes.strings = nodes.strings.map((text) => text.replace("[2, 32, 64]", "[7, 32, 64]"));
    return {
      ...copy,
      index: length + at,
      compile_id: `${at}/1`,
      version: 2,
      differs: "`x.size(0)` was 2, now it is 7",
      ended_by: copy.ended_by < 0 ? -1 : copy.ended_by + breaks,
    };
  });
  report.graphs = [...report.graphs, ...again].map((graph, at) => ({ ...graph, piece: at % length }));
  report.graphs.forEach((graph, at) => {
    graph.ended_by = at % length < breaks ? at - (at >= length ? length - breaks : 0) : -1;
  });
  report.breaks = [...report.breaks, ...report.breaks];
  report.links = [...report.links, ...report.links.map((link) => moved(link, length))];
  if (linked) report.links.push({ ...report.links[0]!, from_graph: length - 1, to_graph: length });
  const steps = report.steps.map((step) => ({
    ...step,
    index: step.index + (step.kind === "graph" ? length : step.kind === "break" ? breaks : 0),
  }));
  report.steps = [...report.steps, ...steps];
  return report;
}

const moved = (link: Report["links"][number], by: number) => ({
  ...link,
  from_graph: link.from_graph + by,
  to_graph: link.to_graph + by,
});

const drawn = (report: Report, open = initialOpen(report, "module"), steps = 60): Promise<Scene> =>
  scene(report, engine, { by: "module", open, shapes: false, steps });

const placeOf = ({ boxes, clusters }: Scene, graph: number) =>
  [...clusters, ...boxes].find((thing) => thing.key === graphKey(graph))!.rect;

test("a version is no later step: each has its column, with the breaks of its own graphs", () => {
  const report = twice(false);
  const made = columns(report, report.steps);
  expect(made.map((column) => column.version)).toEqual([1, 2]);
  const half = report.steps.length / 2;
  expect(made.map(({ steps }) => steps.map(({ at }) => at))).toEqual([
    report.steps.slice(0, half).map((_, at) => at),
    report.steps.slice(half).map((_, at) => half + at),
  ]);
});

test("versions that come in turns are parted", () => {
  const report = twice(false);
  const half = report.steps.length / 2;
  const mixed = report.steps.slice(0, half).flatMap((step, at) => [step, report.steps[half + at]!]);
  const [one, two] = columns(report, mixed);
  expect(one!.steps.map(({ step }) => step)).toEqual(report.steps.slice(0, half));
  expect(two!.steps.map(({ step }) => step)).toEqual(report.steps.slice(half));
});

test("versions that take each other's values ran one after the other", async () => {
  const report = twice(true);
  expect(columns(report, report.steps).length).toBe(1);
  const made = await drawn(report);
  expect(made.heads).toEqual([]);
  expect(placeOf(made, report.graphs.length / 2).y).toBeGreaterThan(placeOf(made, 0).y);
});

test("one version alone has no head", async () => {
  expect((await drawn(small())).heads).toEqual([]);
});

test("columns stand side by side, and nothing of one is in another", async () => {
  const report = twice(false);
  const made = await drawn(report, new Set(report.graphs.map(({ index }) => graphKey(index))));
  const half = report.graphs.length / 2;
  const columnOf = (graph: number) => (graph < half ? 0 : 1);
  expect(placeOf(made, half).y).toBe(placeOf(made, 0).y);
  const ends = made.heads.map(({ rect }) => [rect.x, rect.x + rect.width] as const);
  expect(ends[0]![1]).toBeLessThan(ends[1]![0]);
  for (const { rect, graph, key } of [...made.boxes, ...made.clusters]) {
    if (graph < 0) continue;
    const [left, right] = ends[columnOf(graph)]!;
    expect(rect.x, key).toBeGreaterThanOrEqual(left - 0.01);
    expect(rect.x + rect.width, key).toBeLessThanOrEqual(right + 0.01);
    expect(rect.y, key).toBeGreaterThan(made.heads[0]!.rect.y + made.heads[0]!.rect.height);
  }
  // Values and the line of execution stay in their column, and each has both.
  const inside = made.paths.map(({ points }) =>
    ends.findIndex(([left, right]) => points.every(({ x }) => x >= left - 0.01 && x <= right + 0.01)),
  );
  expect(inside).not.toContain(-1);
  for (const kind of ["step", "link"])
    expect(new Set(made.paths.flatMap((path, at) => (path.kind === kind ? [inside[at]] : [])))).toEqual(
      new Set([0, 1]),
    );
  const keys = made.paths.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a head names the version, and the inputs that are not as in the others", async () => {
  const report = twice(false);
  const made = await drawn(report);
  expect(made.heads.map(({ title, note }) => [title, note])).toEqual([
    ["version 1", "x: f32[2, 32, 64]"],
    ["version 2", "x: f32[7, 32, 64]"],
  ]);
  const layer = s("g");
  draw(layer, made, (key) => key, null);
  const written = [...layer.querySelectorAll(".column-head")].map((head) => head.textContent);
  expect(written).toEqual(["version 1· x: f32[2, 32, 64]", "version 2· x: f32[7, 32, 64]"]);
});

test("where all inputs are alike, the head says what Dynamo found different", () => {
  const report = twice(false);
  for (const graph of report.graphs) graph.nodes = report.graphs[graph.index % (report.graphs.length / 2)]!.nodes;
  expect(columns(report, report.steps).map(({ note }) => note)).toEqual(["", "x.size(0) was 2, now it is 7"]);
});

test("a version whose inputs are as in one before is not told by them", () => {
  const report = twice(false);
  const half = report.graphs.length / 2;
  const third = report.graphs.slice(half).map((graph) => ({
    ...graph,
    index: graph.index + half,
    compile_id: graph.compile_id.replace("/1", "/2"),
    version: 3,
    differs: "`flag` was `False`, now it is `True`",
    ended_by: -1,
  }));
  report.graphs.push(...third);
  const steps = [...report.steps, ...third.map(({ index }) => ({ kind: "graph" as const, index, text: "" }))];
  expect(columns(report, steps).map(({ note }) => note)).toEqual([
    "x: f32[2, 32, 64]",
    "x: f32[7, 32, 64]",
    "flag was False, now it is True",
  ]);
});

test("the step that counts the rest is below the last one shown", async () => {
  const report = twice(false);
  const made = await drawn(report, new Set(), report.steps.length / 2 + 1);
  const more = made.boxes.find((box) => box.kind === "more")!.rect;
  const second = placeOf(made, report.graphs.length / 2);
  expect(more.x + more.width / 2).toBeCloseTo(second.x + second.width / 2);
  expect(more.y).toBeGreaterThan(second.y);
});

test("the golden's versions stand in a row, each under what differs", async () => {
  const report = recompiles();
  const made = await drawn(report);
  expect(made.heads.length).toBe(new Set(report.graphs.map((graph) => graph.version)).size);
  expect(made.heads.length).toBeGreaterThan(3);
  expect(new Set(made.heads.map(({ rect }) => rect.y)).size).toBe(1);
  const placed = stepsOf(report).map(({ index }) => placeOf(made, index));
  expect(new Set(placed.map(({ y }) => y)).size).toBe(1);
  // No input is of another type here: a number that the module keeps is what Dynamo found different.
  expect(made.heads.map(({ note }) => note)).toEqual(
    report.graphs.map((_, at) => (at > 0 ? `self.calls was ${at - 1}, now it is ${at}` : "")),
  );
  const frames = made.clusters.filter(({ index }) => index < 0);
  expect(frames.length).toBe(report.graphs.length);
  for (const { title, note, graph } of frames)
    expect(`${title} ${note}`).toBe(`Graph ${graph} ${plural(report.graphs[graph]!.op_count, "op")}`);
});
