// Numbers and names as a person reads them.
import type { Location } from "./types";

const UNITS: [number, string][] = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];

/** "1.4 s", "12 ms", "1.9 µs"; "–" for what was not measured. */
export function duration(ns: number): string {
  if (ns < 0) return "–";
  if (ns === 0) return "0";
  const [size, unit] = UNITS.find(([size]) => ns >= size * 0.95) ?? [1, "ns"];
  const value = ns / size;
  return `${value.toFixed(value >= 9.95 || size === 1 ? 0 : 1)}\u202f${unit}`;
}

/** "1,234"; to start the browser's own formatter takes longer than the first paint. */
export const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 op", "3 ops" */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/**
 * Numbers of breaks or graphs: "10, 11, 14", "10–12, 14". Only what follows on each other without a gap becomes a range.
 * Of more than `most` numbers and ranges the first ones, and "…".
 */
export function numbers(all: Iterable<number>, most = 4): string {
  const runs: [number, number][] = [];
  for (const number of [...new Set(all)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  const parts = runs.flatMap(([first, last]) => {
    if (first === last) return [`${first}`];
    return last === first + 1 ? [`${first}`, `${last}`] : [`${first}–${last}`];
  });
  return parts.slice(0, most).join(", ") + (parts.length > most ? " …" : "");
}

/** "train.py:14"; "cell 4, line 2" */
export function place(location: Location): string {
  const label = location.label || location.file;
  if (location.line <= 0) return label;
  return /\.\w+$/.test(label) ? `${label}:${location.line}` : `${label}, line ${location.line}`;
}

/** A function's name; Dynamo's resume functions by what they go on with. */
export function functionName(name: string): string {
  const resumed = /^torch_dynamo_resume_in_(.+)_at_(\d+)$/.exec(name);
  return resumed ? `${resumed[1]} from line ${resumed[2]}` : name.replaceAll("`", "");
}

/** What was compiled: a function, or the rest of one behind a break. */
export function compilationName({
  function: code,
  resumed_at: line,
}: {
  function: string;
  resumed_at: number;
}): string {
  const name = functionName(code);
  return line > 0 && !name.includes(" from line ") ? `${name} from line ${line}` : name;
}

/** Which version of its function a compilation is: `0/0` is the first, `0/1` the second. */
export const version = (id: string): number => 1 + Number(/\/(\d+)/.exec(id)?.[1] ?? 0);

/** Which version of what was compiled; a refused attempt is none. */
export function versionName(compilation: { id: string; function: string; resumed_at: number; status: string }): string {
  const number = version(compilation.id);
  const name = compilationName(compilation);
  return number > 1 && compilation.status !== "refused" ? `${name}, version ${number}` : name;
}

/** What an id in brackets says; stands once in each view that has some. */
export const COMPILE_ID =
  "Torch names a compilation in brackets: [2/0] is the first version of the function that it numbers 2, [2/1] the second.";

/** "TENSOR_MATCH" → "tensor" */
export const guardKind = (kind: string): string =>
  kind
    .replace(/_(MATCH|GUARD)$/, "")
    .replace(/^DIMENSION_DYNAMIC_MARKING$/, "DYNAMIC_DIMENSIONS")
    .replaceAll("_", " ")
    .toLowerCase();

/** Cuts long text in the middle, where paths differ least. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) * 0.4);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}

/** "modeling_bert.py:657", for a narrow column: the folders are in the tooltip. */
export const shortPlace = (location: Location): string => shorten(place(location).split("/").at(-1)!, 26);
