// Where the time of the calls went, compilation taken away: one bar, three words.
import { h } from "../dom";
import { duration } from "../format";
import type { Viewer } from "../state";

const share = (percent: number, ns: number): string => (percent === 0 && ns > 0 ? "<1 %" : `${percent} %`);

const DYNAMO =
  "Checks of guards, and Dynamo's own work around the calls. A first call has much of it: " +
  "explain more calls with dynexplain.optimize to see what a loop pays.";

export function split(viewer: Viewer): HTMLElement | null {
  const times = viewer.report.summary.split;
  if (!times) return null;
  const parts = [
    { name: "in graphs", kind: "graphs", ns: times.graphs_ns, told: "The captured graphs, as they ran." },
    { name: "Python outside graphs", kind: "python", ns: times.python_ns, told: "The code around and between graphs." },
    { name: "guards and Dynamo", kind: "dynamo", ns: times.dynamo_ns, told: DYNAMO },
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
      { class: "legend", "aria-hidden": "true" },
      parts.map((part) =>
        h(
          "span",
          { title: `${duration(part.ns)}. ${part.told}` },
          h("i", { class: `swatch ${part.kind}` }),
          `${part.share} ${part.name}`,
        ),
      ),
      h(
        "span",
        { class: "total", title: "Compiling is not counted." },
        `${duration(whole)} in ${viewer.report.calls === 1 ? "one call" : `${viewer.report.calls} calls`}`,
      ),
    ),
  );
}
