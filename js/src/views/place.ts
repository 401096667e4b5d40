// A place in the code as something to click: selects the line, and shows it when its source is in the report.
import type { Child } from "../dom";
import { action, h } from "../dom";
import { place } from "../format";
import { select, type Viewer } from "../state";
import type { Location, Source } from "../types";

const instructed = new WeakMap<Source, Set<number>>();

/** Whether a line is among those that a source shows, as text or as bytecode. */
export function shows(source: Source, file: string, line: number): boolean {
  if (source.file !== file) return false;
  if (source.lines.length > 0) return line >= source.first_line && line < source.first_line + source.lines.length;
  let lines = instructed.get(source);
  if (!lines) {
    lines = new Set(source.bytecode.map((instruction) => instruction.line));
    instructed.set(source, lines);
  }
  return lines.has(line);
}

export function placeLink(viewer: Viewer, location: Location, label?: string): Child {
  const text = label ?? place(location);
  if (!viewer.report.sources.some((source) => shows(source, location.file, location.line)))
    return h("span", { class: "place", title: `${location.file}:${location.line}` }, text);
  const open = () => select(viewer, { kind: "line", file: location.file, line: location.line }, "source");
  return action(text, open, { title: `${location.function || location.file}, show in Source` });
}
