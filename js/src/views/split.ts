// Where the time of the calls went, compilation taken away: one bar, three words.
import { h } from "../dom";
import { count, duration } from "../format";
import type { Viewer } from "../state";
import { term } from "../tooltip";

const share = (percent: number, ns: number): string => (percent === 0 && ns > 0 ? "<1 %" : `${percent} %`);

const DYNAMO =
  "Checks of guards, and Dynamo's own work around the calls. A call that compiles has much of it, and later calls do not " +
  "pay it again: dynexplain.optimize explains many calls.";

export function split(viewer: Viewer): HTMLElement | null {
  const { subject, summary } = viewer.report;
  const times = summary.split;
  if (!times) return null;
  // A session is recorded as one call, and what it ran may have been called often.
  const calls = subject.kind === "session" ? 0 : viewer.report.calls;
  const compiled = times.compile_ns > 0;
  // Said on the bar itself: of one call this part can be most, and says nothing about the calls that follow.
  const dynamo = compiled && calls === 1 ? "guards and Dynamo, set-up of a first call" : "guards and Dynamo";
  const parts = [
    { name: "in graphs", kind: "graphs", ns: times.graphs_ns, told: "The captured graphs, as they ran." },
    { name: "Python outside graphs", kind: "python", ns: times.python_ns, told: "The code around and between graphs." },
    { name: dynamo, kind: "dynamo", ns: times.dynamo_ns, told: DYNAMO },
  ].map((part, i) => ({ ...part, ns: Math.max(0, part.ns), share: share(times.percent[i] ?? 0, part.ns) }));
  const whole = parts.reduce((sum, part) => sum + part.ns, 0);
  if (whole <= 0) return null;
  const said = parts.map((part) => `${part.share} ${part.name}`).join(", ");
  return h(
    "div",
    { class: "split" },
    h(
      "div",
      { class: "bar", role: "img", "aria-label": `Time of the calls: ${said}` },
      parts.map((part) => (part.ns > 0 ? h("i", { class: part.kind, style: { "flex-grow": `${part.ns}` } }) : null)),
    ),
    h(
      "div",
      { class: "legend" },
      parts.map((part) =>
        h(
          "span",
          null,
          h("i", { class: `swatch ${part.kind}` }),
          `${part.share} `,
          term(part.name, `${duration(part.ns)}. ${part.told}`),
        ),
      ),
      h("span", { class: "total" }, total(calls, whole, times.compile_ns)),
    ),
  );
}

/** What the whole bar is; without calls of ours, it is that of a block or a cell. */
function total(calls: number, ns: number, compiling: number): string {
  const where = calls === 0 ? " in all" : calls === 1 ? " in one call" : ` in ${count(calls)} calls`;
  return `${duration(ns)}${where}${compiling > 0 ? `, without ${duration(compiling)} of compiling` : ""}`;
}
