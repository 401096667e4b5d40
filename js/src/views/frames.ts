// The Frames tab: every function that ran, how it ran, how often and how long; columns sort.
import { signal } from "@preact/signals-core";
import { h, plain, replace } from "../dom";
import { count, duration, functionName, plural, shortPlace } from "../format";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { Code } from "../types";
import { cell, headerCell, virtual } from "../virtual";
import { empty } from "./empty";
import { placeLink } from "./place";

type Column = "name" | "kind" | "calls" | "total_ns" | "self_ns";
const COLUMNS: [Column, string][] = [
  ["name", "function"],
  ["kind", "ran as"],
  ["calls", "calls"],
  ["total_ns", "total"],
  ["self_ns", "self"],
];
const KINDS: Record<Code["kind"], [mark: string, words: string, meaning: string]> = {
  compiled: ["■", "compiled", "calls its graphs"],
  resumed: ["■", "resumed", "goes on after a break"],
  graph: ["■", "graph", "what was captured"],
  eager: ["≈", "eager", "as plain Python"],
  skipped: ["▽", "left to Python", "given up by Dynamo"],
  dynamo: ["·", "Dynamo", "torch's own work"],
  library: ["·", "library", "other installed code"],
};

/** Not a kind, but what most look for. */
const OWN = "own";

export function frames(viewer: Viewer, scope: Scope): HTMLElement {
  const { codes, frames: table } = viewer.report;
  if (codes.length === 0)
    return empty("No frames were recorded.", "The frame hook was off or not built; the notes below say which.");
  const text = signal("");
  const kind = signal("");
  const sort = signal<{ by: Column; down: boolean }>({ by: "total_ns", down: true });
  let shown: number[] = [];

  const header = COLUMNS.map(([by, name]) => {
    const button = h("button", {
      type: "button",
      onclick: () => {
        const { by: now, down } = sort.peek();
        sort.value = { by, down: now === by ? !down : by !== "name" && by !== "kind" };
      },
    });
    const element = headerCell(button, { class: `cell ${by === "name" || by === "kind" ? "" : "figures"}` });
    scope.effect(() => {
      const on = sort.value.by === by;
      element.setAttribute("aria-sort", on ? (sort.value.down ? "descending" : "ascending") : "none");
      replace(button, name, on ? (sort.value.down ? " ↓" : " ↑") : "");
    });
    return element;
  });
  header.splice(1, 0, headerCell("defined at"));

  const choose = (index: number) => select(viewer, { kind: "frame", index });
  const list = virtual<number>(scope, {
    label: "Functions that ran",
    role: "grid",
    columns: "frame-columns",
    header,
    row: (index) => ({
      cells: cells(viewer, codes[index]!),
      props: { class: viewer.related.peek().codes.has(index) ? "on" : "" },
    }),
    onclick: choose,
    onkey(index, key) {
      if (key !== "Enter") return false;
      choose(index);
      return true;
    },
  });
  const figure = h("span", { class: "muted", role: "status" });
  scope.effect(() => {
    const { by, down } = sort.value;
    shown = codes.flatMap((code, i) => (matches(code, text.value, kind.value) ? [i] : []));
    shown.sort((a, b) => compare(codes[a]!, codes[b]!, by) * (down ? -1 : 1));
    list.set(shown);
    replace(figure, shown.length < codes.length ? `${count(shown.length)} of ` : "", plural(codes.length, "function"));
  });
  scope.effect(() => {
    const { kind, index = -1 } = viewer.selection.value;
    const at = kind === "frame" ? shown.indexOf(index) : -1;
    if (at >= 0) list.activate(at);
    list.refresh();
  });

  const input = h("input", { type: "search", placeholder: "Filter functions …", "aria-label": "Filter functions" });
  scope.listen(input, "input", () => {
    text.value = input.value.trim().toLowerCase();
  });
  const present = new Set(codes.map((code) => code.kind));
  const options = (Object.keys(KINDS) as Code["kind"][]).filter((name) => present.has(name));
  const choice = h(
    "select",
    { "aria-label": "How it ran" },
    h("option", { value: "" }, "all functions"),
    h("option", { value: OWN }, "your own code"),
    options.map((name) => h("option", { value: name }, `${KINDS[name][1]}: ${KINDS[name][2]}`)),
  );
  scope.listen(choice, "change", () => {
    kind.value = choice.value;
  });
  const lost = [
    table.dropped > 0 ? `${count(table.dropped)} frames did not fit into the recorder.` : "",
    table.omitted > 0 ? `The timeline leaves out the ${count(table.omitted)} shortest frames.` : "",
  ].filter(Boolean);
  return h(
    "div",
    null,
    h("div", { class: "tools" }, input, choice, figure),
    list.element,
    lost.length > 0 ? h("p", { class: "muted" }, lost.join(" ")) : null,
    skips(viewer),
  );
}

function cells(viewer: Viewer, code: Code): HTMLElement[] {
  const [mark, words, meaning] = KINDS[code.kind];
  const name = functionName(code.name);
  return [
    cell(h("code", { title: name }, name)),
    cell(placeLink(viewer, code.location, shortPlace(code.location)), "by"),
    cell(
      h(
        "span",
        { title: meaning },
        h("span", { class: `kind-mark ${code.kind}`, "aria-hidden": "true" }, mark),
        ` ${words}`,
      ),
    ),
    cell(count(code.calls), "figures"),
    cell(duration(code.total_ns), "figures"),
    cell(
      [
        duration(code.self_ns),
        code.raised > 0 ? h("span", { class: "bad", title: `raised ${code.raised} times` }, " !") : null,
      ],
      "figures",
    ),
  ];
}

function matches(code: Code, text: string, kind: string): boolean {
  if (kind === OWN ? code.location.user === false : kind && code.kind !== kind) return false;
  return !text || `${code.name} ${code.location.file} ${code.location.label}`.toLowerCase().includes(text);
}

function compare(a: Code, b: Code, by: Column): number {
  if (by === "name" || by === "kind") return a[by].localeCompare(b[by]);
  return a[by] - b[by];
}

/** What Dynamo left to Python, and why. */
function skips(viewer: Viewer): HTMLElement | null {
  const { skips } = viewer.report;
  if (skips.length === 0) return null;
  return h(
    "section",
    { class: "skips" },
    h("h3", null, "Left to Python"),
    h(
      "ul",
      null,
      skips.map((skip) =>
        h(
          "li",
          null,
          h("span", { class: "ochre", "aria-hidden": "true" }, "▽ "),
          h("code", null, plain(skip.function)),
          skip.count > 1 ? ` ×${count(skip.count)}` : "",
          " ",
          placeLink(viewer, skip.location),
          h("span", { class: "muted", title: skip.reason }, " ", plain(skip.text || skip.reason)),
        ),
      ),
    ),
  );
}
