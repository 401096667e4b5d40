// What is unfolded: at first, after "one level", and on the way to a node.
import type { Report } from "../types";
import { roleOf, soloGroups, treeOf } from "./nodes";
import { stepsOf } from "./stitch";
import { type By, graphKey, groupKey } from "./visible";

/** Boxes that a picture may hold at first, and at most. */
const CALM = 40;
export const MOST = 1500;

interface Fold {
  key: string;
  /** Boxes that show in its place. */
  boxes: number;
  /** Never unfolded by itself. */
  shut: boolean;
  inside: Fold[];
}

const known = new WeakMap<Report, Partial<Record<By, Fold[]>>>();

/** The graphs of a report as folds, in the order they ran. */
function foldsOf(report: Report, by: By): Fold[] {
  const made = known.get(report) ?? {};
  known.set(report, made);
  made[by] ??= makeFolds(report, by);
  return made[by];
}

function makeFolds(report: Report, by: By): Fold[] {
  const order = [...new Set(stepsOf(report).flatMap((step) => (step.kind === "graph" ? [step.index] : [])))];
  return order.map((at) => {
    const graph = report.graphs[at]!;
    const tree = treeOf(graph, by);
    const top: Fold = { key: graphKey(at), boxes: 0, shut: false, inside: [] };
    const groups: Fold[] = [];
    const solo = tree ? soloGroups(graph, tree) : [];
    tree?.parent.forEach((parent, group) => {
      if (solo[group]) {
        groups.push(parent >= 0 ? groups[parent]! : top);
        return;
      }
      const fold = { key: groupKey(at, group), boxes: 0, shut: tree.kind[group] === "repeat", inside: [] };
      const above = parent >= 0 ? groups[parent]! : top;
      above.inside.push(fold);
      above.boxes++;
      groups.push(fold);
    });
    let inputs = 0;
    graph.nodes.name.forEach((_, node) => {
      const role = roleOf(graph, node);
      if (role === "input") inputs++;
      else if (role === "output") top.boxes++;
      else if (role === "op") (groups[tree?.node_group[node] ?? -1] ?? top).boxes++;
    });
    top.boxes += Math.min(inputs, 6);
    return top;
  });
}

/** The calm first picture: level by level, what fits; repeated layers stay folded. */
export function initialOpen(report: Report, by: By): Set<string> {
  const open = new Set<string>();
  let level = foldsOf(report, by);
  let room = CALM - level.length;
  for (let first = true; level.length > 0; first = false) {
    const next: Fold[] = [];
    for (const fold of level) {
      if (fold.shut || fold.boxes === 0) continue;
      // One graph alone is always opened: a single closed box says nothing.
      const alone = first && level.length === 1 && fold.boxes <= 500;
      if (fold.boxes - 1 > room && !alone) continue;
      room -= fold.boxes - 1;
      open.add(fold.key);
      next.push(...fold.inside);
    }
    level = next;
  }
  return open;
}

/** Unfolds each fold that shows, by one level; null if that would draw too much. */
export function oneLevel(report: Report, by: By, open: ReadonlySet<string>): Set<string> | null {
  const next = new Set(open);
  let boxes = 0;
  const visit = (fold: Fold) => {
    if (open.has(fold.key)) {
      boxes += fold.boxes - fold.inside.length;
      fold.inside.forEach(visit);
    } else {
      next.add(fold.key);
      boxes += fold.boxes;
    }
  };
  foldsOf(report, by).forEach(visit);
  return boxes > MOST ? null : next;
}

/** Boxes in the picture under a fold state. */
export function countBoxes(report: Report, by: By, open: ReadonlySet<string>): number {
  const count = (fold: Fold): number =>
    open.has(fold.key) ? fold.boxes - fold.inside.length + fold.inside.reduce((sum, f) => sum + count(f), 0) : 1;
  return foldsOf(report, by).reduce((sum, fold) => sum + count(fold), 0);
}

/** Unfolds all that hides a node. */
export function openTo(report: Report, by: By, open: ReadonlySet<string>, graph: number, node: number): Set<string> {
  const next = new Set(open).add(graphKey(graph));
  const tree = treeOf(report.graphs[graph]!, by);
  let group = tree?.node_group[node] ?? -1;
  for (; tree && group >= 0; group = tree.parent[group]!) next.add(groupKey(graph, group));
  return next;
}
