// Rows of guards, aligned bytecode, coloured source.
import { expect, test } from "vitest";
import { Scope } from "../src/scope";
import { align } from "../src/views/align";
import { guardRows, pathTo } from "../src/views/guard-rows";
import { virtual } from "../src/virtual";
import { large, small } from "./reports";

const trees = small().guards;
const names = new Map([[trees[1]!.compile_id, "the rest"]]);

test("folded guards show one row per compilation", () => {
  const { rows, matches } = guardRows(trees, new Set(), "", "", names);
  expect(rows.map((row) => row.type)).toEqual(["tree", "tree"]);
  expect(rows[1]!.name).toBe(`the rest [${trees[1]!.compile_id}]`);
  expect(matches).toBe(trees.reduce((sum, tree) => sum + tree.guards.length, 0));
});

test("unfolding a source shows its guards and the sources below it", () => {
  const { rows } = guardRows(trees, new Set(["0", "0/0"]), "", "", names);
  const at = rows.findIndex((row) => row.key === "0/0");
  expect(rows.slice(at, at + 3).map((row) => row.type)).toEqual(["source", "leaf", "leaf"]);
});

test("a filter keeps what matches and the way to it", () => {
  const { rows, matches } = guardRows(trees, new Set(), "layer[3]", "TYPE_MATCH", names);
  const leaves = rows.filter((row) => row.type === "leaf");
  expect(leaves).toHaveLength(matches);
  expect(leaves.every((row) => row.kinds === "TYPE_MATCH")).toBe(true);
  expect(rows.some((row) => row.name === "model")).toBe(true);
  expect(guardRows(trees, new Set(), "no such thing", "", names).rows).toEqual([]);
});

test("the way to a guard is the folds around it", () => {
  const open = new Set(pathTo(trees, 0, 100));
  expect(guardRows(trees, open, "", "", names).rows.some((row) => row.guard === 100)).toBe(true);
});

const numbersUpTo = (length: number, scope: Scope) => {
  const row = (n: number) => ({ cells: String(n) });
  const list = virtual<number>(scope, { label: "numbers", role: "grid", columns: "", header: null, row });
  document.body.append(list.element);
  list.set(Array.from({ length }, (_, i) => i));
  return list;
};

test("a list of thousands has a screenful of rows", () => {
  const list = numbersUpTo(100_000, new Scope());
  expect(list.element.querySelectorAll("[role=row]").length).toBeLessThan(80);
  expect(list.element.getAttribute("aria-rowcount")).toBe("100001");
  list.activate(5);
  expect(list.element.getAttribute("aria-activedescendant")).toMatch(/-5$/);
  list.element.remove();
});

test("paper does not scroll: all rows are printed, of very many the first thousand", () => {
  const scope = new Scope();
  const lists = [numbersUpTo(300, scope), numbersUpTo(100_000, scope)];
  const rows = () => lists.map(({ element }) => element.querySelectorAll(".space [role=row]").length);
  const height = () => (lists[1]!.element.querySelector(".space") as HTMLElement).style.height;
  globalThis.dispatchEvent(new Event("beforeprint"));
  expect(rows()).toEqual([300, 1000]);
  expect(height()).toBe("28000px");
  globalThis.dispatchEvent(new Event("afterprint"));
  expect(Math.max(...rows())).toBeLessThan(80);
  expect(height()).toBe("2800000px");
  scope.end();
  globalThis.dispatchEvent(new Event("beforeprint"));
  expect(Math.max(...rows())).toBeLessThan(80);
  for (const { element } of lists) element.remove();
});

test("aligned bytecode keeps both sides whole and in order", () => {
  const { before, after } = large().compilations[0]!.bytecode!;
  const pairs = align(before, after);
  expect(pairs.flatMap((pair) => pair.before ?? [])).toEqual(before);
  expect(pairs.flatMap((pair) => pair.after ?? [])).toEqual(after);
  expect(pairs.filter((pair) => pair.before && pair.after)).toHaveLength(3);
});
