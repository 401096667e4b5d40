// The right-hand columns of the source: guards that a line asked for, and what was measured around lines.
import { action, type Child, h, prose } from "../dom";
import { count, duration, plural } from "../format";
import { select, type Viewer } from "../state";
import { tip } from "../tooltip";
import type { LineTime, Source } from "../types";

/** The cells of one line; null where there is nothing to say, and the code may have the room. */
export type Figures = (line: number) => Child[] | null;

/** The columns of a source; null if there is nothing to show in them. */
export function figures(viewer: Viewer, source: Source): Figures | null {
  if (!hasFigures(source)) return null;
  const asked = new Map(source.guards.line.map((line, row) => [line, row]));
  const graphs = source.times.filter((time) => time.kind === "graphs");
  const byLine = new Map<number, LineTime[]>();
  for (const time of source.times) byLine.set(time.line, [...(byLine.get(time.line) ?? []), time]);
  return (line) => {
    const brackets = graphs.map((time) => bracket(time, line)).filter((bracket) => bracket !== null);
    if (brackets.length === 0 && !asked.has(line) && !byLine.has(line)) return null;
    return [
      asked.has(line) ? h("span", { class: "asked" }, guards(viewer, source, line, asked.get(line))) : null,
      h("span", { class: "brackets", "aria-hidden": "true" }, brackets),
      h("span", { class: "clock" }, byLine.get(line)?.map((time) => measured(viewer, time)) ?? null),
    ];
  };
}

export const hasFigures = (source: Source): boolean => source.guards.line.length + source.times.length > 0;

/** Names the columns, once above the lines. */
export const captions = (): HTMLElement =>
  h(
    "div",
    { class: "line captions", "aria-hidden": "true" },
    h("span", { class: "content" }),
    h("span", { class: "asked" }, "guards"),
    h("span", { class: "brackets" }),
    h("span", { class: "clock" }, "time"),
  );

function guards(viewer: Viewer, source: Source, line: number, row: number | undefined): Child {
  if (row === undefined) return null;
  const [number, graph, index] = [source.guards.count[row]!, source.guards.tree[row]!, source.guards.guard[row]!];
  const label = `${plural(number, "guard")} because of line ${line}: show in Guards`;
  return action(count(number), () => select(viewer, { kind: "guard", graph, index }, "guards"), {
    "aria-label": label,
    title: label,
  });
}

/** The part of a bracket that stands beside a line. */
function bracket(time: LineTime, line: number): HTMLElement | null {
  if (line < time.line || line > time.end_line) return null;
  const ends = `${line === time.line ? " begins" : ""}${line === time.end_line ? " ends" : ""}`;
  return h("i", { class: `bracket${colour(time)}${ends}` });
}

const colour = ({ graphs, ns }: LineTime): string =>
  `${graphs.length === 1 ? ` g${graphs[0]! % 8}` : ""}${ns < 0 ? " inlined" : ""}`;

function measured(viewer: Viewer, time: LineTime): HTMLElement {
  const ran = time.ns >= 0 && !(time.kind === "graphs" && time.count === 0);
  const parts = [
    h("span", { class: "what" }, what(time)),
    h("span", { class: "ns" }, ran ? duration(time.ns) : time.ns < 0 ? "" : "–"),
  ];
  const name = `measured ${time.kind}${colour(time)}`;
  const [index = 0] = time.graphs;
  const element =
    time.graphs.length === 1
      ? h(
          "button",
          { type: "button", class: name, onclick: () => select(viewer, { kind: "graph", index }, "graph") },
          parts,
        )
      : h("span", { class: name }, parts);
  return tip<HTMLElement>(element, () => prose(time.text));
}

function what({ kind, ops, count: times }: LineTime): string {
  if (kind === "calls") return times > 0 ? plural(times, "call") : "";
  return kind === "graphs" ? plural(ops, "op") : "between";
}
