// Reports in pieces: put together again, whole in one line, and the heading before the rest.
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { type Head, readReport } from "../src/pieces";
import { newShared } from "../src/state";
import type { Report } from "../src/types";
import { mount } from "../src/viewer";
import { large, small } from "./reports";

const packed = (...lines: unknown[]) => Uint8Array.from(gzipSync(lines.map((line) => JSON.stringify(line)).join("\n")));

test("values go to their paths, and an array that comes again goes on", async () => {
  const { head, report } = readReport(
    packed(
      { schema_version: 1 },
      [[], { steps: [] }],
      [
        ["graphs", 0, "nodes", "name"],
        ["a", "b"],
      ],
      [["graphs", 0, "nodes", "name"], ["c"]],
      [["graphs", 0, "index"], 0],
    ),
  );
  expect(await head).toEqual({ schema_version: 1 });
  expect(await report).toEqual({
    schema_version: 1,
    steps: [],
    graphs: [{ nodes: { name: ["a", "b", "c"] }, index: 0 }],
  });
});

test("a whole report may be one line", async () => {
  expect(await readReport(packed(large())).report).toEqual(large());
});

test("damage is told, not swallowed", async () => {
  await expect(readReport(Uint8Array.from([1, 2, 3])).report).rejects.toThrow();
});

test("the heading shows before the rest is read, and the report takes its place", async () => {
  const root = document.createElement("div");
  document.body.append(root);
  const viewer = mount(root, newShared(), { graphviz: () => Promise.reject(new Error("not in this test")) });
  let arrive: (report: Report) => void = () => {};
  const { schema_version, created, environment, subject, outcome, calls, duration_ns, summary } = small();
  const head: Head = { schema_version, created, environment, subject, outcome, calls, duration_ns, summary };
  const shown = viewer.show(new Promise((resolve) => (arrive = resolve)), Promise.resolve(head));
  const find = (selector: string) => root.firstElementChild?.shadowRoot?.querySelector(selector);
  await vi.waitFor(() => expect(find(".early h2")?.textContent).toContain("score_batch"));
  expect(find(".tabs")).toBeNull();
  arrive(small());
  await shown;
  expect(find(".early")).toBeNull();
  expect(find(".tabs")).not.toBeNull();
  viewer.end();
  root.remove();
});
