// The state and messages shared with Python, and what the viewer asks of the page that hosts it.
import type { FailedGuard } from "./types";

export const TABS = ["source", "graph", "breaks", "guards", "recompiles", "frames", "compile", "bytecode"] as const;
export type TabName = (typeof TABS)[number];

export const KINDS = ["", "node", "line", "break", "cause", "guard", "frame", "compilation", "graph"] as const;

/**
 * What is selected, the same in every view.
 *
 * `index` points into the report by `kind`: breaks, causes, compilations, graphs; `codes` for a frame. A node is
 * `index` in graph `graph`; a guard is `index` in guard tree `graph`; a line has `file` and `line`.
 */
export interface Selection {
  kind: (typeof KINDS)[number];
  index?: number;
  graph?: number;
  file?: string;
  line?: number;
}

/** A selection as Python sets it may hold anything; what makes no sense selects nothing. */
export function asSelection(value: unknown): Selection {
  const given = (value ?? {}) as Record<string, unknown>;
  if (!given.kind || !(KINDS as readonly unknown[]).includes(given.kind)) return { kind: "" };
  const sensible = Object.entries(given).filter(([name, value]) => {
    if (name === "kind") return true;
    return name === "file" ? typeof value === "string" : NUMBERS.includes(name) && Number.isInteger(value);
  });
  return Object.fromEntries(sensible) as unknown as Selection;
}
const NUMBERS = ["index", "graph", "line"];

export type ThemeChoice = "auto" | "light" | "dark";

/**
 * Traits of the widget.
 *
 * `_report` is the gzip of lines of JSON. The first line is an object, the head of the report: what the heading shows.
 * Each other line is `[path, value]`: where in the report the value belongs, as keys and indices from the outside in;
 * an array whose path comes again goes on where it ended. A whole report on one line is fine, too.
 */
export interface Traits {
  _report: DataView<ArrayBuffer>;
  selection: Selection;
  tab: string;
  height: number;
  theme: ThemeChoice;
  /** Whether Python answers "would this input recompile?". */
  _asks: boolean;
  /** The id of the static report in the page whose place the viewer takes; empty for none. */
  _place: string;
}

/** Bytes of a gzip. */
export type Packed = BufferSource;

export type FileKind = "graphviz" | "html";

/** `arguments`: what stands between the parentheses of a call, as Python. */
export type Request = { type: "request"; id: string } & ({ kind: FileKind } | { kind: "ask"; arguments: string });

/** The answer when `ok`: the first buffer is the gzip of the file that was asked for, or `answer` what was asked. */
export interface Response {
  type: "response";
  id: string;
  ok: boolean;
  error?: string;
  answer?: Answer;
}

/** Whether a call with other arguments would be compiled again. */
export interface Answer {
  recompiles: boolean;
  /** The compile id of the entry that serves, or of the one that came closest. */
  entry: string;
  text: string;
  advice: string;
  /** The guard of the closest entry that fails. */
  failed: FailedGuard | null;
}

/** Where the viewer runs: it hands over files and keeps selection and tab in step with what is outside. */
export interface Host {
  /** Graphviz, as `scripts/graphviz.mjs` packs it. */
  graphviz(): Promise<Packed>;
  /** The standalone page, where there is someone to make it. */
  page?: () => Promise<Blob>;
  /** Whether a call with these arguments would be compiled again, where there is someone to ask. */
  ask?: (args: string) => Promise<Answer>;
}

export const ANSWER_WITHIN_MS = 10_000;
/** Graphviz is worth waiting for: the kernel may be running a long cell. */
export const GRAPHVIZ_WITHIN_MS = 600_000;
/** A question waits for the cell that runs, and then runs the reader's own code. */
export const ASK_WITHIN_MS = 120_000;
