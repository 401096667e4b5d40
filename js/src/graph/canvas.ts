// The graph's drawing area: lays out what is unfolded, draws it, and answers pointer and keys.
import { type ReadonlySignal, signal } from "@preact/signals-core";
import { h, s } from "../dom";
import { count } from "../format";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import { tip } from "../tooltip";
import { describeBox, describeCluster, describePath } from "./describe";
import { animate, type Drawn, draw } from "./draw";
import type { Layouter } from "./engine";
import { countBoxes, MOST, openTo } from "./folding";
import { navigate } from "./keys";
import type { Point, Rect } from "./layout";
import { minimap } from "./minimap";
import { panZoom } from "./panzoom";
import { printWhole } from "./print";
import { standaloneSvg } from "./savesvg";
import type { Scene } from "./scene";
import { scene } from "./stitch";
import { graphKey } from "./visible";

export interface Canvas {
  element: HTMLElement;
  fit(): void;
  /** Changes the fold state, unless that would draw too much. */
  setOpen(open: ReadonlySet<string>): boolean;
}

const STEPS = 60;
const LOWEST = 240;
const HIGHEST = 620;
/** Narrower than this it is folded away, not shown. */
const SLIVER = 80;

/** The drawing area. Boxes stand in a column for as long as there is no engine. */
export function canvas(
  viewer: Viewer,
  scope: Scope,
  engine: ReadonlySignal<Layouter | null>,
  say: (text: string) => void,
): Canvas {
  const { report, graph } = viewer;
  const layer = s("g");
  const svg = s("svg", { class: "canvas", tabindex: 0, role: "tree", "aria-label": "The captured graphs" }, layer);
  const view = panZoom(svg, layer, scope);
  const map = minimap(view, scope);
  const steps = signal(STEPS);
  const active = signal("");
  let now: Scene | null = null;
  let drawn: Drawn | null = null;
  let anchor: { key: string; screen: Point } | null = null;
  let pending = 0;
  let unfitted = true;
  let way = graph.by.peek();
  let laidOutBy = engine.peek();

  const openNow = () => graph.open[graph.by.value];
  // Keys have ":" before a node and "/" before a group, and an id may have neither.
  const idOf = (key: string) => `${viewer.id}-${key.replaceAll(":", "n").replaceAll("/", "m")}`;

  function setOpen(open: ReadonlySet<string>): boolean {
    const boxes = countBoxes(report, graph.by.peek(), open);
    if (boxes > MOST) {
      say(`That would draw ${count(boxes)} boxes. Unfold a part of it instead.`);
      return false;
    }
    say("");
    graph.open[graph.by.peek()].value = open;
    return true;
  }

  function toggle(key: string): void {
    const place = drawn?.places.get(key);
    if (place) anchor = { key, screen: view.toScreen(handleOf(key, place)) };
    const open = new Set(openNow().peek());
    if (!open.delete(key)) open.add(key);
    active.value = key;
    if (!setOpen(open)) anchor = null;
  }

  const boxNow = (key: string) => now?.boxes.find((box) => box.key === key);

  /** The point of a box or frame that stays where it is: its triangle. */
  function handleOf(key: string, rect: Rect): Point {
    const box = boxNow(key);
    return box ? { x: rect.x + 16, y: rect.y + 12 } : { x: rect.x + 12, y: rect.y + 13 };
  }

  scope.effect(() => {
    const options = { by: graph.by.value, open: openNow().value, shapes: graph.shapes.value, steps: steps.value };
    const ticket = ++pending;
    const slow = setTimeout(() => say("Laying out …"), 400);
    const layouter = engine.value;
    const take = (made: Scene, told: string) => {
      if (ticket !== pending) return;
      say(told);
      // Folded or laid out another way it is another picture; places in the old one mean nothing in it.
      if (way !== options.by || laidOutBy !== layouter) unfitted = true;
      way = options.by;
      laidOutBy = layouter;
      show(made);
    };
    scene(report, layouter, options)
      .then((made) => take(made, ""))
      .catch(async (error: Error) => {
        const told = `The layout failed: ${error.message}`;
        take(await scene(report, null, options), `${told}. The boxes stand in a column.`);
      })
      .catch((error: Error) => say(`The layout failed: ${error.message}`))
      .finally(() => clearTimeout(slow));
  });

  function show(made: Scene): void {
    const before = drawn;
    const shown = view.toScreen({ x: 0, y: 0 });
    const sight = view.sight();
    now = made;
    // Sizes are read before anything is drawn: afterwards the browser would have to lay out the page for an answer.
    size(made);
    drawn = draw(layer, made, idOf, before);
    listen(made, drawn);
    if (!fitFirst(made) && anchor) {
      const place = drawn.places.get(anchor.key);
      if (place) {
        const at = view.toScreen(handleOf(anchor.key, place));
        view.moveBy(anchor.screen.x - at.x, anchor.screen.y - at.y);
      }
    }
    if (before) {
      const moved = view.toScreen({ x: 0, y: 0 });
      const shift = { x: (moved.x - shown.x) / view.scale, y: (moved.y - shown.y) / view.scale };
      animate(before, drawn, shift, [sight, view.sight()]);
    }
    anchor = null;
    map.show(made);
    light();
    reveal();
    graph.svg.value = () =>
      standaloneSvg(layer, made.bounds, getComputedStyle(svg).backgroundColor, `Graphs of ${report.subject.name}`);
  }

  /** Fits a picture that nobody has seen yet, as soon as there is room to see it; says whether it did. */
  function fitFirst(made: Scene): boolean {
    if (!unfitted || view.width < SLIVER) return false;
    view.fit(made.bounds, true);
    unfitted = false;
    return true;
  }

  view.onresize = () => {
    if (!now || !unfitted || view.width < SLIVER) return;
    size(now);
    fitFirst(now);
    reveal();
  };

  function size(made: Scene): void {
    const wanted = viewer.height.peek();
    if (wanted > 0) svg.style.height = `${wanted}px`;
    else {
      const natural = Math.min(HIGHEST, Math.max(LOWEST, made.bounds.height + 40));
      svg.style.height = `${Math.max(natural, unfitted ? 0 : view.height)}px`;
    }
    view.measure();
  }

  function listen(made: Scene, { elements, titles, paths, fresh }: Drawn): void {
    for (const { key } of fresh) {
      const element = elements.get(key)!;
      tip(element, () => {
        const box = boxNow(key);
        return box ? describeBox(report, graph.by.peek(), box) : null;
      });
      element.addEventListener("click", () => press(key));
      element.addEventListener("pointerenter", () => near(key, true));
      element.addEventListener("pointerleave", () => near(key, false));
    }
    for (const cluster of made.clusters) {
      const element = titles.get(cluster.key)!;
      tip(element, () => describeCluster(report, graph.by.peek(), cluster));
      element.querySelector(".fold")!.addEventListener("click", () => toggle(cluster.key));
      element.querySelector("text")!.addEventListener("click", () => press(cluster.key));
    }
    for (const { path, element } of paths) {
      if (path.kind !== "step") tip(element, () => describePath(path));
    }
  }

  /** What Enter and a click do: a group unfolds, anything else is selected. */
  function press(key: string): void {
    active.value = key;
    const box = boxNow(key);
    if (box?.foldable) toggle(key);
    else if (box?.kind === "more") steps.value += STEPS;
    else if (box?.kind === "break") select(viewer, { kind: "break", index: box.index });
    else if (box && box.kind !== "skip") select(viewer, { kind: "node", graph: box.graph, index: box.index });
    const cluster = now?.clusters.find((cluster) => cluster.key === key);
    if (cluster && cluster.index < 0) select(viewer, { kind: "graph", index: cluster.graph });
    else if (cluster) toggle(key);
  }

  function near(key: string, on: boolean): void {
    for (const { path, element } of drawn?.paths ?? []) {
      if (path.from === key || path.to === key) element.classList.toggle("near", on);
    }
  }

  /** Keys of what the selection touches. */
  function lit(): Set<string> {
    const found = viewer.related.value;
    const selection = viewer.selection.value;
    const keys = new Set<string>();
    for (const [at, nodes] of found.nodes) for (const node of nodes) keys.add(now?.boxOf(at, node) || graphKey(at));
    if (selection.kind === "graph") keys.add(graphKey(selection.index ?? -1));
    for (const box of now?.boxes ?? []) if (box.kind === "break" && found.breaks.has(box.index)) keys.add(box.key);
    keys.delete("");
    return keys;
  }

  function light(): void {
    const keys = lit();
    for (const [key, element] of drawn?.elements ?? []) {
      element.classList.toggle("on", keys.has(key));
      element.classList.toggle("active", key === active.peek());
    }
    const element = drawn?.elements.get(active.peek());
    if (element) svg.setAttribute("aria-activedescendant", element.id);
    else svg.removeAttribute("aria-activedescendant");
  }

  let revealed = graph.reveal.peek();
  /** Unfolds the way to a selected node, then moves it into sight. */
  function reveal(): void {
    if (revealed === graph.reveal.peek() || view.width < SLIVER) return;
    const selection = viewer.selection.peek();
    if (selection.kind === "node" && report.graphs[selection.graph ?? -1]) {
      const open = openNow().peek();
      const next = openTo(report, graph.by.peek(), open, selection.graph!, selection.index ?? -1);
      if (next.size !== open.size && setOpen(next)) return;
    }
    revealed = graph.reveal.peek();
    const first = now?.boxes.find((box) => lit().has(box.key)) ?? now?.clusters.find((c) => lit().has(c.key));
    if (first) view.center(first.rect);
  }

  scope.effect(() => {
    viewer.selection.value;
    viewer.related.value;
    active.value;
    light();
  });
  scope.effect(() => {
    graph.reveal.value;
    if (viewer.tab.value !== "graph") return;
    queueMicrotask(() => {
      view.measure();
      if (now && unfitted) {
        size(now);
        fitFirst(now);
      }
      reveal();
    });
  });
  scope.effect(() => {
    if (viewer.height.value > 0) svg.style.height = `${viewer.height.value}px`;
  });
  printWhole(svg, layer, scope, () => now?.bounds ?? null);
  navigate(svg, scope, {
    scene: () => now,
    active,
    press,
    toggle,
    view,
    isOpen: (key) => openNow().peek().has(key),
  });
  scope.add(() => {
    pending = -1;
    graph.svg.value = null;
  });
  const element = h("div", { class: "canvas-frame" }, svg, map.element);
  return { element, fit: () => now && view.fit(now.bounds), setOpen };
}
