// Which steps stand side by side: versions of one piece are no later steps of the program. As `columns` in Python does.
import { plain } from "../dom";
import { plural, shorten } from "../format";
import type { Graph, Report } from "../types";
import { roleOf, titleOf, typeOf } from "./nodes";

type Steps = Report["steps"];

export interface Column {
  version: number;
  /** What this version is for, where the others differ: "x: f32[3, 4]". Empty if nothing is known. */
  note: string;
  /** The steps, with their places in the run. */
  steps: { step: Steps[number]; at: number }[];
}

/** Inputs named at the head of a column; more are counted. */
const NAMED = 2;
const TEXT = 64;

/**
 * The steps one below the other, or a column for each version. Versions that take each other's values did run one after
 * the other, layers of one class for example, and stay in one column.
 */
export function columns(report: Report, steps: Steps): Column[] {
  const versionOf = (graph: number) => report.graphs[graph]?.version ?? 1;
  const sequel = report.links.some((link) => versionOf(link.from_graph) !== versionOf(link.to_graph));
  const endedBy = new Map(report.graphs.map((graph) => [graph.ended_by, graph.index]));
  // A break before anything was captured ended no graph, and is told where it comes.
  const found = new Map<number, Column>();
  let version = 1;
  steps.forEach((step, at) => {
    if (step.kind === "graph") version = versionOf(step.index);
    else if (step.kind === "break" && endedBy.has(step.index)) version = versionOf(endedBy.get(step.index)!);
    const key = sequel ? 1 : version;
    if (!found.has(key)) found.set(key, { version: key, note: "", steps: [] });
    found.get(key)!.steps.push({ step, at });
  });
  const made = [...found.values()];
  if (made.length > 1) for (const column of made) column.note = noteOf(report, column);
  return made;
}

/** The inputs that are of another type in another version; if they do not tell it from one before, what Dynamo says. */
function noteOf(report: Report, { steps }: Column): string {
  const graphs = steps.flatMap(({ step }) => (step.kind === "graph" ? [report.graphs[step.index]!] : []));
  const first = graphs.find((graph) => siblings(report, graph).length > 0);
  if (!first) return "";
  const own = typesOf(first);
  const others = siblings(report, first).map((graph) => ({ version: graph.version ?? 1, types: typesOf(graph) }));
  const isOther = (types: Map<string, string>, name: string) => types.has(name) && types.get(name) !== own.get(name);
  const told = [...own].filter(([name]) => others.some(({ types }) => isOther(types, name)));
  const isKnown = others.some(
    ({ version, types }) => version < (first.version ?? 1) && told.every(([name]) => !isOther(types, name)),
  );
  const named = told.slice(0, NAMED).map(([name, type]) => `${name}: ${type}`);
  if (told.length > NAMED) named.push(plural(told.length - NAMED, "more input"));
  return shorten((isKnown && plain(first.differs ?? "")) || named.join(", "), TEXT);
}

/** The other versions of the code that a graph begins. */
const siblings = (report: Report, graph: Graph): Graph[] => {
  const begins = (one: Graph) => report.graphs.find((other) => other.compile_id === one.compile_id) === one;
  return report.graphs.filter(
    (other) => other.piece === graph.piece && other.version !== graph.version && begins(other),
  );
};

function typesOf(graph: Graph): Map<string, string> {
  const inputs = graph.nodes.name.map((_, node) => node).filter((node) => roleOf(graph, node) === "input");
  return new Map(inputs.map((node) => [titleOf(graph, node), typeOf(graph, node)]));
}
