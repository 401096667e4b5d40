// The Source tab: the user's functions, each line with what became of it.
import { type Child, h, plain } from "../dom";
import { plural } from "../format";
import type { Scope } from "../scope";
import type { Viewer } from "../state";
import { term } from "../tooltip";
import type { Mark, Source } from "../types";
import { empty } from "./empty";
import { shows } from "./place";
import { captions, hasFigures } from "./source-figures";
import { sourceLines } from "./source-lines";

const OPEN_AT_FIRST = 8;
const INLINED = "Dynamo took the lines of this function into the graph of the function that calls it.";
const SKIPPED = "Dynamo gave the whole function up, and Python runs it as it is: eagerly.";
const WHOLE =
  "A graph runs as a whole, and is measured as a whole: the bracket holds the lines that it was captured from. " +
  "Where a function was inlined into another one's graph, only its ops are told.";
const BETWEEN =
  "From the end of the graph before the break to the start of the next one: what Python ran, and what guards and " +
  "Dynamo needed. Time for compiling is not part of any of these figures.";

export function source(viewer: Viewer, scope: Scope): HTMLElement {
  const { sources } = viewer.report;
  if (sources.length === 0)
    return empty(
      "There is no source of yours to show.",
      "Every function that took part belongs to an installed package, or has no source that Python can read.",
    );
  const order = sources.map((source, index) => ({ source, index })).sort((a, b) => rank(a.source) - rank(b.source));
  const sections = order.map(({ source }, i) =>
    section(viewer, scope, source, i === 0 || (i < OPEN_AT_FIRST && rank(source) < 3)),
  );
  return h("div", { class: "sources" }, legend(viewer), sections);
}

/** Broken first, then the user's own, then the rest; the report's order within each. */
function rank(source: Source): number {
  if (source.marks.some((mark) => mark.kind === "break")) return 0;
  if (source.user) return source.marks.length > 0 ? 1 : 2;
  return 3;
}

function section(viewer: Viewer, scope: Scope, source: Source, open: boolean): HTMLElement {
  const breaks = source.marks.filter((mark) => mark.kind === "break").length;
  const element = h(
    "details",
    { class: `listing${hasFigures(source) ? " with-figures" : ""}`, open },
    h(
      "summary",
      null,
      h("b", null, plain(source.function) || source.label),
      h("span", { class: "muted" }, source.function === source.label ? "" : ` ${source.label}`),
      source.user ? null : h("span", { class: "muted" }, " · library"),
      breaks > 0 ? h("span", { class: "bad" }, ` · ${plural(breaks, "break")}`) : null,
    ),
  );
  const fill = () => {
    if (!element.open || element.childElementCount > 1) return;
    if (hasFigures(source)) element.append(captions());
    if (source.lines.length === 0) element.append(lead(source));
    element.append(sourceLines(viewer, scope, source));
  };
  fill();
  scope.listen(element, "toggle", fill);
  scope.effect(() => {
    const { kind, file, line = 0 } = viewer.selection.value;
    if (kind !== "line" || !shows(source, file ?? "", line)) return;
    element.open = true;
    fill();
  });
  return element;
}

/** Says what stands in place of the text. */
function lead(source: Source): HTMLElement {
  const unplaced = source.marks.some((mark) => mark.kind === "graph" && mark.text);
  return h(
    "p",
    { class: "lead muted" },
    "Python has no text of this function. These are its instructions, line by line. ",
    unplaced ? "Torch does not keep which line of such code an op is from: a graph is marked where it begins." : null,
  );
}

function legend(viewer: Viewer): HTMLElement {
  const { report } = viewer;
  const kinds = new Set(report.sources.flatMap((source) => source.marks.map((mark) => mark.kind)));
  const drawn = (mark: Mark) => (mark.kind === "graph" || mark.kind === "inlined") && mark.index >= 0;
  const graphs = new Set(
    report.sources.flatMap((source) => source.marks.flatMap((mark) => (drawn(mark) ? [mark.index] : []))),
  );
  const times = new Set(report.sources.flatMap((source) => source.times.map((time) => time.kind)));
  const some = [...graphs].sort((a, b) => a - b).slice(0, 8);
  const item = (kind: string, words: Child) => h("span", null, h("i", { class: `swatch ${kind}` }), words);
  return h(
    "div",
    { class: "legend" },
    some.map((graph, i) => item(`g${graph % 8}`, i === 0 ? `graph ${graph}` : graph)),
    graphs.size > some.length ? h("span", null, `and ${graphs.size - some.length} more`) : null,
    kinds.has("inlined") ? item("inlined", term("⤷ inlined", INLINED)) : null,
    kinds.has("break") ? item("break", "✕ graph break") : null,
    kinds.has("eager") ? item("eager", "≈ ran as plain Python") : null,
    kinds.has("skip") ? item("eager", term("▽ left to Python", SKIPPED)) : null,
    times.has("graphs") ? item("bracket", ["a graph, ", term("timed as a whole", WHOLE)]) : null,
    times.has("outside")
      ? h("span", null, h("span", { class: "ochre" }, "between"), " ", term("two graphs", BETWEEN))
      : null,
  );
}
