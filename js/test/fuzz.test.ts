// A thousand hostile texts, halves of surrogate pairs among them: they stay text in every tab, and out of DOT.
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { TABS } from "../src/contract";
import { dot } from "../src/graph/dot";
import { graphKey, visible } from "../src/graph/visible";
import { readReport } from "../src/pieces";
import { newShared } from "../src/state";
import type { Report } from "../src/types";
import { mount } from "../src/viewer";
import { everyReport } from "./reports";

const ATTACKS = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  `\${alert(1)}`,
  "javascript:alert(1)",
  `"]; evil [label="x" URL="javascript:alert(1)"] \\N \\G -> { }`,
  "&lt;b&gt; &#60;script&#62;",
  "\ud800 alone \udfff",
  "\u202ereversed\u202c \u0000\u0001\u001b[31m\ufffe",
  "__proto__",
  "x".repeat(10_000),
];
const KEPT = new Set(["", "input", "parameter", "buffer", "constant", "op", "output"]);
const WORDS = new Set(["kind", "status", "outcome", "origin", "tone", "tab", "first_tab", "by"]);

/** The report with each text replaced by a hostile one; equal texts stay equal. */
function hostile(report: Report): { report: Report; used: number } {
  const known = new Map<string, string>();
  const replaced = (value: unknown, field = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => replaced(item, field));
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, key)]));
    if (typeof value !== "string" || WORDS.has(field) || KEPT.has(value)) return value;
    if (!known.has(value)) known.set(value, `${ATTACKS[known.size % ATTACKS.length]}${known.size}`);
    return known.get(value);
  };
  return { report: replaced(report) as Report, used: known.size };
}

afterEach(() => document.body.replaceChildren());

const goldens = everyReport().filter(([name]) => /score_batch|recompiles|raises/.test(name));

test("that is a thousand texts", () => {
  expect(goldens.reduce((sum, [, report]) => sum + hostile(report).used, 0)).toBeGreaterThan(1000);
});

test.each(goldens)("%s: every tab shows them as text", async (_, golden) => {
  const errors = vi.spyOn(console, "error");
  const root = document.createElement("div");
  document.body.append(root);
  const shared = newShared();
  const viewer = mount(root, shared, { graphviz: () => Promise.reject(new Error("not in this test")) });
  const { head, report } = readReport(Uint8Array.from(gzipSync(JSON.stringify(hostile(golden).report))));
  await viewer.show(report, head);
  const shadow = root.firstElementChild!.shadowRoot!;
  for (const tab of TABS) {
    shared.tab.value = tab;
    await new Promise((done) => setTimeout(done));
  }
  await vi.waitFor(() => expect(shadow.querySelector(".canvas .box")).not.toBeNull());
  expect(shadow.querySelectorAll("script, img, iframe, object, embed, foreignObject")).toHaveLength(0);
  for (const element of shadow.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/);
      if (name === "href") expect(value).toMatch(/^https?:/);
    }
  }
  expect(errors).not.toHaveBeenCalled();
  viewer.end();
});

test.each(goldens)("%s: none of them gets into DOT", (_, golden) => {
  for (const graph of hostile(golden).report.graphs) {
    const source = dot(visible(graph, "module", new Set([graphKey(graph.index)]), true));
    expect(source).not.toMatch(/alert|evil|alone|__proto__|xxx/);
  }
});
