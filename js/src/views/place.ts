// A place in the code as something to click: selects the line, and shows it when its source is in the report.
import type { Child } from "../dom";
import { action, h } from "../dom";
import { place } from "../format";
import { select, type Viewer } from "../state";
import type { Location } from "../types";

export function hasSource(viewer: Viewer, location: Location): boolean {
  return viewer.report.sources.some(
    (source) =>
      source.file === location.file &&
      location.line >= source.first_line &&
      location.line < source.first_line + source.lines.length,
  );
}

export function placeLink(viewer: Viewer, location: Location, label?: string): Child {
  const text = label ?? place(location);
  if (!hasSource(viewer, location))
    return h("span", { class: "place", title: `${location.file}:${location.line}` }, text);
  const open = () => select(viewer, { kind: "line", file: location.file, line: location.line }, "source");
  return action(text, open, { title: `${location.function || location.file}, show in Source` });
}
