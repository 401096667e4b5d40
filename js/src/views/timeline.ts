// The timeline: three lanes over time and numbered markers; wheel, drag and keys zoom and move, a click selects.
import { signal } from "@preact/signals-core";
import { action, h, replace, s } from "../dom";
import { duration } from "../format";
import { same, select, type Viewer } from "../state";
import { tip } from "../tooltip";
import { drawTimeline, GUTTER, plotted } from "./timeline-draw";
import { type Item, type Marker, timelineOf } from "./timeline-items";
import { timelineLegend } from "./timeline-legend";

export function timeline(viewer: Viewer): HTMLElement | null {
  const { report, scope } = viewer;
  const data = timelineOf(report);
  if (data.items.length === 0) return null;

  const whole: [number, number] = [0, data.end];
  const range = signal(whole);
  const width = signal(0);
  const svg = s("svg", {
    class: "plot",
    role: "listbox",
    tabindex: 0,
    "aria-label": `Timeline of ${duration(data.end)}. Arrow keys go from event to event, plus and minus zoom.`,
  });
  const zoomOut = h("span", { class: "zoom" });
  const element = h("div", { class: "timeline" }, svg, zoomOut, timelineLegend(report, data));

  const order: (Item | Marker)[] = [...data.items, ...data.markers].sort((a, b) => startOf(a) - startOf(b));
  const places = new Map(order.map((thing, at) => [thing, at]));
  let active = -1;

  const clampRange = (start: number, end: number): [number, number] => {
    const span = Math.min(data.end, Math.max(end - start, data.end / 1e6, 100));
    const from = Math.max(0, Math.min(start, data.end - span));
    return [from, from + span];
  };
  const zoom = (factor: number, at: number) => {
    const [start, end] = range.peek();
    range.value = clampRange(at - (at - start) * factor, at + (end - at) * factor);
  };
  const pan = (share: number) => {
    const [start, end] = range.peek();
    const by = (end - start) * share;
    range.value = clampRange(start + by, end + by);
  };
  const timeAt = (x: number) => {
    const [start, end] = range.peek();
    return start + ((x - svg.getBoundingClientRect().left - GUTTER) / plotted(width.peek())) * (end - start);
  };

  const choose = (thing: Item | Marker) => {
    if (thing.selection.kind === "" || (thing.selection.index ?? 0) < 0) return;
    select(viewer, thing.selection);
  };
  const goTo = (index: number) => {
    active = Math.max(0, Math.min(order.length - 1, index));
    const thing = order[active]!;
    const [start, end] = range.peek();
    const middle = startOf(thing);
    if (middle < start || middle > end)
      range.value = clampRange(middle - (end - start) / 2, middle + (end - start) / 2);
    viewer.selection.value = thing.selection;
  };

  scope.effect(() => {
    if (width.value <= 0) return;
    const now = viewer.selection.value;
    const { elements } = drawTimeline(svg, data, range.value, width.value, (thing) => same(thing.selection, now));
    for (const [thing, node] of elements) {
      tip(node, () =>
        thing
          .lines()
          .filter(Boolean)
          .map((line, i) => h("div", { class: i ? "muted" : "" }, line)),
      );
      node.addEventListener("click", () => choose(thing));
      node.id = `${viewer.id}-t${places.get(thing)}`;
    }
    if (active >= 0) svg.setAttribute("aria-activedescendant", `${viewer.id}-t${active}`);
    const zoomed = range.value[1] - range.value[0] < data.end * 0.999;
    replace(zoomOut, zoomed ? action("whole run", () => (range.value = whole)) : null);
  });

  const observer = new ResizeObserver(() => {
    width.value = Math.floor(svg.getBoundingClientRect().width);
  });
  observer.observe(element);
  scope.add(() => observer.disconnect());

  scope.listen(
    svg,
    "wheel",
    (event: WheelEvent) => {
      const focused = (svg.getRootNode() as ShadowRoot).activeElement === svg;
      if (!event.ctrlKey && !event.metaKey && !focused) return;
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(event.deltaX / 600);
      else zoom(Math.exp(event.deltaY / 300), timeAt(event.clientX));
    },
    { passive: false },
  );
  let last: number | null = null;
  scope.listen(svg, "pointerdown", (event: PointerEvent) => {
    last = event.clientX;
  });
  scope.listen(svg, "pointermove", (event: PointerEvent) => {
    if (last === null || !(event.buttons & 1)) return;
    if (Math.abs(event.clientX - last) < 3) return;
    svg.setPointerCapture(event.pointerId);
    pan((last - event.clientX) / plotted(width.peek()));
    last = event.clientX;
  });
  scope.listen(svg, "pointerup", () => {
    last = null;
  });
  scope.listen(svg, "dblclick", (event: MouseEvent) => zoom(0.25, timeAt(event.clientX)));
  scope.listen(svg, "keydown", (event: KeyboardEvent) => {
    const at = (range.peek()[0] + range.peek()[1]) / 2;
    const keys: Record<string, () => void> = {
      ArrowRight: () => (event.shiftKey ? pan(0.2) : goTo(active + 1)),
      ArrowLeft: () => (event.shiftKey ? pan(-0.2) : goTo(active - 1)),
      Home: () => goTo(0),
      End: () => goTo(order.length - 1),
      "+": () => zoom(0.6, at),
      "=": () => zoom(0.6, at),
      "-": () => zoom(1 / 0.6, at),
      "0": () => {
        range.value = whole;
      },
      Enter: () => active >= 0 && choose(order[active]!),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  });
  return element;
}

const startOf = (thing: Item | Marker): number => ("start" in thing ? thing.start : thing.time);
