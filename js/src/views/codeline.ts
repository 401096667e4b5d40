// A line of code with its number and the part in question underlined.
import { type Child, h } from "../dom";
import type { Viewer } from "../state";
import type { Location } from "../types";

const MOST_LINES = 6;

/** The lines of a location as they stand in the source, else the one line that the location carries. */
export function codeFrame(viewer: Viewer, location: Location): HTMLElement | null {
  const { file, line, code = "", end_line = 0 } = location;
  const source = viewer.report.sources.find(
    (source) => source.file === file && line >= source.first_line && line < source.first_line + source.lines.length,
  );
  const last = source ? Math.min(Math.max(line, end_line), line + MOST_LINES - 1) : line;
  const rows: Child[] = [];
  for (let at = line; at <= last; at++) {
    const text = source?.lines[at - source.first_line] ?? code;
    if (!text && at === line) return null;
    rows.push(
      h("div", { class: "code-line" }, h("span", { class: "number" }, at || ""), underlined(text, location, at)),
    );
  }
  return h("div", { class: "code-frame", tabindex: 0, role: "group", "aria-label": "The line in question" }, rows);
}

/** Columns count in the location's own code, which has lost its indent; the source still has it. */
function underlined(text: string, location: Location, at: number): HTMLElement {
  const { line, code = "", end_line = 0, column = -1, end_column = -1 } = location;
  const shift = code && at === line ? Math.max(0, text.indexOf(code.trimEnd())) : 0;
  const first = text.length - text.trimStart().length;
  const start = at === line ? column + shift : first;
  const end = at === Math.max(line, end_line) ? end_column + shift : text.length;
  if (column < 0 || end_column < 0 || start >= end || end > text.length) return h("span", { class: "text" }, text);
  return h("span", { class: "text" }, text.slice(0, start), h("u", null, text.slice(start, end)), text.slice(end));
}
