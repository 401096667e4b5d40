// The Compile time tab: per compilation how long, why it restarted, and its phases as bars.
import { action, h, plain } from "../dom";
import { COMPILE_ID, duration, plural, versionName } from "../format";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { Compilation, LateCompilation, Phase } from "../types";
import { empty } from "./empty";
import { some } from "./more";
import { placeLink } from "./place";
import { RESTART, STATUS } from "./timeline-items";

const OPEN_AT_FIRST = 3;
/** Rows made at a time, the longest compilations first. */
const AT_ONCE = 200;

export function compileTime(viewer: Viewer, scope: Scope): HTMLElement {
  const { compilations } = viewer.report;
  if (compilations.length === 0) return empty("Nothing was compiled.");
  const longest = Math.max(1, ...compilations.map((c) => c.duration_ns));
  const order = compilations
    .map((compilation, index) => ({ compilation, index }))
    .sort((a, b) => b.compilation.duration_ns - a.compilation.duration_ns);
  const later = viewer.report.later ?? [];
  const total = [...compilations, ...later].reduce((sum, c) => sum + Math.max(0, c.duration_ns), 0);
  const home = h("div");
  const rows = some(order.length, AT_ONCE, "more compilation", home, (i) => {
    const { compilation, index } = order[i]!;
    return row(viewer, scope, compilation, index, longest, i < OPEN_AT_FIRST);
  });
  scope.effect(() => {
    const found = viewer.related.value.compilations;
    const light = () => {
      rows.made.forEach((element, i) => void element.classList.toggle("on", found.has(order[i]!.index)));
    };
    light();
    if (viewer.tab.value !== "compile" || viewer.selection.value.kind !== "compilation") return;
    const at = order.findIndex(({ index }) => index === viewer.selection.value.index);
    if (at < 0) return;
    rows.upTo(at);
    light();
    const chosen = rows.made[at]!;
    chosen.open = true;
    queueMicrotask(() => chosen.scrollIntoView?.({ block: "nearest" }));
  });
  const put_off = later.length > 0 ? ` and ${plural(later.length, "part")} that the backend had put off` : "";
  const sum = `${duration(total)} in ${plural(compilations.length, "compilation")}${put_off}`;
  return h(
    "div",
    { class: "compilations" },
    h("p", { class: "muted key" }, `${sum}. ${COMPILE_ID} Phases have torch's names.`),
    rows.element,
    later.map((part) => late(part, longest)),
  );
}

/** What a backend compiled only when it was needed: the backward graph, kernels at their first run. */
function late(part: LateCompilation, longest: number): HTMLElement {
  const width = `${Math.min(100, Math.max(0.4, (100 * part.duration_ns) / longest)).toFixed(2)}%`;
  return h(
    "details",
    { class: "compilation compiled" },
    h(
      "summary",
      null,
      h("span", { class: "name" }, h("b", null, plain(part.title))),
      h("span", { class: "state compiled", title: "Put off by the backend until it was needed" }, "compiled late"),
      h("span", { class: "figures" }, duration(part.duration_ns)),
      h("span", { class: "track" }, h("i", { style: { width } })),
    ),
    h("div", { class: "body" }, phases(part)),
  );
}

function row(viewer: Viewer, scope: Scope, compilation: Compilation, index: number, longest: number, open: boolean) {
  const { id, status, restarts, duration_ns } = compilation;
  const name = versionName(compilation);
  const width = `${Math.max(0.4, (100 * Math.max(0, duration_ns)) / longest).toFixed(2)}%`;
  const element = h(
    "details",
    { class: `compilation ${status}`, open },
    h(
      "summary",
      null,
      h("span", { class: "name" }, h("b", null, name), h("span", { class: "muted" }, ` [${id}]`)),
      h("span", { class: `state ${status}`, title: STATUS[status] }, STATUS[status].split(",")[0]),
      h("span", { class: "figures" }, duration(duration_ns)),
      h("span", { class: "track" }, h("i", { style: { width } })),
    ),
  );
  const fill = () => {
    if (!element.open || element.childElementCount > 1) return;
    element.append(
      h(
        "div",
        { class: "body" },
        h(
          "p",
          { class: "muted" },
          placeLink(viewer, compilation.location),
          compilation.detail ? ` · ${plain(compilation.detail)}` : null,
          compilation.runs > 0 ? ` · ran ${plural(compilation.runs, "time")}` : null,
          compilation.graphs.map((graph) => [
            " · ",
            action(`graph ${graph}`, () => select(viewer, { kind: "graph", index: graph }, "graph")),
          ]),
          compilation.guards >= 0
            ? [" · ", action("guards", () => select(viewer, { kind: "compilation", index }, "guards"))]
            : null,
        ),
        restarts.length > 0
          ? h(
              "ul",
              { class: "restarts" },
              restarts.map((reason) =>
                h("li", null, h("b", null, `${RESTART} began again`), ` because of “${reason}”`),
              ),
            )
          : null,
        phases(compilation),
      ),
    );
  };
  fill();
  scope.listen(element, "toggle", fill);
  return element;
}

function phases({ phases, start_ns, duration_ns }: Compilation | LateCompilation): HTMLElement {
  if (phases.length === 0) return h("p", { class: "muted" }, "torch reported no phases.");
  const bar = ({ name, start_ns: from, duration_ns: length, depth }: Phase) => {
    const whole = Math.max(1, duration_ns);
    const left = Math.min(99.6, Math.max(0, (100 * (from - start_ns)) / whole));
    const width = Math.min(100 - left, Math.max(0.4, (100 * Math.max(0, length)) / whole));
    return h(
      "div",
      { class: "phase" },
      h("span", { class: "name", style: { "padding-left": `${depth * 12}px` }, title: name }, name),
      h("span", { class: "figures" }, duration(length)),
      h("span", { class: "track" }, h("i", { style: { left: `${left.toFixed(2)}%`, width: `${width.toFixed(2)}%` } })),
    );
  };
  return h("div", { class: "phases" }, phases.map(bar));
}
