// Draws the timeline's SVG for one range and width; what is too small to tell apart is drawn once.
import { s } from "../dom";
import { numbers, shorten } from "../format";
import { type Item, type Marker, RECOMPILE, SKIP, type Timeline } from "./timeline-items";

/** Width of the lanes' names. */
export const GUTTER = 88;
/** Room at the right end, for a sign that stands there. */
const RIGHT = 8;
/** The width over which time is drawn. */
export const plotted = (width: number): number => Math.max(1, width - GUTTER - RIGHT);
const AXIS = 35;
const LANE = 30;
const BAR = 22;
const LANES = ["Compiling", "Graphs run", "Python runs"];
export const HEIGHT = AXIS + LANE * LANES.length + 6;
const CHAR = 6.1;

export function drawTimeline(
  svg: SVGSVGElement,
  data: Timeline,
  [start, end]: [number, number],
  width: number,
  isSelected: (thing: Item | Marker) => boolean,
): { elements: Map<Item | Marker, SVGGElement> } {
  const elements = new Map<Item | Marker, SVGGElement>();
  const x = (time: number) => GUTTER + ((time - start) / (end - start)) * plotted(width);
  const lanes = LANES.map((name, lane) =>
    s("text", { class: "lane", x: 0, y: AXIS + lane * LANE + BAR / 2 + 4, "aria-hidden": "true" }, name),
  );
  const clip = s("g", { class: "inside" });
  for (const item of shown(data.items, start, end, x)) {
    const element = bar(item, x(item.start), x(item.end), width, isSelected(item));
    elements.set(item, element);
    clip.append(element);
  }
  const lines = s("g", { "aria-hidden": "true" });
  const marks = s("g");
  for (const { group, x: at } of signs(data.markers, start, end, x, width)) {
    const on = group.some(isSelected);
    const { line, sign } = marker(group, x(group[0]!.time), at, on);
    elements.set(group[0]!, sign);
    lines.append(line);
    marks.append(sign);
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
    lines,
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
  const room = Math.floor((wide - 12) / CHAR);
  const last = item.labels.at(-1)!;
  // A name can be known by its beginning and end; "line 38" cannot.
  const cut = room >= 5 && last.length > 10 ? shorten(last, room) : "";
  const label = item.labels.find((text) => text.length <= room) ?? cut;
  return s(
    "g",
    {
      class: `item ${item.kind}${on ? " on" : ""}`,
      role: "option",
      "aria-selected": String(on),
      "aria-label": [label, ...item.lines()].filter(Boolean).join(", "),
    },
    s("rect", { x: left, y, width: wide, height: BAR, rx: Math.min(2.5, wide / 2) }),
    // In a frame of its own, which cuts off what is wider than letters usually are.
    label ? s("svg", { x: left, y, width: wide - 2, height: BAR }, s("text", { x: 7, y: BAR / 2 + 4 }, label)) : null,
  );
}

/** Half the width of a sign that is one mark. */
const HALF = 6;
/** How far from its line a sign may stand where another one is in the way. */
const NEAR = [0, 6, -6, 12, -12, 18, -18];

interface Sign {
  group: Marker[];
  /** Where its sign stands; null when only its line has room. */
  x: number | null;
}

/** Breaks that would cover each other share one sign; other markers get one where there is room. */
function signs(markers: Marker[], start: number, end: number, x: (time: number) => number, width: number): Sign[] {
  const inside = markers.filter((mark) => mark.time >= start && mark.time <= end);
  const middle = (group: Marker[]) => {
    const half = halfOf(group);
    return Math.min(Math.max(GUTTER + half, (x(group[0]!.time) + x(group.at(-1)!.time)) / 2), width - half - 1);
  };
  const placed: { group: Marker[]; x: number }[] = [];
  for (const mark of inside) {
    if (mark.kind !== "break") continue;
    let group = [mark];
    // A sign that has become wider may reach the one before it.
    for (let last = placed.at(-1); last; last = placed.at(-1)) {
      if (middle(group) - halfOf(group) >= last.x + halfOf(last.group) + 2) break;
      group = [...last.group, ...group];
      placed.pop();
    }
    placed.push({ group, x: middle(group) });
  }
  const taken = placed.map(({ group, x }) => ({ from: x - halfOf(group), to: x + halfOf(group) }));
  let lined = Number.NEGATIVE_INFINITY;
  const others = inside.flatMap((mark): Sign[] => {
    if (mark.kind === "break") return [];
    const free = (at: number) => taken.every(({ from, to }) => at + HALF <= from || at - HALF >= to);
    const at = NEAR.map((by) => Math.min(x(mark.time) + by, width - HALF)).find(free);
    if (at === undefined) {
      // Lines of which nobody could tell one from the next are drawn once: there may be thousands.
      if (x(mark.time) - lined < 2) return [];
      lined = x(mark.time);
      return [{ group: [mark], x: null }];
    }
    taken.push({ from: at - HALF, to: at + HALF });
    return [{ group: [mark], x: at }];
  });
  return [...others, ...placed];
}

function signOf(group: Marker[]): string {
  const { kind, number } = group[0]!;
  if (kind === "recompile") return RECOMPILE;
  if (kind === "skip") return SKIP;
  return group.length === 1 ? String(number) : numbers(group.map((mark) => mark.number));
}

const halfOf = (group: Marker[]): number => Math.max(8, signOf(group).length * 3.4 + 4);

/** A line at the moment, which goes behind the boxes and their labels, and a sign above it. */
function marker(group: Marker[], time: number, x: number | null, on: boolean): { line: SVGElement; sign: SVGGElement } {
  const first = group[0]!;
  const line = s("line", { class: `moment ${first.kind}`, x1: time, x2: time, y1: AXIS - 5, y2: HEIGHT - 4 });
  const props = {
    class: `marker ${first.kind}${on ? " on" : ""}`,
    role: "option",
    "aria-selected": String(on),
    "aria-label": [signOf(group), ...group.map((mark) => mark.lines().join(", "))].join("; "),
  };
  const y = AXIS - 11;
  if (first.kind !== "break") {
    return { line, sign: s("g", props, x === null ? null : s("text", { x, y: y + 4 }, signOf(group))) };
  }
  const half = halfOf(group);
  const left = (x ?? time) - half;
  const sign = s(
    "g",
    props,
    s("rect", { x: left, y: y - 8, width: half * 2, height: 16, rx: 8 }),
    s("text", { x: left + half, y: y + 3.5 }, signOf(group)),
  );
  return { line, sign };
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
