// The rows of the guard table under a fold state and a filter: compilations, sources below each other, leaf guards.
import { plain } from "../dom";
import { functionName, guardKind } from "../format";
import type { GuardTree } from "../types";

export interface GuardRow {
  type: "tree" | "source" | "leaf";
  /** Names the fold: the tree's number, then the source's. */
  key: string;
  depth: number;
  name: string;
  title: string;
  tree: number;
  /** Index of a leaf guard, -1 for what holds some. */
  guard: number;
  guards: number;
  kinds: string;
  cost: number;
  /** Whether the cost could not be measured well. */
  about: boolean;
  foldable: boolean;
  open: boolean;
}

interface Prepared {
  /** Sources and guards right below a source, in order; the tree's own at -1. */
  sources: Map<number, number[]>;
  leaves: Map<number, number[]>;
  /** Kinds below a source and how many of each. */
  kinds: Map<number, Map<string, number>>;
}

const prepared = new WeakMap<GuardTree, Prepared>();

/** The rows that show. `names`: what was compiled, by compile id. */
export function guardRows(
  trees: readonly GuardTree[],
  open: ReadonlySet<string>,
  text: string,
  kind: string,
  names: ReadonlyMap<string, string>,
): { rows: GuardRow[]; matches: number } {
  const rows: GuardRow[] = [];
  const filtering = text !== "" || kind !== "";
  let matches = 0;
  trees.forEach((tree, at) => {
    const wanted = filtering ? matching(tree, text, kind) : null;
    if (wanted?.guards.size === 0) return;
    matches += wanted?.guards.size ?? tree.guards.length;
    let depth = 0;
    let isOpen = true;
    if (trees.length > 1) {
      isOpen = filtering || open.has(`${at}`);
      const name = names.get(tree.compile_id) ?? functionName(tree.function);
      rows.push(treeRow(tree, at, isOpen, name, wanted?.guards.size));
      depth = 1;
    }
    if (isOpen) addBelow(rows, tree, at, -1, depth, open, wanted);
  });
  return { rows, matches };
}

function addBelow(
  rows: GuardRow[],
  tree: GuardTree,
  at: number,
  source: number,
  depth: number,
  open: ReadonlySet<string>,
  wanted: Wanted | null,
): void {
  const { leaves, sources } = prepare(tree);
  for (const guard of leaves.get(source) ?? []) {
    if (!wanted || wanted.guards.has(guard)) rows.push(leafRow(tree, at, guard, depth));
  }
  for (const first of sources.get(source) ?? []) {
    if (wanted && !wanted.sources.has(first)) continue;
    const child = endOfChain(tree, first);
    const isOpen = wanted !== null || open.has(`${at}/${child}`);
    rows.push(sourceRow(tree, at, child, depth, isOpen, nameUnder(tree, child, source)));
    if (isOpen) addBelow(rows, tree, at, child, depth + 1, open, wanted);
  }
}

/** Sources that only lead to one other are one row with it: `f.__closure__[0].cell_contents`. */
function endOfChain(tree: GuardTree, source: number): number {
  const { sources, leaves } = prepare(tree);
  for (let at = source; ; ) {
    const below = sources.get(at);
    if (leaves.has(at) || below?.length !== 1) return at;
    at = below[0]!;
  }
}

/** What a name adds to the nearest one above it that it goes on from; to the same name, what its expression adds. */
function nameUnder(tree: GuardTree, source: number, above: number): string {
  const { name, source: expression } = tree.sources[source]!;
  const parent = tree.sources[above];
  if (parent && parent.name === name && expression.startsWith(parent.source)) {
    return expression.slice(parent.source.length) || name;
  }
  for (let at = above; at >= 0; at = tree.sources[at]!.parent) {
    const start = tree.sources[at]!.name;
    if (start && name.length > start.length && name.startsWith(start)) return name.slice(start.length);
  }
  return name || expression;
}

function treeRow(tree: GuardTree, at: number, isOpen: boolean, name: string, shown = tree.guards.length): GuardRow {
  return {
    type: "tree",
    key: `${at}`,
    depth: 0,
    name: `${name} [${tree.compile_id}]`,
    title: `Dynamo counts ${tree.count}`,
    tree: at,
    guard: -1,
    guards: shown,
    kinds: kindList(prepare(tree).kinds.get(-1)),
    cost: tree.cost_ns,
    about: tree.about ?? false,
    foldable: true,
    open: isOpen,
  };
}

function sourceRow(tree: GuardTree, at: number, index: number, depth: number, isOpen: boolean, name: string): GuardRow {
  const source = tree.sources[index]!;
  const kinds = prepare(tree).kinds.get(index);
  return {
    type: "source",
    key: `${at}/${index}`,
    depth,
    name,
    title: source.source || source.name,
    tree: at,
    guard: -1,
    guards: sum(kinds),
    kinds: kindList(kinds),
    cost: source.parent < 0 ? ownCost(tree, index) : source.cost_ns,
    about: tree.about ?? false,
    foldable: true,
    open: isOpen,
  };
}

/** The root stands for the global state alone: what is below it has rows of its own beside it. */
function ownCost(tree: GuardTree, index: number): number {
  const whole = tree.sources[index]!.cost_ns;
  const below = tree.sources.reduce((total, { parent, cost_ns }) => total + (parent === index ? cost_ns : 0), 0);
  return whole < 0 ? whole : whole - below;
}

function leafRow(tree: GuardTree, at: number, index: number, depth: number): GuardRow {
  const guard = tree.guards[index]!;
  return {
    type: "leaf",
    key: `${at}!${index}`,
    depth,
    name: plain(guard.text || guard.code[0] || guard.kind),
    title: guard.code.join("\n"),
    tree: at,
    guard: index,
    guards: 1,
    kinds: guard.kind,
    cost: guard.cost_ns,
    about: tree.about ?? false,
    foldable: false,
    open: false,
  };
}

function prepare(tree: GuardTree): Prepared {
  const known = prepared.get(tree);
  if (known) return known;
  const made: Prepared = { sources: new Map(), leaves: new Map(), kinds: new Map() };
  // Dynamo's tree hangs everything under one root; what a person looks for are the values below it.
  const roots = tree.sources.flatMap((source, i) => (source.parent < 0 ? [i] : []));
  const root = roots.length === 1 && tree.sources.length > 1 ? roots[0]! : -1;
  const parentOf = (at: number): number => {
    const parent = tree.sources[at]?.parent ?? -1;
    return parent === root ? -1 : parent;
  };
  tree.sources.forEach((_, i) => {
    if (i !== root) push(made.sources, parentOf(i), i);
  });
  if (root >= 0) push(made.sources, -1, root);
  tree.guards.forEach((guard, i) => {
    push(made.leaves, guard.source, i);
    for (let at = guard.source; ; at = parentOf(at)) {
      const kinds = made.kinds.get(at) ?? new Map<string, number>();
      made.kinds.set(at, kinds.set(guard.kind, (kinds.get(guard.kind) ?? 0) + 1));
      if (at < 0) break;
    }
  });
  prepared.set(tree, made);
  return made;
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

interface Wanted {
  guards: Set<number>;
  sources: Set<number>;
}

function matching(tree: GuardTree, text: string, kind: string): Wanted {
  const wanted: Wanted = { guards: new Set(), sources: new Set() };
  const named = tree.sources.map(({ name, source }) => `${name} ${source}`.toLowerCase().includes(text));
  tree.guards.forEach((guard, i) => {
    if (kind && guard.kind !== kind) return;
    const said = () => `${guard.kind} ${guard.text} ${guard.code.join(" ")}`.toLowerCase().includes(text);
    if (text && !named[guard.source] && !said()) return;
    wanted.guards.add(i);
    for (let at = guard.source; at >= 0; at = tree.sources[at]?.parent ?? -1) wanted.sources.add(at);
  });
  return wanted;
}

const sum = (kinds: Map<string, number> | undefined): number => [...(kinds?.values() ?? [])].reduce((a, b) => a + b, 0);

function kindList(kinds: Map<string, number> | undefined): string {
  const list = [...(kinds ?? [])].sort((a, b) => b[1] - a[1]);
  return list.map(([kind, n]) => `${guardKind(kind)} ${n}`).join(" · ");
}

/** All kinds, the most frequent first. */
export function kindsOf(trees: readonly GuardTree[]): [string, number][] {
  const kinds = new Map<string, number>();
  for (const tree of trees) for (const { kind } of tree.guards) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return [...kinds].sort((a, b) => b[1] - a[1]);
}

/** Keys of the folds around a guard. */
export function pathTo(trees: readonly GuardTree[], tree: number, guard: number): string[] {
  const keys = [`${tree}`];
  const sources = trees[tree]!.sources;
  for (let at = trees[tree]!.guards[guard]!.source; at >= 0; at = sources[at]?.parent ?? -1) keys.push(`${tree}/${at}`);
  return keys;
}
