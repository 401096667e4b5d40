// Draws the timeline's SVG for one range and width; what is too small to tell apart is drawn once.
import { s } from "../dom";
import { shorten } from "../format";
import type { Item, Marker, Timeline } from "./timeline-items";

/** Width of the lanes' names. */
export const GUTTER = 88;
const AXIS = 35;
const LANE = 30;
const BAR = 22;
const LANES = ["Compile", "Graph", "Python"];
export const HEIGHT = AXIS + LANE * LANES.length + 6;
const CHAR = 6;

export function drawTimeline(
  svg: SVGSVGElement,
  data: Timeline,
  [start, end]: [number, number],
  width: number,
  isSelected: (thing: Item | Marker) => boolean,
): { elements: Map<Item | Marker, SVGGElement> } {
  const elements = new Map<Item | Marker, SVGGElement>();
  const x = (time: number) => GUTTER + ((time - start) / (end - start)) * (width - GUTTER - 2);
  const lanes = LANES.map((name, lane) =>
    s("text", { class: "lane", x: 0, y: AXIS + lane * LANE + BAR / 2 + 4, "aria-hidden": "true" }, name),
  );
  const clip = s("g", { class: "inside" });
  for (const item of shown(data.items, start, end, x)) {
    const element = bar(item, x(item.start), x(item.end), width, isSelected(item));
    elements.set(item, element);
    clip.append(element);
  }
  const marks = s("g");
  let free = 0;
  for (const group of grouped(data.markers, start, end, x)) {
    const time = x(group[0]!.time);
    const element = marker(group, time, Math.max(time, free), group.some(isSelected));
    free = Math.max(time, free) + 17;
    elements.set(group[0]!, element);
    marks.append(element);
  }
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  svg.setAttribute("height", String(HEIGHT));
  svg.replaceChildren(
    s(
      "defs",
      null,
      s(
        "pattern",
        { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("rect", { class: "hatch-ground", width: 5, height: 5 }),
        s("rect", { class: "hatch-line", width: 2, height: 5 }),
      ),
    ),
    s("g", { class: "axis", "aria-hidden": "true" }, axis(start, end, width, x)),
    ...lanes,
    clip,
    marks,
  );
  return { elements };
}

/** Items in the range; of those narrower than a pixel, only one per pixel and lane. */
function shown(items: Item[], start: number, end: number, x: (time: number) => number): Item[] {
  const filled = [-1, -1, -1];
  return items.filter((item) => {
    if (item.end < start || item.start > end) return false;
    const right = x(item.end);
    if (right - x(item.start) < 1.5 && right <= filled[item.lane]! + 0.5) return false;
    filled[item.lane] = Math.max(filled[item.lane]!, right);
    return true;
  });
}

function bar(item: Item, from: number, to: number, width: number, on: boolean): SVGGElement {
  const left = Math.max(GUTTER, from);
  const wide = Math.max(2, Math.min(to, width - 1) - left);
  const y = AXIS + item.lane * LANE;
  const room = Math.floor((wide - 10) / CHAR);
  const label =
    item.labels.find((text) => text.length <= room) ?? (room >= 5 ? shorten(item.labels.at(-1)!, room) : "");
  return s(
    "g",
    {
      class: `item ${item.kind}${on ? " on" : ""}`,
      role: "option",
      "aria-selected": String(on),
      "aria-label": item.lines.filter(Boolean).join(", "),
    },
    s("rect", { x: left, y, width: wide, height: BAR, rx: Math.min(2.5, wide / 2) }),
    label ? s("text", { x: left + 7, y: y + BAR / 2 + 4 }, label) : null,
  );
}

/** Markers that would cover each other share one. */
function grouped(markers: Marker[], start: number, end: number, x: (time: number) => number): Marker[][] {
  const groups: Marker[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const mark of markers) {
    if (mark.time < start || mark.time > end) continue;
    const last = groups.at(-1);
    if (last && x(mark.time) - right < 17 && last[0]!.kind === mark.kind) last.push(mark);
    else groups.push([mark]);
    if (last !== groups.at(-1)) right = x(mark.time);
  }
  return groups;
}

/** A line at the moment and a sign above it, moved aside when the one before takes its place. */
function marker(group: Marker[], time: number, x: number, on: boolean): SVGGElement {
  const first = group[0]!;
  const props = {
    class: `marker ${first.kind}${on ? " on" : ""}`,
    role: "option",
    "aria-selected": String(on),
    "aria-label": group.map((mark) => mark.lines.join(", ")).join("; "),
  };
  const y = AXIS - 11;
  if (first.kind !== "break") {
    const glyph = first.kind === "recompile" ? "↻" : "▽";
    return s(
      "g",
      props,
      s("line", { x1: time, x2: time, y1: y + 6, y2: HEIGHT - 4 }),
      s("text", { x, y: y + 4 }, glyph),
    );
  }
  const label = group.length === 1 ? String(first.number) : `${first.number}–${group.at(-1)!.number}`;
  const half = Math.max(8, label.length * 3.4 + 4);
  return s(
    "g",
    props,
    s("line", { x1: time, x2: time, y1: y + 8, y2: HEIGHT - 4 }),
    s("rect", { x: x - half, y: y - 8, width: half * 2, height: 16, rx: 8 }),
    s("text", { x, y: y + 3.5 }, label),
  );
}

function axis(start: number, end: number, width: number, x: (time: number) => number): SVGElement[] {
  const step = niceStep((end - start) / Math.max(2, (width - GUTTER) / 130));
  const ticks: SVGElement[] = [s("line", { x1: GUTTER, x2: width, y1: AXIS - 9.5, y2: AXIS - 9.5 })];
  for (let time = Math.ceil(start / step) * step; time <= end; time += step) {
    if (x(time) > width - 24) break;
    ticks.push(s("text", { x: x(time), y: 9, "text-anchor": time === 0 ? "start" : "middle" }, tickLabel(time, step)));
  }
  return ticks;
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10) * power;
}

function tickLabel(time: number, step: number): string {
  if (time === 0) return "0";
  const [size, unit] = step >= 1e8 ? [1e9, "s"] : step >= 1e5 ? [1e6, "ms"] : step >= 100 ? [1e3, "µs"] : [1, "ns"];
  const places = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  return `${(time / size).toFixed(places)}\u202f${unit}`;
}
