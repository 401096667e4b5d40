// Reads a report that comes as lines of JSON: the heading first, then piece by piece, with room to breathe between them.
import type { Report } from "./types";

/** The first line: what the heading shows. */
export type Head = Pick<
  Report,
  "schema_version" | "created" | "environment" | "subject" | "outcome" | "calls" | "duration_ns" | "summary"
>;

export interface Reading {
  /** There as soon as the first line is; never rejects, since `report` tells what went wrong. */
  head: Promise<Head>;
  report: Promise<Report>;
}

type Path = (string | number)[];
type Tree = { [key: string | number]: unknown };

/** Milliseconds of work after which the page gets a turn. */
const TURN_MS = 30;

export function readReport(packed: BufferSource): Reading {
  let announce: (head: Head) => void;
  const head = new Promise<Head>((resolve) => {
    announce = resolve;
  });
  return { head, report: read(packed, (first) => announce(first)) };
}

async function read(packed: BufferSource, announce: (head: Head) => void): Promise<Report> {
  const report: Tree = {};
  let started = performance.now();
  let first = true;
  for await (const line of lines(packed)) {
    if (performance.now() - started > TURN_MS) {
      await breathe();
      started = performance.now();
    }
    const value = JSON.parse(line) as Tree | [Path, unknown];
    if (Array.isArray(value)) put(report, value[0], value[1]);
    else Object.assign(report, value);
    if (!first) continue;
    first = false;
    announce({ ...report } as unknown as Head);
    // Whoever waits for the heading may draw it before the rest is read.
    await breathe();
    started = performance.now();
  }
  return report as unknown as Report;
}

async function* lines(packed: BufferSource): AsyncGenerator<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    const [rest = "", ...more] = (done ? decoder.decode() : decoder.decode(value, { stream: true })).split("\n");
    begun.push(rest);
    for (const next of more) {
      yield begun.join("");
      begun = [next];
    }
    if (done) break;
  }
  const last = begun.join("");
  if (last) yield last;
}

/** Puts a value where it belongs; an array that is there already grows. */
function put(report: Tree, path: Path, value: unknown): void {
  if (path.length === 0) {
    Object.assign(report, value);
    return;
  }
  let at: Tree = report;
  path.slice(0, -1).forEach((key, i) => {
    at[key] ??= typeof path[i + 1] === "number" ? [] : {};
    at = at[key] as Tree;
  });
  const key = path.at(-1)!;
  const known = at[key];
  if (Array.isArray(known) && Array.isArray(value)) for (const item of value) known.push(item);
  else at[key] = value;
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A report that has its heading and nothing else. */
export function blank(head: Head): Report {
  return {
    breaks: [],
    causes: [],
    codes: [],
    compilations: [],
    frames: { code: [], depth: [], dropped: 0, duration_ns: [], ended: [], omitted: 0, start_ns: [], thread: [] },
    graphs: [],
    guards: [],
    links: [],
    locations: [],
    notes: [],
    changes: [],
    recompiles: [],
    python: { code: [], duration_ns: [], start_ns: [], thread: [] },
    runs: { duration_ns: [], graph: [], start_ns: [], thread: [] },
    skips: [],
    sources: [],
    stacks: [],
    steps: [],
    ...head,
  };
}
