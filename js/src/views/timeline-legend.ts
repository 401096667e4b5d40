// What the marks of the timeline mean: only those that are in it.
import { type Child, h } from "../dom";
import { term } from "../tooltip";
import type { Report } from "../types";
import { RECOMPILE, RESTART, SKIP, type Timeline } from "./timeline-items";

const RESTARTED =
  "While it traced, Dynamo found out something that it had to know from the start, such as a graph break, and began " +
  "the same compilation again. It costs time once. The number says how often.";
const RECOMPILED = "A call did not fit to what was compiled, so that Dynamo compiled another version.";
const GIVEN_UP = "Dynamo tried to compile this function, and left it to Python.";

export function timelineLegend(report: Report, data: Timeline): HTMLElement | null {
  const kinds = new Set(data.markers.map((mark) => mark.kind));
  const item = (mark: Child, words: Child) => h("span", null, mark, " ", words);
  const sign = (text: string) => h("span", { class: "sign" }, text);
  const items = [
    kinds.has("break") ? item(h("i", { class: "dot", "aria-hidden": "true" }), "graph break") : null,
    report.compilations.some(({ restarts }) => restarts.length > 0)
      ? item(sign(RESTART), term("restart", RESTARTED))
      : null,
    kinds.has("recompile") ? item(sign(RECOMPILE), term("recompile", RECOMPILED)) : null,
    kinds.has("skip") ? item(h("span", { class: "sign ochre" }, SKIP), "left to Python") : null,
    report.compilations.some(({ status }) => status === "skipped" || status === "failed")
      ? item(h("i", { class: "dashed", "aria-hidden": "true" }), term("given up", GIVEN_UP))
      : null,
  ].filter(Boolean);
  return items.length > 0 ? h("div", { class: "legend" }, items) : null;
}
