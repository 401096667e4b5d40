// Numbers and names as a person reads them.
import type { Location } from "./types";

const UNITS: [number, string][] = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];

/** "0.42 s", "12 ms", "1.9 µs"; "–" for what was not measured. */
export function duration(ns: number): string {
  if (ns < 0) return "–";
  if (ns === 0) return "0";
  // A tenth of a second reads better as 0.4 s than as 400 ms only from there on.
  const [size, unit] = UNITS.find(([size]) => ns >= size * 0.9995) ?? [1, "ns"];
  const value = ns / size;
  return `${value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2)}\u202f${unit}`;
}

/** "1,234" */
export const count = (n: number): string => n.toLocaleString("en-US");

/** "1 op", "3 ops" */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

export const percent = (part: number, whole: number): string => {
  if (whole <= 0) return "0 %";
  const value = (100 * part) / whole;
  return value > 0 && value < 1 ? "<1 %" : `${Math.round(value)} %`;
};

/** "train.py:14"; "cell 4, line 2" */
export function place(location: Location): string {
  const label = location.label || location.file;
  if (location.line <= 0) return label;
  return /\.\w+$/.test(label) ? `${label}:${location.line}` : `${label}, line ${location.line}`;
}

/** "TENSOR_MATCH" → "tensor" */
export const guardKind = (kind: string): string =>
  kind
    .replace(/_MATCH$/, "")
    .replaceAll("_", " ")
    .toLowerCase();

/** Cuts long text in the middle, where paths differ least. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) * 0.4);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}
