// Reads the columns of a graph's nodes: one node's title, type, arguments and place in the model.
import type { FoldTree, Graph, Report } from "../types";

export interface NodeInfo {
  title: string;
  qualified: string;
  role: string;
  /** "f32[2, 32, 64]" */
  type: string;
  args: string;
  /** Path of the innermost module around it. */
  path: string;
}

export const text = (graph: Graph, index: number | undefined): string => graph.nodes.strings[index ?? -1] ?? "";

export const roleOf = (graph: Graph, node: number): string => text(graph, graph.nodes.role[node]);

/** Weights and other values that are drawn inside the op that uses them. */
export function isHeld(role: string): boolean {
  return role === "parameter" || role === "buffer" || role === "constant";
}

export function titleOf(graph: Graph, node: number): string {
  return text(graph, graph.nodes.target[node]) || graph.nodes.name[node] || "";
}

export function typeOf(graph: Graph, node: number): string {
  const shape = text(graph, graph.nodes.shape[node]);
  const dtype = text(graph, graph.nodes.dtype[node]);
  if (!shape) return dtype;
  return `${dtype}${shape.startsWith("[") || shape.startsWith("(") ? shape : `[${shape}]`}`;
}

export function treeOf(graph: Graph, by: "module" | "source"): FoldTree | undefined {
  return graph.trees.find((tree) => tree.by === by);
}

const solos = new WeakMap<FoldTree, Uint8Array>();

/** Groups that hold one op and nothing else: a frame around it would say nothing, so they are never drawn. */
export function soloGroups(graph: Graph, tree: FoldTree): Uint8Array {
  const known = solos.get(tree);
  if (known) return known;
  const inside = new Uint32Array(tree.parent.length);
  const above = new Uint8Array(tree.parent.length);
  for (const parent of tree.parent) if (parent >= 0) above[parent] = 1;
  tree.node_group.forEach((group, node) => {
    if (group >= 0 && roleOf(graph, node) === "op") inside[group]!++;
  });
  const solo = Uint8Array.from(inside, (ops, group) => (ops === 1 && !above[group] ? 1 : 0));
  solos.set(tree, solo);
  return solo;
}

export function nodeInfo(report: Report, at: number, node: number): NodeInfo {
  const graph = report.graphs[at]!;
  const tree = treeOf(graph, "module");
  const group = tree?.node_group[node] ?? -1;
  return {
    title: titleOf(graph, node),
    qualified: text(graph, graph.nodes.qualified[node]),
    role: roleOf(graph, node),
    type: typeOf(graph, node),
    args: text(graph, graph.nodes.args[node]),
    path: group >= 0 ? (tree?.path[group] ?? "") : "",
  };
}
