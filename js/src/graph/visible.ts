// Which boxes and edges of one graph show under a fold state: edges are lifted to what is visible, and merged.
import { plain } from "../dom";
import { plural, shorten } from "../format";
import type { FoldTree, Graph } from "../types";
import { type BoxSize, boxSize } from "./measure";
import { isHeld, roleOf, soloGroups, titleOf, treeOf, typeOf } from "./nodes";

export type By = "module" | "source";

export interface Box extends BoxSize {
  key: string;
  kind: "op" | "group" | "input" | "inputs" | "output" | "graph" | "break" | "skip" | "more";
  title: string;
  /** Beside the title, quieter: ×6, 90 ops, a type. */
  note: string;
  /** Second line: the weights an op holds, its type. */
  sub: string;
  parent: string | null;
  foldable: boolean;
  /** Index of the node, of the group, of the break: by `kind`. */
  index: number;
}

export interface Cluster {
  key: string;
  title: string;
  note: string;
  parent: string | null;
  index: number;
}

export interface Edge {
  from: string;
  to: string;
  count: number;
  /** The first value that goes this way. */
  type: string;
  /** Written on the edge; empty when types are not asked for. */
  label: string;
}

export interface Visible {
  boxes: Box[];
  clusters: Cluster[];
  edges: Edge[];
  /** The box that stands for a node; empty if none does. */
  boxOf(node: number): string;
}

/** The name of a graph; a version of what was compiled before says so, unless the head of its column does. */
export const titleOfGraph = ({ index, version }: Graph, headed = false): string =>
  (version ?? 1) > 1 && !headed ? `Graph ${index} · version ${version}` : `Graph ${index}`;
export const noteOfGraph = ({ op_count, differs }: Graph): string =>
  [plural(op_count, "op"), shorten(plain(differs ?? ""), 48)].filter(Boolean).join(" · ");
export const graphKey = (graph: number): string => `g${graph}`;
export const groupKey = (graph: number, group: number): string => `g${graph}/${group}`;
const nodeKey = (graph: number, node: number): string => `g${graph}:${node}`;
const inputsKey = (graph: number): string => `g${graph}/in`;

const MANY_INPUTS = 6;
const NO_TREE: Pick<FoldTree, "parent" | "node_group"> = { parent: [], node_group: [] };

export function visible(graph: Graph, by: By, open: ReadonlySet<string>, shapes: boolean): Visible {
  const at = graph.index;
  const tree = treeOf(graph, by);
  const { parent, node_group } = tree ?? NO_TREE;
  const top = graphKey(at);
  const boxes: Box[] = [];
  const clusters: Cluster[] = [
    { key: top, title: titleOfGraph(graph), note: noteOfGraph(graph), parent: null, index: -1 },
  ];

  // For each group: the closed group that stands for it, or null when its own content shows.
  const closedBy: (string | null)[] = [];
  const drawn = new Set<string>();
  const groupBox = (group: number) => groupKey(at, group);
  const solo = tree ? soloGroups(graph, tree) : new Uint8Array();
  parent.forEach((above, group) => {
    const stands = above >= 0 ? closedBy[above]! : null;
    closedBy.push(stands ?? (solo[group] || open.has(groupBox(group)) ? null : groupBox(group)));
  });
  const container = (group: number): string => {
    const shown = solo[group] ? parent[group]! : group;
    return shown >= 0 ? groupBox(shown) : top;
  };

  const inputs: number[] = [];
  const boxKeys: string[] = graph.nodes.name.map((_, node) => {
    const role = roleOf(graph, node);
    if (isHeld(role)) return "";
    if (role === "input") {
      inputs.push(node);
      return nodeKey(at, node);
    }
    if (role === "output") return nodeKey(at, node);
    const group = node_group[node] ?? -1;
    return (group >= 0 ? closedBy[group] : null) ?? nodeKey(at, node);
  });
  const foldInputs = inputs.length > MANY_INPUTS && !open.has(inputsKey(at));
  if (foldInputs) for (const node of inputs) boxKeys[node] = inputsKey(at);

  boxKeys.forEach((key, node) => {
    if (!key || drawn.has(key)) return;
    drawn.add(key);
    if (key === inputsKey(at)) {
      boxes.push(
        sized({ key, kind: "inputs", title: `${inputs.length} inputs`, parent: top, foldable: true, index: -1 }),
      );
    } else if (key === nodeKey(at, node)) {
      boxes.push(nodeBox(graph, node, container(node_group[node] ?? -1), placeOf(tree, solo, node)));
    } else {
      const group = Number(key.slice(key.indexOf("/") + 1));
      boxes.push(foldedBox(graph, tree!, group, container(parent[group]!)));
    }
  });
  addClusters(at, tree, boxes, clusters);
  return { boxes, clusters, edges: edgesOf(graph, boxKeys, shapes), boxOf: (node) => boxKeys[node] ?? "" };
}

/** The open groups around the boxes, outer before inner. */
function addClusters(at: number, tree: FoldTree | undefined, boxes: Box[], clusters: Cluster[]): void {
  if (!tree) return;
  const seen = new Set<string>([graphKey(at)]);
  const add = (group: number) => {
    const key = groupKey(at, group);
    if (group < 0 || seen.has(key)) return;
    seen.add(key);
    const above = tree.parent[group]!;
    add(above);
    const note = tree.kind[group] === "repeat" ? `×${tree.count[group]}` : "";
    const parent = above >= 0 ? groupKey(at, above) : graphKey(at);
    clusters.push({ key, title: shorten(tree.name[group]!, 40), note, parent, index: group });
  };
  for (const box of boxes) {
    if (box.parent?.includes("/")) add(Number(box.parent.slice(box.parent.indexOf("/") + 1)));
  }
}

function edgesOf(graph: Graph, boxKeys: string[], shapes: boolean): Edge[] {
  const edges = new Map<string, Edge>();
  graph.nodes.inputs.forEach((sources, node) => {
    const to = boxKeys[node];
    if (!to) return;
    for (const source of sources) {
      const from = boxKeys[source];
      if (!from || from === to) continue;
      const key = `${from} ${to}`;
      const edge = edges.get(key);
      if (edge) edge.count++;
      else edges.set(key, { from, to, count: 1, type: typeOf(graph, source), label: "" });
    }
  });
  if (shapes) {
    for (const edge of edges.values()) {
      edge.label = edge.type && edge.count > 1 ? `${edge.type} +${edge.count - 1}` : edge.type;
    }
  }
  return [...edges.values()];
}

function nodeBox(graph: Graph, node: number, parent: string, place: Place): Box {
  const role = roleOf(graph, node);
  const key = nodeKey(graph.index, node);
  if (role === "input") {
    const title = shorten(titleOf(graph, node), 32);
    return sized({ key, kind: "input", title, note: typeOf(graph, node), parent: graphKey(graph.index), index: node });
  }
  if (role === "output") {
    const returned = graph.nodes.inputs[node] ?? [];
    const note = returned.length === 1 ? typeOf(graph, returned[0]!) : `${returned.length} values`;
    return sized({ key, kind: "output", title: "return", note, parent: graphKey(graph.index), index: node });
  }
  const held = (graph.nodes.inputs[node] ?? [])
    .filter((input) => isHeld(roleOf(graph, input)))
    .map((input) => localName(titleOf(graph, input), place.path));
  const title = titleOf(graph, node);
  return sized({
    key,
    kind: "op",
    title: shorten(title, 40),
    note: place.alone === title ? "" : shorten(place.alone, 24),
    sub: shorten(held.join(", "), 44),
    parent,
    index: node,
  });
}

function foldedBox(graph: Graph, tree: FoldTree, group: number, parent: string): Box {
  const ops = tree.op_count[group]!;
  const times = tree.kind[group] === "repeat" ? `×${tree.count[group]} · ` : "";
  const note = `${times}${plural(ops, "op")}`;
  const title = shorten(tree.name[group]!, 40);
  return sized({ key: groupKey(graph.index, group), kind: "group", title, note, parent, foldable: true, index: group });
}

type Sketch = Pick<Box, "key" | "kind" | "title" | "parent" | "index"> & Partial<Box>;

export function sized(sketch: Sketch): Box {
  const box = { note: "", sub: "", foldable: false, ...sketch };
  return { ...box, ...boxSize(box) };
}

interface Place {
  path: string;
  /** The group whose only op this is. */
  alone: string;
}

function placeOf(tree: FoldTree | undefined, solo: Uint8Array, node: number): Place {
  const group = tree?.node_group[node] ?? -1;
  if (!tree || group < 0) return { path: "", alone: "" };
  return { path: tree.path[group]!, alone: solo[group] ? tree.name[group]! : "" };
}

/** A weight's name as its module knows it: the path that the boxes around it already say is left out. */
function localName(name: string, path: string): string {
  if (path && name.startsWith(`${path}.`)) return name.slice(path.length + 1);
  return name.split(".").slice(-2).join(".");
}
