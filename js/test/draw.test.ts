// One picture after the other: what stays is the same element, in the right order, and what goes is gone.
import { expect, test } from "vitest";
import { s } from "../src/dom";
import { draw } from "../src/graph/draw";
import { initialOpen } from "../src/graph/folding";
import type { SceneBox } from "../src/graph/scene";
import { scene } from "../src/graph/stitch";
import { small } from "./reports";

const report = small();
const folded = initialOpen(report, "module");
const sceneOf = (open: ReadonlySet<string>) => scene(report, null, { by: "module", open, shapes: false, steps: 60 });
const idOf = (key: string) => `id ${key}`;

test("unfolding keeps the elements of boxes that look the same", async () => {
  const layer = s("g");
  const first = draw(layer, await sceneOf(folded), idOf, null);
  const key = [...first.elements.keys()].find((key) => first.elements.get(key)!.matches(".box.group"))!;
  const unfolded = await sceneOf(new Set([...folded, key]));
  const second = draw(layer, unfolded, idOf, first);

  const stayed = [...first.looks.keys()].filter((other) => second.looks.has(other));
  expect(stayed.length).toBeGreaterThan(5);
  for (const other of stayed) expect(second.elements.get(other)).toBe(first.elements.get(other));
  expect(second.fresh.map((box) => box.key)).toEqual(
    unfolded.boxes.map((box) => box.key).filter((other) => !first.looks.has(other)),
  );
  // A reader of the page meets the boxes in the order of execution, the new ones among them.
  const order = [...layer.querySelectorAll<SVGGElement>(".box")].map((element) => element.dataset.key);
  expect(order).toEqual(unfolded.boxes.map((box) => box.key));
  for (const { key, rect } of unfolded.boxes)
    expect(second.elements.get(key)!.getAttribute("transform")).toBe(
      `translate(${rect.x.toFixed(1)} ${rect.y.toFixed(1)})`,
    );
  expect(layer.querySelectorAll(`[id="${idOf(key)}"]`).length).toBe(1);
});

test("a box that looks different is drawn anew", async () => {
  const layer = s("g");
  const made = await sceneOf(folded);
  const first = draw(layer, made, idOf, null);
  const [{ key }] = made.boxes as [SceneBox];
  const boxes = made.boxes.map((box) => (box.key === key ? { ...box, note: "×7" } : box));
  const second = draw(layer, { ...made, boxes }, idOf, first);
  expect(second.fresh.map((box) => box.key)).toEqual([key]);
  expect(second.elements.get(key)!.textContent).toContain("×7");
  expect(layer.contains(first.elements.get(key)!)).toBe(false);
});

test("folding again takes away what was inside", async () => {
  const layer = s("g");
  const first = draw(layer, await sceneOf(folded), idOf, null);
  const key = [...first.elements.keys()].find((key) => first.elements.get(key)!.matches(".box.group"))!;
  const second = draw(layer, await sceneOf(new Set([...folded, key])), idOf, first);
  draw(layer, await sceneOf(folded), idOf, second);
  const fresh = s("g");
  draw(fresh, await sceneOf(folded), idOf, null);
  expect(layer.outerHTML).toBe(fresh.outerHTML);
});
