// What the timeline shows: compilations, graph runs and eager frames with their times, and numbered markers.
import { compilationById, compilationOf } from "../compiled";
import type { Selection } from "../contract";
import { plain } from "../dom";
import { compilationName, duration, functionName, place, plural, version } from "../format";
import type { Compilation, Report } from "../types";

/** The mark of a compilation that Dynamo began again, and that of a recompile: the one is not the other. */
export const RESTART = "⇤";
export const RECOMPILE = "↻";
export const SKIP = "▽";

export interface Item {
  lane: 0 | 1 | 2;
  start: number;
  end: number;
  /** From what says most to what takes least room. */
  labels: string[];
  /** Classes that colour it. */
  kind: string;
  /** Its tooltip, made when it is asked for: there may be a hundred thousand items. */
  lines(): string[];
  selection: Selection;
}

export interface Marker {
  time: number;
  kind: "break" | "skip" | "recompile";
  number: number;
  lines(): string[];
  selection: Selection;
}

export interface Timeline {
  items: Item[];
  markers: Marker[];
  end: number;
}

export function timelineOf(report: Report): Timeline {
  const items = [...compilations(report), ...late(report), ...runs(report), ...eager(report)];
  const marks = markers(report);
  const end = Math.max(1, report.duration_ns, ...ends(items), ...marks.map((mark) => mark.time));
  return { items, markers: marks, end };
}

function compilations(report: Report): Item[] {
  return report.compilations.map((compilation, index) => {
    const { id, restarts, status, start_ns, duration_ns } = compilation;
    return {
      lane: 0,
      start: start_ns,
      end: start_ns + Math.max(0, duration_ns),
      labels: labelsOf(compilation),
      kind: `compile ${status}`,
      lines: () => [
        `${compilationName(compilation)}: ${STATUS[status]}`,
        `${duration(duration_ns)}${compilation.detail ? ` · ${plain(compilation.detail)}` : ""}`,
        ...restarts.map((reason) => `${RESTART} began again: ${reason}`),
        `version ${version(id)} · torch's id for it: ${id}`,
      ],
      selection: { kind: "compilation", index },
    };
  });
}

/** What a backend had put off: the backward graph, kernels. */
function late(report: Report): Item[] {
  return (report.later ?? []).map(({ title, compilation, start_ns, duration_ns }) => ({
    lane: 0,
    start: start_ns,
    end: start_ns + duration_ns,
    labels: [plain(title), plain(title).split(" ")[0]!],
    kind: "compile compiled",
    lines: () => [`Compiled late: ${plain(title)}`, duration(duration_ns)],
    selection: { kind: "compilation", index: compilation },
  }));
}

/** How a compilation ended, in words for those who do not know Dynamo's. */
export const STATUS: Record<Compilation["status"], string> = {
  compiled: "compiled",
  skipped: "given up, runs as Python",
  empty: "empty, there was nothing to compile",
  failed: "failed",
  refused: "refused",
};

/** What was compiled, which version of it, and how often Dynamo began again; less of it where there is less room. */
function labelsOf(compilation: Compilation): string[] {
  const name = compilationName(compilation);
  const at = compilation.resumed_at;
  const number = version(compilation.id);
  const again = compilation.restarts.length > 0 ? ` ${RESTART}${compilation.restarts.length}` : "";
  const shorter = at > 0 ? [`from line ${at}`, `line ${at}`] : [];
  const versions =
    number > 1
      ? [`${name}, version ${number}`, `version ${number}`, `v${number}`].map((label) => `${RECOMPILE} ${label}`)
      : [name, ...shorter];
  return [`${versions[0]}${again}`, ...versions];
}

function runs({ runs, graphs }: Report): Item[] {
  return runs.graph.map((graph, i) => ({
    lane: 1,
    start: runs.start_ns[i]!,
    end: runs.start_ns[i]! + Math.max(0, runs.duration_ns[i]!),
    labels: [`graph ${graph}`, String(graph)],
    kind: `run g${graph % 8}`,
    lines: () => [
      `Graph ${graph} ran for ${duration(runs.duration_ns[i]!)}`,
      graphs[graph] ? `${plural(graphs[graph].op_count, "op")} of ${functionName(graphs[graph].function)}` : "",
    ],
    selection: { kind: "graph", index: graph },
  }));
}

/** Python outside graphs and compilations: a function's own, and what it calls. */
function eager({ python, codes }: Report): Item[] {
  return python.code.flatMap((index, i): Item[] => {
    const code = codes[index];
    if (!code) return [];
    const start = python.start_ns[i]!;
    const took = python.duration_ns[i]!;
    const name = functionName(code.name);
    const told = code.kind === "compiled" || code.kind === "resumed" ? "between its graphs" : "as plain Python";
    return [
      {
        lane: 2,
        start,
        end: start + took,
        labels: [name],
        kind: "eager",
        lines: () => [`${name} ran ${told} for ${duration(took)}`, place(code.location)],
        selection: { kind: "frame", index },
      },
    ];
  });
}

function markers(report: Report): Marker[] {
  const found: Marker[] = [];
  report.breaks.forEach((event, index) => {
    const compilation = report.compilations[compilationById(report, event.compile_id)];
    const time = event.time_ns >= 0 ? event.time_ns : compilation ? compilation.start_ns + compilation.duration_ns : -1;
    const title = report.causes[event.cause]?.title ?? event.gb_type;
    const lines = () => [`Break ${event.number}: ${plain(title)}`, place(event.user_location ?? event.location)];
    found.push({ time, kind: "break", number: event.number, lines, selection: { kind: "break", index } });
  });
  for (const [i, recompile] of report.recompiles.entries()) {
    const index = compilationOf(report, i);
    const lines = () => [
      `Recompile of ${functionName(recompile.function)}: version ${version(recompile.compile_id)}`,
      plain(recompile.text),
    ];
    found.push({
      time: recompile.time_ns,
      kind: "recompile",
      number: i + 1,
      lines,
      selection: { kind: "compilation", index },
    });
  }
  for (const skip of report.skips) {
    if (skip.kind === "rule" || skip.kind === "empty" || skip.kind === "break") continue;
    const { file, line } = skip.location;
    const index = report.codes.findIndex(
      ({ kind, location }) =>
        (kind === "skipped" || kind === "eager") && location.file === file && location.line === line,
    );
    const lines = () => [`${plain(skip.function)} was left to Python`, plain(skip.text || skip.reason)];
    const time = report.frames.start_ns[report.frames.code.indexOf(index)] ?? -1;
    found.push({ time, kind: "skip", number: 0, lines, selection: { kind: "frame", index } });
  }
  return found.filter((mark) => mark.time >= 0).sort((a, b) => a.time - b.time);
}

/** One number per lane, so that a hundred thousand items do not become arguments of one call. */
function ends(items: Item[]): number[] {
  const last = [0, 0, 0];
  for (const item of items) last[item.lane] = Math.max(last[item.lane]!, item.end);
  return last;
}
