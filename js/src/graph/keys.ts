// The graph by keyboard: arrows go from box to box, right unfolds, left folds, Enter selects, plus and minus zoom.
import type { Signal } from "@preact/signals-core";
import type { Scope } from "../scope";
import type { PanZoom } from "./panzoom";
import type { Scene, SceneBox, SceneCluster } from "./scene";

export interface Keyboard {
  scene(): Scene | null;
  active: Signal<string>;
  press(key: string): void;
  toggle(key: string): void;
  isOpen(key: string): boolean;
  view: PanZoom;
}

const PAN = 60;

export function navigate(svg: SVGSVGElement, scope: Scope, board: Keyboard): void {
  const { active, view } = board;
  const order = (): (SceneBox | SceneCluster)[] => {
    const scene = board.scene();
    if (!scene) return [];
    return [...scene.clusters, ...scene.boxes].sort((a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x);
  };
  const go = (by: number) => {
    const things = order();
    const now = things.findIndex((thing) => thing.key === active.peek());
    const next = things[Math.max(0, Math.min(things.length - 1, now + by))];
    if (!next) return;
    active.value = next.key;
    const handle = { ...next.rect, height: Math.min(next.rect.height, 30) };
    view.center(handle);
  };
  const thing = () => order().find((thing) => thing.key === active.peek());

  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: (event) => (event.shiftKey ? view.moveBy(0, -PAN) : go(1)),
    ArrowUp: (event) => (event.shiftKey ? view.moveBy(0, PAN) : go(-1)),
    ArrowRight(event) {
      const now = thing();
      if (event.shiftKey) view.moveBy(-PAN, 0);
      else if (now && "foldable" in now && now.foldable) board.toggle(now.key);
      else go(1);
    },
    ArrowLeft(event) {
      const now = thing();
      if (event.shiftKey) view.moveBy(PAN, 0);
      else if (now && board.isOpen(now.key)) board.toggle(now.key);
      else if (now && "parent" in now && now.parent) active.value = now.parent;
    },
    Enter: () => active.peek() && board.press(active.peek()),
    " ": () => active.peek() && board.press(active.peek()),
    Home: () => go(-1e9),
    End: () => go(1e9),
    "+": () => view.zoom(1.25),
    "=": () => view.zoom(1.25),
    "-": () => view.zoom(0.8),
    "0": () => {
      const scene = board.scene();
      if (scene) view.fit(scene.bounds);
    },
  };
  scope.listen(svg, "keydown", (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    act(event);
    event.preventDefault();
    event.stopPropagation();
  });
}
