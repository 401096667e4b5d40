// A line of code with its number, in its colours if its source is in the report, and the part in question underlined.
import { type Child, h } from "../dom";
import type { Viewer } from "../state";
import type { Location } from "../types";
import { cut, type Piece, paintShort, pieces, units } from "./colours";
import { shows } from "./place";

const MOST_LINES = 6;

/** The lines of a location as they stand in the source, else the one line that the location carries. */
export function codeFrame(viewer: Viewer, location: Location): HTMLElement | null {
  const { file, line, code = "", end_line = 0 } = location;
  const source = viewer.report.sources.find((source) => source.lines.length > 0 && shows(source, file, line));
  const last = source ? Math.min(Math.max(line, end_line), line + MOST_LINES - 1) : line;
  const rows: Child[] = [];
  for (let at = line; at <= last; at++) {
    const index = source ? at - source.first_line : -1;
    const text = source?.lines[index] ?? code;
    if (!text && at === line) return null;
    const parts: Piece[] = source?.lines[index] === undefined ? [[text, ""]] : pieces(source, index);
    rows.push(
      h("div", { class: "code-line" }, h("span", { class: "number" }, at || ""), underlined(text, parts, location, at)),
    );
  }
  return h("div", { class: "code-frame", tabindex: 0, role: "group", "aria-label": "The line in question" }, rows);
}

/** Columns count in the location's own code, which has lost its indent; the source still has it. */
function underlined(text: string, parts: Piece[], location: Location, at: number): HTMLElement {
  const { line, code = "", end_line = 0, column = -1, end_column = -1 } = location;
  const position = (column: number) => units(code)(column) + Math.max(0, text.indexOf(code.trimEnd()));
  const start = at === line ? position(column) : text.length - text.trimStart().length;
  const end = at === line && at === Math.max(line, end_line) ? position(end_column) : text.length;
  if (column < 0 || end_column < 0 || start >= end || end > text.length)
    return h("span", { class: "text" }, paintShort(parts));
  const [before, rest] = cut(parts, start);
  const [marked, after] = cut(rest, end - start);
  return h("span", { class: "text" }, paintShort(before), h("u", null, paintShort(marked)), paintShort(after));
}
