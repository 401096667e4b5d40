// What shows under a fold state, how it is laid out, and that nothing of the report gets into DOT.
import { beforeAll, describe, expect, test } from "vitest";
import { dot } from "../src/graph/dot";
import type { Layouter } from "../src/graph/engine";
import { countBoxes, initialOpen, MOST, oneLevel, openTo } from "../src/graph/folding";
import { layout } from "../src/graph/layout";
import { roleOf, titleOf } from "../src/graph/nodes";
import { search } from "../src/graph/search";
import { scene } from "../src/graph/stitch";
import { visible } from "../src/graph/visible";
import { load } from "../src/graphviz";
import { everyReport, hostile, large, small } from "./reports";

const OPTIONS = { by: "module", shapes: false, steps: 60 } as const;
let engine: Layouter;
beforeAll(async () => {
  const graphviz = await load();
  engine = { layout: async (source) => graphviz.layout(source) };
});

describe("fold state", () => {
  test.each(everyReport())("%s starts calm, and each way of folding shows every op once", (_, report) => {
    for (const by of ["module", "source"] as const) {
      const open = initialOpen(report, by);
      if (report.graphs.length > 1)
        expect(countBoxes(report, by, open)).toBeLessThanOrEqual(Math.max(40, report.graphs.length));
      for (const graph of report.graphs) {
        const { boxes, boxOf } = visible(graph, by, open, false);
        const keys = boxes.map((box) => box.key);
        expect(new Set(keys).size).toBe(keys.length);
        graph.nodes.name.forEach((_, node) => {
          if (roleOf(graph, node) === "op") expect(keys).toContain(boxOf(node));
        });
      }
    }
  });

  test("repeated layers stay folded at first", () => {
    const { boxes } = visible(small().graphs[0]!, "module", initialOpen(small(), "module"), false);
    expect(boxes.find((box) => box.title === "layer")?.note).toBe("×6 · 90 ops");
  });

  test("one level deeper stops before there are too many boxes", () => {
    const report = large();
    let open: Set<string> | null = initialOpen(report, "module");
    let boxes = 0;
    for (let level = 0; open && level < 10; level++) {
      boxes = countBoxes(report, "module", open);
      open = oneLevel(report, "module", open);
    }
    expect(open).toBeNull();
    expect(boxes).toBeLessThanOrEqual(MOST);
  });

  test("the way to a node is unfolded", () => {
    const report = large();
    const { node } = search(report, "gelu layer.30")[0]!;
    const open = openTo(report, "module", initialOpen(report, "module"), 0, node);
    expect(visible(report.graphs[0]!, "module", open, false).boxOf(node)).toBe(`g0:${node}`);
  });
});

describe("boxes and edges", () => {
  const graph = small().graphs[0]!;

  test("weights are written in the op that uses them", () => {
    const open = new Set(["g0", ...graph.trees[0]!.name.map((_, group) => `g0/${group}`)]);
    const { boxes } = visible(graph, "module", open, false);
    expect(boxes.some((box) => box.title === "embeddings.word.weight")).toBe(false);
    expect(boxes.find((box) => box.title === "embedding")?.sub).toBe("word.weight");
  });

  test("edges between folded groups are merged", () => {
    const { edges } = visible(graph, "module", new Set(["g0"]), false);
    expect(edges.map(({ from, to }) => `${from}>${to}`)).toHaveLength(
      new Set(edges.map((e) => `${e.from}>${e.to}`)).size,
    );
    expect(edges.every(({ from, to }) => from !== to)).toBe(true);
  });

  test("DOT holds sizes and structure, and no text of the report", () => {
    const report = hostile();
    const text = dot(visible(report.graphs[0]!, "module", initialOpen(report, "module"), true));
    expect(text).not.toMatch(/alert|embedding|linear|f32/);
  });
});

describe("layout", () => {
  test("types are written beside the edges that carry them, on demand", async () => {
    const report = small();
    const open = initialOpen(report, "module");
    const made = await scene(report, engine, { ...OPTIONS, open, shapes: true });
    const typed = made.paths.filter((path) => path.kind === "edge" && path.label);
    expect(typed.length).toBeGreaterThan(5);
    for (const { written, points } of typed) {
      expect(written!.text).toMatch(/^f32\[/);
      const top = Math.min(...points.map((point) => point.y));
      const bottom = Math.max(...points.map((point) => point.y));
      expect(written!.at.y).toBeGreaterThan(top);
      expect(written!.at.y).toBeLessThan(bottom);
    }
    const plain = await scene(report, engine, { ...OPTIONS, open });
    expect(plain.paths.some((path) => path.written)).toBe(false);
  });

  test("boxes lie inside their frames and do not overlap", async () => {
    const report = small();
    const shown = visible(report.graphs[0]!, "module", initialOpen(report, "module"), false);
    const placed = await layout(engine, shown);
    expect(placed.boxes.size).toBe(shown.boxes.length);
    expect(placed.edges.every((points) => points.length >= 4)).toBe(true);
    for (const box of shown.boxes) {
      const inner = placed.boxes.get(box.key)!;
      const outer = placed.clusters.get(box.parent!)!;
      expect(inner.x).toBeGreaterThanOrEqual(outer.x);
      expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
    }
    const rects = [...placed.boxes.values()];
    rects.forEach((a, i) => {
      for (const b of rects.slice(i + 1)) {
        expect(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).toBe(false);
      }
    });
  });

  test.each(["graphviz", "none"])("graphs and breaks stand in the order they ran (engine: %s)", async (which) => {
    const report = small();
    const open = initialOpen(report, "module");
    const made = await scene(report, which === "none" ? null : engine, { ...OPTIONS, open });
    const tops = report.steps.map(({ kind, index }) =>
      kind === "graph"
        ? (made.clusters.find((c) => c.key === `g${index}`) ?? made.boxes.find((b) => b.key === `g${index}`))!.rect.y
        : made.boxes.find((box) => box.kind === "break" && box.index === index)!.rect.y,
    );
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(made.paths.filter((path) => path.kind === "link").length).toBeGreaterThan(0);
  });

  test("steps beyond the limit are one box", async () => {
    const made = await scene(small(), engine, { ...OPTIONS, open: new Set(), steps: 3 });
    expect(made.boxes.map((box) => box.kind)).toEqual(["graph", "break", "graph", "more"]);
  });
});

test("search wants every word, in the order of execution", () => {
  const report = small();
  const hits = search(report, "LINEAR layer.2");
  expect(hits.length).toBeGreaterThan(0);
  for (const { graph, node } of hits) expect(titleOf(report.graphs[graph]!, node)).toBe("linear");
  expect(hits.map((hit) => hit.node)).toEqual(hits.map((hit) => hit.node).sort((a, b) => a - b));
  expect(search(report, "   ")).toEqual([]);
});
