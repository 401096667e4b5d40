// The Guards tab: per compilation a tree of the values that are checked before its graph may run.
import { signal } from "@preact/signals-core";
import { h, replace } from "../dom";
import { COMPILE_ID, count, duration, guardKind, plural, shortPlace, versionName } from "../format";
import type { Scope } from "../scope";
import { same, select, type Viewer } from "../state";
import { term } from "../tooltip";
import { cell, headerCell, virtual } from "../virtual";
import { ask } from "./ask";
import { empty } from "./empty";
import { type GuardRow, guardRows, kindsOf, pathTo } from "./guard-rows";
import { placeLink } from "./place";

/** Compilations whose guards show at first. */
const OPEN_AT_FIRST = 3;
const TWO_COUNTS =
  "A guard is something that Dynamo relied on while it traced, as torch counts it. " +
  "A check is what runs before a call; one check often serves several guards.";

export function guards(viewer: Viewer, scope: Scope): HTMLElement {
  const trees = viewer.report.guards;
  if (trees.length === 0) {
    return empty("No guards.", "Nothing was compiled, so there is nothing to check before a call.");
  }
  const checks = trees.reduce((sum, tree) => sum + tree.guards.length, 0);
  const counted = trees.reduce((sum, tree) => sum + tree.count, 0);
  const text = signal("");
  const kind = signal("");
  const open = signal<ReadonlySet<string>>(new Set(trees.slice(0, OPEN_AT_FIRST).map((_, at) => `${at}`)));

  let rows: GuardRow[] = [];
  const toggle = (key: string, on?: boolean) => {
    const next = new Set(open.peek());
    if (on ?? !next.has(key)) next.add(key);
    else next.delete(key);
    open.value = next;
  };
  const list = virtual<GuardRow>(scope, {
    label: "Guards by the value they look at",
    role: "treegrid",
    columns: "guard-columns",
    header: [
      headerCell("source"),
      headerCell("checks", { class: "cell figures" }),
      headerCell("kinds", { class: "cell kinds" }),
      headerCell("cost", { class: "cell figures" }),
      headerCell("set by", { class: "cell by" }),
    ],
    row: (row) => ({
      cells: cells(viewer, row, toggle),
      props: {
        class: `${row.type}${isSelected(viewer, row) ? " on" : ""}`,
        "aria-level": row.depth + 1,
        "aria-expanded": row.foldable ? String(row.open) : null,
      },
    }),
    onclick: (row) => (row.guard >= 0 ? select(viewer, selectionOf(row)) : row.foldable && toggle(row.key)),
    onkey: (row, key) => {
      if (key === "Enter" || key === " ") {
        if (row.guard >= 0) select(viewer, selectionOf(row));
        else toggle(row.key);
        return true;
      }
      if (key === "ArrowRight" && row.foldable && !row.open) {
        toggle(row.key, true);
        return true;
      }
      if (key === "ArrowLeft") {
        if (row.foldable && row.open) toggle(row.key, false);
        else list.activate(rows.findLastIndex((r, i) => i < rows.indexOf(row) && r.depth < row.depth));
        return true;
      }
      return false;
    },
  });

  const names = new Map(viewer.report.compilations.map((one) => [one.id, versionName(one)]));
  const figure = h("span", { class: "muted", role: "status" });
  const all = [
    term(plural(checks, "check"), TWO_COUNTS),
    ` ${checks === 1 ? "runs" : "run"} for the ${plural(counted, "guard")} that Dynamo set`,
  ];
  scope.effect(() => {
    const found = guardRows(trees, open.value, text.value, kind.value, names);
    rows = found.rows;
    list.set(rows);
    replace(figure, text.value || kind.value ? `${count(found.matches)} of ${plural(checks, "check")}` : all);
  });
  scope.effect(() => {
    const selection = viewer.selection.value;
    if (selection.kind === "guard" && trees[selection.graph ?? -1]?.guards[selection.index ?? -1]) {
      const next = new Set([...open.peek(), ...pathTo(trees, selection.graph!, selection.index!)]);
      if (next.size !== open.peek().size) open.value = next;
      const at = rows.findIndex((row) => same(selectionOf(row), selection));
      if (at >= 0) list.activate(at);
    }
    if (selection.kind === "compilation") {
      const tree = viewer.report.compilations[selection.index ?? -1]?.guards ?? -1;
      const at = rows.findIndex((row) => row.key === `${tree}`);
      if (at >= 0) list.activate(at);
    }
    list.refresh();
  });

  const input = h("input", { type: "search", placeholder: "Filter guards …", "aria-label": "Filter guards" });
  scope.listen(input, "input", () => {
    text.value = input.value.trim().toLowerCase();
  });
  const kinds = h(
    "select",
    { "aria-label": "Kind of guard" },
    h("option", { value: "" }, "all kinds"),
    kindsOf(trees).map(([name, n]) => h("option", { value: name }, `${guardKind(name)} (${count(n)})`)),
  );
  scope.listen(kinds, "change", () => {
    kind.value = kinds.value;
  });
  return h(
    "div",
    null,
    ask(viewer, scope),
    h("div", { class: "tools" }, input, kinds, figure),
    list.element,
    trees.length > 1 ? h("p", { class: "muted key" }, COMPILE_ID) : null,
  );
}

const selectionOf = (row: GuardRow) => ({ kind: "guard", graph: row.tree, index: row.guard }) as const;

const isSelected = (viewer: Viewer, row: GuardRow): boolean =>
  row.guard >= 0 && same(selectionOf(row), viewer.selection.peek());

function cells(viewer: Viewer, row: GuardRow, toggle: (key: string) => void): HTMLElement[] {
  const mark = row.foldable
    ? h(
        "button",
        {
          type: "button",
          class: "twist",
          tabindex: -1,
          "aria-label": row.open ? "Fold" : "Unfold",
          onclick: (event: Event) => {
            event.stopPropagation();
            toggle(row.key);
          },
        },
        row.open ? "▾" : "▸",
      )
    : h("span", { class: "twist" });
  const name = h(
    "div",
    { class: "name", style: { "padding-left": `${row.depth * 14}px` } },
    mark,
    h("span", { class: "text", title: row.title }, row.name),
  );
  const origin = viewer.report.guards[row.tree]?.guards[row.guard]?.origin;
  const first = cell(name, row.type);
  if (row.guard >= 0) first.setAttribute("aria-colspan", "2");
  return [
    first,
    ...(row.guard >= 0 ? [] : [cell(count(row.guards), "figures")]),
    cell(h("span", { title: row.kinds }, row.kinds), row.guard >= 0 ? "kind" : "kinds"),
    cell(row.cost >= 0 ? `${row.about ? "about " : ""}${duration(row.cost)}` : "", "figures"),
    cell(origin ? placeLink(viewer, origin, shortPlace(origin)) : "", "by"),
  ];
}
