// Lines between graphs stay clear of titles, and paper gets the whole picture.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { s } from "../src/dom";
import { clusterTitleWidth } from "../src/graph/dot";
import type { Layouter } from "../src/graph/engine";
import { initialOpen } from "../src/graph/folding";
import type { Point, Rect } from "../src/graph/layout";
import { printWhole } from "../src/graph/print";
import { scene } from "../src/graph/stitch";
import { load } from "../src/graphviz";
import { Scope } from "../src/scope";
import type { Report } from "../src/types";

const GOLDEN = join(import.meta.dirname, "../../tests/golden/reports/score_batch.json");
const report = JSON.parse(readFileSync(GOLDEN, "utf8")) as Report;
let engine: Layouter;
beforeAll(async () => {
  const graphviz = await load();
  engine = { layout: async (dot) => graphviz.layout(dot) };
});

const meets = (rect: Rect, point: Point): boolean =>
  rect.x < point.x && point.x < rect.x + rect.width && rect.y < point.y && point.y < rect.y + rect.height;

/** Points all along a path of Bézier triples. */
function along(points: Point[]): Point[] {
  const found: Point[] = [];
  for (let i = 0; i + 3 < points.length; i += 3) {
    const [a, b, c, d] = points.slice(i, i + 4) as [Point, Point, Point, Point];
    for (let t = 0; t <= 1; t += 0.02) {
      const mix = (key: "x" | "y") =>
        (1 - t) ** 3 * a[key] + 3 * (1 - t) ** 2 * t * b[key] + 3 * (1 - t) * t ** 2 * c[key] + t ** 3 * d[key];
      found.push({ x: mix("x"), y: mix("y") });
    }
  }
  return found;
}

test("a value that passes other graphs crosses no title and no box", async () => {
  const open = initialOpen(report, "module");
  const made = await scene(report, engine, { by: "module", open, shapes: false, steps: 60 });
  const titles = made.clusters.map((cluster) => {
    const { x, y } = cluster.rect;
    return { x, y: y + 2, width: clusterTitleWidth(cluster), height: 20 };
  });
  const long = made.paths.filter(({ kind, points }) => kind === "link" && points.length > 10);
  expect(long.length).toBeGreaterThan(0);
  for (const { points, from, to } of long) {
    const others = made.boxes.filter(({ key }) => key !== from && key !== to).map(({ rect }) => rect);
    for (const point of along(points)) expect([...titles, ...others].filter((rect) => meets(rect, point))).toEqual([]);
  }
});

test("while the page is printed all of the picture is in sight, and then what was before", () => {
  const layer = s("g", { transform: "translate(5 -300) scale(0.7)" });
  const svg = s("svg", {}, layer);
  svg.style.height = "240px";
  const before = svg.outerHTML;
  const scope = new Scope();
  printWhole(svg, layer, scope, () => ({ x: -50, y: 0, width: 100, height: 400 }));
  dispatchEvent(new Event("beforeprint"));
  expect(svg.getAttribute("viewBox")).toBe("-62 -12 124 424");
  expect(layer.hasAttribute("transform")).toBe(false);
  expect(svg.style.height).not.toBe("240px");
  dispatchEvent(new Event("afterprint"));
  expect(svg.outerHTML).toBe(before);
  scope.end();
  dispatchEvent(new Event("beforeprint"));
  expect(svg.outerHTML).toBe(before);
});
