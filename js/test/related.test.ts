// One selection is something in every view.
import { expect, test } from "vitest";
import { lineKey, nodeLocation, related } from "../src/related";
import { small } from "./reports";

const report = small();

test("a line is the nodes that it and what it calls became", () => {
  const found = related(report, { kind: "line", file: "train.py", line: 11 });
  expect(found.graphs).toContain(0);
  expect(found.nodes.get(0)!.size).toBeGreaterThan(90);
});

test("a line where a graph broke is that break and its cause", () => {
  const found = related(report, { kind: "line", file: "train.py", line: 14 });
  expect([...found.breaks]).toEqual([0]);
  expect([...found.causes]).toEqual([0]);
});

test("a line that called what broke has that break too", () => {
  expect(related(report, { kind: "line", file: "train.py", line: 31 }).breaks.size).toBe(3);
});

test("a break is its line and its compilation", () => {
  const found = related(report, { kind: "break", index: 1 });
  expect(found.lines).toContain(lineKey("train.py", 16));
  expect(found.compilations).toContain(1);
});

test("a node is its line and its graph", () => {
  const found = related(report, { kind: "node", graph: 1, index: 2 });
  expect(found.nodes.get(1)).toEqual(new Set([2]));
  expect(found.lines).toContain(lineKey("train.py", nodeLocation(report, 1, 2)!.line));
});

test("what is not in the report selects nothing", () => {
  for (const kind of ["node", "break", "cause", "guard", "frame", "compilation", "graph"] as const) {
    const found = related(report, { kind, index: 99_999, graph: 99_999 });
    expect(found.lines.size + found.nodes.size + found.graphs.size + found.breaks.size).toBe(0);
  }
});
