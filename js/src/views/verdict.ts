// The heading: what happened in one sentence, what ended the run if it did not end well, and the ways to save.
import { action, download, h, prose, replace } from "../dom";
import type { Viewer } from "../state";
import type { Outcome } from "../types";
import { placeLink } from "./place";

export function verdict(viewer: Viewer): HTMLElement {
  const { summary, outcome } = viewer.report;
  return h(
    "div",
    { class: "verdict" },
    h("h2", { class: summary.good ? "good" : "" }, prose(summary.verdict)),
    saves(viewer),
    outcome.status === "ok" ? null : ending(viewer, outcome),
  );
}

function ending(viewer: Viewer, outcome: Outcome): HTMLElement {
  const { error } = outcome;
  if (!error) return h("p", { class: "ending" }, prose(outcome.detail));
  const heading = error.heading || error.message;
  const code = error.location?.code?.trim();
  return h(
    "div",
    { class: "ending bad" },
    h(
      "p",
      null,
      h("strong", null, error.type),
      heading ? [": ", h("span", { class: "message" }, prose(heading))] : null,
      error.location ? [" · ", placeLink(viewer, error.location)] : null,
    ),
    code ? h("pre", null, code) : null,
    error.explanation ? h("p", { class: "message" }, prose(error.explanation)) : null,
    error.hints?.length
      ? h(
          "ul",
          null,
          error.hints.map((hint) => h("li", null, prose(hint))),
        )
      : null,
    error.raised_by ? h("p", { class: "muted" }, prose(error.raised_by)) : null,
    outcome.detail && !outcome.detail.includes(error.message)
      ? h("p", { class: "muted" }, prose(outcome.detail))
      : null,
    error.traceback
      ? h("details", null, h("summary", null, "traceback"), h("pre", { tabindex: 0 }, error.traceback))
      : null,
  );
}

function saves(viewer: Viewer): HTMLElement {
  const { host, report, graph } = viewer;
  const name = report.subject.name.replace(/[^\w.-]+/g, "_").slice(0, 60) || "dynexplain";
  const status = h("span", { class: "status", role: "status" });

  const svg = async () => {
    if (!graph.svg.peek()) {
      viewer.tab.value = "graph";
      await until(() => graph.svg.peek() !== null);
    }
    const text = graph.svg.peek()?.();
    if (text) download(`${name}.svg`, new Blob([text], { type: "image/svg+xml" }));
  };
  const json = () => download(`${name}.json`, new Blob([JSON.stringify(report)], { type: "application/json" }));
  const html = async () => {
    replace(status, "asking Python …");
    try {
      download(`${name}.html`, await host.page!());
      replace(status);
    } catch (error) {
      replace(status, `no page: ${(error as Error).message}. `);
    }
  };
  const button = (label: string, what: string, save: () => unknown) =>
    action(label, () => void save(), { "aria-label": `Save as ${what}` });
  return h(
    "div",
    { class: "saves" },
    status,
    h("span", { class: "muted" }, "save"),
    report.graphs.length > 0 ? button("SVG", "SVG picture of the graph", svg) : null,
    host.page ? button("HTML", "HTML page", html) : null,
    button("JSON", "JSON report", json),
  );
}

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 120 && !done(); tries++) await new Promise((next) => setTimeout(next, 100));
}
