// Finds nodes by name, op, weight, shape or module path, in the order they run.
import type { Graph, Report } from "../types";
import { treeOf } from "./nodes";
import { stepsOf } from "./stitch";

export interface Hit {
  graph: number;
  node: number;
}

/** All hits; every word must be found somewhere in the node. */
export function search(report: Report, query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const order = new Set(stepsOf(report).flatMap((step) => (step.kind === "graph" ? [step.index] : [])));
  return [...order].flatMap((at) => {
    const graph = report.graphs[at]!;
    const tests = words.map((word) => matcher(graph, word));
    return graph.nodes.name.flatMap((_, node) => (tests.every((test) => test(node)) ? [{ graph: at, node }] : []));
  });
}

/** Strings are interned: each is looked at once, and nodes only compare numbers. */
function matcher(graph: Graph, word: string): (node: number) => boolean {
  const { nodes } = graph;
  const strings = nodes.strings.map((text) => text.toLowerCase().includes(word));
  const tree = treeOf(graph, "module");
  const groups = tree?.path.map((path, i) => `${path} ${tree.type[i]}`.toLowerCase().includes(word)) ?? [];
  return (node) =>
    strings[nodes.target[node]!] ||
    strings[nodes.shape[node]!] ||
    strings[nodes.dtype[node]!] ||
    groups[tree?.node_group[node] ?? -1] ||
    nodes.name[node]!.toLowerCase().includes(word);
}
