// What a selection touches in the other views: one line is also some nodes, a break, the guards it set.
import type { Selection } from "./contract";
import type { Location, Report } from "./types";

export interface Related {
  /** Lines as `lineKey`. */
  lines: Set<string>;
  /** Node indices by graph. */
  nodes: Map<number, Set<number>>;
  graphs: Set<number>;
  breaks: Set<number>;
  causes: Set<number>;
  compilations: Set<number>;
  codes: Set<number>;
}

export const lineKey = (file: string, line: number): string => `${line}:${file}`;

export function related(report: Report, selection: Selection): Related {
  const found: Related = {
    lines: new Set(),
    nodes: new Map(),
    graphs: new Set(),
    breaks: new Set(),
    causes: new Set(),
    compilations: new Set(),
    codes: new Set(),
  };
  const { kind, index = -1, graph = -1 } = selection;
  if (kind === "line") addLine(report, selection, found);
  else if (kind === "node" && report.graphs[graph]) {
    found.nodes.set(graph, new Set([index]));
    addGraph(report, graph, found);
    addLocation(nodeLocation(report, graph, index), found);
  } else if (kind === "graph") addGraph(report, index, found);
  else if (kind === "break") addBreak(report, index, found);
  else if (kind === "cause") for (const event of report.causes[index]?.breaks ?? []) addBreak(report, event, found);
  else if (kind === "guard") addLocation(report.guards[graph]?.guards[index]?.origin, found);
  else if (kind === "compilation") addCompilation(report, index, found);
  else if (kind === "frame") {
    found.codes.add(index);
    addLocation(report.codes[index]?.location, found);
  }
  return found;
}

/** Where a node was written: the innermost line of the user's own code, else the innermost line. */
export function nodeLocation(report: Report, graph: number, node: number): Location | undefined {
  const stack = report.stacks[report.graphs[graph]?.nodes.stack[node] ?? -1] ?? [];
  const locations = stack.map((i) => report.locations[i]).filter((location) => location !== undefined);
  return locations.findLast((location) => location.user !== false) ?? locations.at(-1);
}

/** Nodes that were written on a line or in what it calls. */
export function nodesOfLine(report: Report, file: string, line: number): Map<number, Set<number>> {
  const here = new Set<number>();
  report.locations.forEach((location, i) => {
    if (location.line === line && location.file === file) here.add(i);
  });
  const stacks = new Set<number>();
  report.stacks.forEach((stack, i) => {
    if (stack.some((location) => here.has(location))) stacks.add(i);
  });
  const nodes = new Map<number, Set<number>>();
  if (stacks.size === 0) return nodes;
  for (const graph of report.graphs) {
    graph.nodes.stack.forEach((stack, node) => {
      if (!stacks.has(stack)) return;
      const set = nodes.get(graph.index) ?? new Set();
      nodes.set(graph.index, set.add(node));
    });
  }
  return nodes;
}

export function isAt(location: Location | null | undefined, file: string, line: number): boolean {
  return !!location && location.line === line && location.file === file;
}

function addLine(report: Report, { file = "", line = 0 }: Selection, found: Related): void {
  found.lines.add(lineKey(file, line));
  found.nodes = nodesOfLine(report, file, line);
  for (const graph of found.nodes.keys()) found.graphs.add(graph);
  report.breaks.forEach((event, i) => {
    const places = [event.location, event.user_location, ...event.stack];
    if (!places.some((place) => isAt(place, file, line))) return;
    found.breaks.add(i);
    found.causes.add(event.cause);
  });
}

function addBreak(report: Report, index: number, found: Related): void {
  const event = report.breaks[index];
  if (!event) return;
  found.breaks.add(index);
  found.causes.add(event.cause);
  addLocation(event.location, found);
  addLocation(event.user_location, found);
  const compilation = report.compilations.findIndex((c) => c.break_index === index || c.id === event.compile_id);
  if (compilation >= 0) found.compilations.add(compilation);
}

function addGraph(report: Report, index: number, found: Related): void {
  if (!report.graphs[index]) return;
  found.graphs.add(index);
  const compilation = report.compilations.findIndex((c) => c.graphs.includes(index));
  if (compilation >= 0) found.compilations.add(compilation);
}

function addCompilation(report: Report, index: number, found: Related): void {
  const compilation = report.compilations[index];
  if (!compilation) return;
  found.compilations.add(index);
  for (const graph of compilation.graphs) found.graphs.add(graph);
  if (compilation.break_index >= 0) found.breaks.add(compilation.break_index);
  addLocation(compilation.location, found);
}

function addLocation(location: Location | null | undefined, found: Related): void {
  if (location) found.lines.add(lineKey(location.file, location.line));
}
