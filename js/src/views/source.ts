// The Source tab: the user's functions, each line with what became of it.
import { h, plain } from "../dom";
import type { Scope } from "../scope";
import type { Viewer } from "../state";
import type { Source } from "../types";
import { empty } from "./empty";
import { sourceLines } from "./source-lines";

const OPEN_AT_FIRST = 8;

export function source(viewer: Viewer, scope: Scope): HTMLElement {
  const { sources } = viewer.report;
  if (sources.length === 0)
    return empty(
      "There is no source of yours to show.",
      "Every function that took part belongs to an installed package, or has no source that Python can read.",
    );
  const order = sources.map((source, index) => ({ source, index })).sort((a, b) => rank(a.source) - rank(b.source));
  const sections = order.map(({ source }, i) => section(viewer, scope, source, i < OPEN_AT_FIRST && rank(source) < 3));
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
    { class: "listing", open },
    h(
      "summary",
      null,
      h("b", null, plain(source.function) || source.label),
      h("span", { class: "muted" }, ` ${source.label}${source.user ? "" : " · library"}`),
      breaks > 0 ? h("span", { class: "bad" }, ` ✕ ${breaks}`) : null,
    ),
  );
  const fill = () => {
    if (element.open && element.childElementCount === 1) element.append(sourceLines(viewer, scope, source));
  };
  fill();
  scope.listen(element, "toggle", fill);
  scope.effect(() => {
    const { kind, file, line = 0 } = viewer.selection.value;
    if (kind !== "line" || file !== source.file) return;
    if (line < source.first_line || line >= source.first_line + source.lines.length) return;
    element.open = true;
    fill();
  });
  return element;
}

function legend(viewer: Viewer): HTMLElement {
  const { report } = viewer;
  const kinds = new Set(report.sources.flatMap((source) => source.marks.map((mark) => mark.kind)));
  const graphs = new Set(
    report.sources.flatMap((source) => source.marks.flatMap((mark) => (mark.kind === "graph" ? [mark.index] : []))),
  );
  const some = [...graphs].sort((a, b) => a - b).slice(0, 8);
  const item = (kind: string, words: string) => h("span", null, h("i", { class: `swatch ${kind}` }), words);
  return h(
    "div",
    { class: "legend" },
    some.map((graph) => item(`g${graph % 8}`, `graph ${graph}`)),
    graphs.size > some.length ? h("span", null, `and ${graphs.size - some.length} more`) : null,
    kinds.has("inlined") ? item("inlined", "⤷ inlined") : null,
    kinds.has("break") ? item("break", "✕ graph break") : null,
    kinds.has("eager") ? item("eager", "≈ ran eagerly") : null,
    kinds.has("skip") ? item("eager", "▽ skipped") : null,
  );
}
