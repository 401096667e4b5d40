// Syntax colours as the report carries them: which stretches of a line are what. Nothing is worked out here.
import { action, type Child, h } from "../dom";
import { count } from "../format";
import type { Source } from "../types";

/** A stretch of a line and its kind: "keyword", or "" for no colour. */
export type Piece = [text: string, kind: string];

const rowsOf = new WeakMap<Source, Int32Array>();

/** The stretches of line `index` of a source, from its beginning to its end. */
export function pieces(source: Source, index: number): Piece[] {
  const { kinds, line, start, length, kind } = source.colours;
  const text = source.lines[index] ?? "";
  const at = units(text);
  const found: Piece[] = [];
  let done = 0;
  const push = (end: number, name: string) => {
    if (end > done) found.push([text.slice(done, end), name]);
    done = Math.max(done, end);
  };
  for (let row = firstRow(source, index); line[row] === index; row++) {
    push(at(start[row]!), "");
    push(at(start[row]! + length[row]!), kinds[kind[row]!] ?? "");
  }
  push(text.length, "");
  return found;
}

/** Characters as Python counts them → as JavaScript does, which counts 🎈 twice. */
export function units(text: string): (column: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (column) => Math.min(column, text.length);
  const ends = [0];
  for (const character of text) ends.push(ends.at(-1)! + character.length);
  return (column) => ends[Math.max(0, Math.min(column, ends.length - 1))]!;
}

export const paint = (parts: readonly Piece[]): Child[] =>
  parts.map(([text, kind]) => (kind ? h("span", { class: `tk-${kind}` }, text) : text));

/** A browser takes long over a line of a hundred thousand characters, and nobody reads it. */
const MOST_SHOWN = 2000;

/** The same, of a very long text its beginning: the rest when it is asked for. */
export function paintShort(parts: readonly Piece[]): Child[] {
  const [shown, rest] = cut(parts, MOST_SHOWN);
  if (rest.length === 0) return paint(parts);
  const left = rest.reduce((sum, [text]) => sum + text.length, 0);
  const more = action(`… ${count(left)} more characters`, () => more.replaceWith(h("span", null, paint(rest))));
  return [...paint(shown), more];
}

/** Stretches cut in two at a position. */
export function cut(parts: readonly Piece[], position: number): [before: Piece[], after: Piece[]] {
  const before: Piece[] = [];
  const after: Piece[] = [];
  let at = 0;
  for (const [text, kind] of parts) {
    const here = Math.max(0, Math.min(text.length, position - at));
    if (here > 0) before.push([text.slice(0, here), kind]);
    if (here < text.length) after.push([text.slice(here), kind]);
    at += text.length;
  }
  return [before, after];
}

/** The first row of a line's colours: rows are in reading order, and looked through once. */
function firstRow(source: Source, index: number): number {
  let rows = rowsOf.get(source);
  if (!rows) {
    rows = new Int32Array(source.lines.length + 1).fill(-1);
    for (let row = source.colours.line.length - 1; row >= 0; row--) rows[source.colours.line[row]!] = row;
    rowsOf.set(source, rows);
  }
  return rows[index] ?? -1;
}
