// What the reader must know to trust the report: signals that were missing, counts that disagree.
import { h, prose } from "../dom";
import { plural } from "../format";
import type { Viewer } from "../state";

export function notes(viewer: Viewer): HTMLElement | null {
  const { notes } = viewer.report;
  if (notes.length === 0) return null;
  return h(
    "details",
    { class: "notes" },
    h("summary", null, plural(notes.length, "note"), " on how this was recorded"),
    h(
      "ul",
      null,
      notes.map((note) => h("li", null, prose(note.text), " ", h("span", { class: "muted mono" }, note.signal))),
    ),
  );
}
