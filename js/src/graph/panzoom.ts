// Moves and scales what is drawn inside an SVG: drag, wheel, keys; and keeps a place under the pointer.
import type { Scope } from "../scope";
import type { Point, Rect } from "./layout";

export interface PanZoom {
  /** Screen position of a point of the picture. */
  toScreen(point: Point): Point;
  readonly scale: number;
  /** Size of the drawing area when it was last measured; 0 while it is not on the page. */
  readonly width: number;
  readonly height: number;
  /** Asks the browser for the size. */
  measure(): void;
  /** The part of the picture that is in sight. */
  sight(): Rect;
  onchange: (() => void) | null;
  /** Called when the drawing area has got another size, which may be its first. */
  onresize: (() => void) | null;
  /** Shows all of it, or its top at a size that can be read. */
  fit(bounds: Rect, readable?: boolean): void;
  center(rect: Rect): void;
  moveBy(dx: number, dy: number): void;
  zoom(factor: number, at?: Point): void;
}

const MARGIN = 18;
const MIN = 0.04;
const MAX = 3;

export function panZoom(svg: SVGSVGElement, inner: SVGGElement, scope: Scope): PanZoom {
  let [x, y, k] = [0, 0, 1];
  const apply = () => {
    inner.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})`);
    api.onchange?.();
  };
  const known = { width: 0, height: 0 };
  const measure = () => {
    known.width = svg.clientWidth;
    known.height = svg.clientHeight;
  };
  let middle = 0;
  if (typeof ResizeObserver !== "undefined") {
    const observer = new ResizeObserver(() => {
      // On paper it has a view box, and its place on the screen is to stay as it is.
      if (svg.hasAttribute("viewBox")) return;
      measure();
      // What was in the middle stays there; an area that is hidden for a while has no middle.
      if (middle > 0 && known.width > 0) x += known.width / 2 - middle;
      if (known.width > 0) middle = known.width / 2;
      apply();
      api.onresize?.();
    });
    observer.observe(svg);
    scope.add(() => observer.disconnect());
  }
  const size = () => ({ width: known.width || 800, height: known.height || 400 });
  const local = (event: MouseEvent): Point => {
    const box = svg.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const api: PanZoom = {
    toScreen: (point) => ({ x: x + point.x * k, y: y + point.y * k }),
    get scale() {
      return k;
    },
    get width() {
      return known.width;
    },
    get height() {
      return known.height;
    },
    measure,
    sight: () => ({ x: -x / k, y: -y / k, width: known.width / k, height: known.height / k }),
    onchange: null,
    onresize: null,
    fit(bounds, readable = false) {
      const { width, height } = size();
      const wide = (width - 2 * MARGIN) / Math.max(1, bounds.width);
      const high = (height - 2 * MARGIN) / Math.max(1, bounds.height);
      k = Math.max(MIN, Math.min(1, wide, high));
      if (readable) k = Math.max(k, Math.min(1, Math.max(wide, 0.7)));
      x = width / 2 - (bounds.x + bounds.width / 2) * k;
      middle = known.width / 2;
      const tall = bounds.height * k > height - 2 * MARGIN;
      y = tall ? MARGIN - bounds.y * k : (height - bounds.height * k) / 2 - bounds.y * k;
      apply();
    },
    center(rect) {
      const { width, height } = size();
      const at = api.toScreen(rect);
      const inside = at.x > 8 && at.y > 8 && at.x + rect.width * k < width - 8 && at.y + rect.height * k < height - 8;
      if (inside && k > 0.5) return;
      k = Math.max(k, 0.8);
      x = width / 2 - (rect.x + rect.width / 2) * k;
      y = height / 2 - (rect.y + Math.min(rect.height * k, height - 60) / k / 2) * k;
      apply();
    },
    moveBy(dx, dy) {
      x += dx;
      y += dy;
      apply();
    },
    zoom(factor, at = { x: size().width / 2, y: size().height / 2 }) {
      const next = Math.max(MIN, Math.min(MAX, k * factor));
      x = at.x - (at.x - x) * (next / k);
      y = at.y - (at.y - y) * (next / k);
      k = next;
      apply();
    },
  };

  scope.listen(
    svg,
    "wheel",
    (event: WheelEvent) => {
      const focused = (svg.getRootNode() as ShadowRoot).activeElement === svg;
      if (!event.ctrlKey && !event.metaKey && !focused) return;
      event.preventDefault();
      api.zoom(Math.exp(-event.deltaY / 260), local(event));
    },
    { passive: false },
  );

  const fingers = new Map<number, Point>();
  let moved = false;
  scope.listen(svg, "pointerdown", (event: PointerEvent) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, local(event));
    moved = false;
  });
  scope.listen(svg, "pointermove", (event: PointerEvent) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const now = local(event);
    if (!moved && Math.hypot(now.x - last.x, now.y - last.y) < 4) return;
    if (!moved) svg.setPointerCapture(event.pointerId);
    moved = true;
    svg.classList.add("dragging");
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      api.zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, before), other);
    } else api.moveBy(now.x - last.x, now.y - last.y);
    fingers.set(event.pointerId, now);
  });
  const drop = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    svg.classList.remove("dragging");
  };
  scope.listen(svg, "pointerup", drop);
  scope.listen(svg, "pointercancel", drop);
  // A drag ends in a click on whatever is below; that click must not select.
  scope.listen(
    svg,
    "click",
    (event: MouseEvent) => {
      if (moved) event.stopPropagation();
      moved = false;
    },
    { capture: true },
  );
  return api;
}
