// A small picture of the whole graph in the corner, with what is in sight; shown when not all of it is.
import { s } from "../dom";
import type { Scope } from "../scope";
import type { Point, Rect } from "./layout";
import type { PanZoom } from "./panzoom";
import type { Scene } from "./scene";

export interface Minimap {
  element: SVGSVGElement;
  show(scene: Scene): void;
}

const LARGEST = { width: 130, height: 170 };
/** More would be a grey smear. */
const MOST_BOXES = 400;

export function minimap(view: PanZoom, scope: Scope): Minimap {
  const picture = s("g");
  const frame = s("rect", { class: "sight", rx: 2 });
  const element = s("svg", { class: "minimap", "aria-hidden": "true", hidden: true }, picture, frame);
  let bounds: Rect = { x: 0, y: 0, width: 1, height: 1 };
  let scale = 1;

  view.onchange = () => {
    const sight = view.sight();
    const all =
      sight.x <= bounds.x &&
      sight.y <= bounds.y &&
      sight.x + sight.width >= bounds.x + bounds.width &&
      sight.y + sight.height >= bounds.y + bounds.height;
    element.toggleAttribute("hidden", all || sight.width <= 1);
    const left = Math.max(bounds.x, sight.x);
    const top = Math.max(bounds.y, sight.y);
    frame.setAttribute("x", String(left));
    frame.setAttribute("y", String(top));
    frame.setAttribute("width", String(Math.max(0, Math.min(bounds.x + bounds.width, sight.x + sight.width) - left)));
    frame.setAttribute("height", String(Math.max(0, Math.min(bounds.y + bounds.height, sight.y + sight.height) - top)));
    frame.setAttribute("stroke-width", String(1.5 / scale));
  };

  const go = (event: PointerEvent) => {
    const box = element.getBoundingClientRect();
    const at: Point = {
      x: bounds.x + (event.clientX - box.left) / scale,
      y: bounds.y + (event.clientY - box.top) / scale,
    };
    const sight = view.sight();
    view.moveBy((sight.x + sight.width / 2 - at.x) * view.scale, (sight.y + sight.height / 2 - at.y) * view.scale);
  };
  scope.listen(element, "pointerdown", (event: PointerEvent) => {
    element.setPointerCapture(event.pointerId);
    go(event);
  });
  scope.listen(element, "pointermove", (event: PointerEvent) => {
    if (event.buttons & 1) go(event);
  });

  return {
    element,
    show(scene) {
      bounds = scene.bounds;
      scale = Math.min(LARGEST.width / Math.max(1, bounds.width), LARGEST.height / Math.max(1, bounds.height));
      element.setAttribute("viewBox", `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`);
      element.setAttribute("width", String(Math.max(14, bounds.width * scale)));
      element.setAttribute("height", String(Math.max(14, bounds.height * scale)));
      const stops = scene.boxes.filter((box) => box.kind === "break" || box.kind === "skip" || box.kind === "graph");
      const inner = scene.boxes.length > MOST_BOXES ? [] : scene.boxes.filter((box) => !stops.includes(box));
      picture.replaceChildren(
        ...scene.clusters.map(({ rect, graph, index }) =>
          shape(rect, `cluster ${index < 0 ? "graph" : ""} g${graph % 8}`),
        ),
        ...inner.map(({ rect }) => shape(rect, "inner")),
        ...stops.map(({ rect, kind, graph }) => shape(rect, `${kind}${graph >= 0 ? ` g${graph % 8}` : ""}`)),
      );
      view.onchange?.();
    },
  };
}

function shape({ x, y, width, height }: Rect, kind: string): SVGRectElement {
  return s("rect", { class: kind, x, y, width, height });
}
