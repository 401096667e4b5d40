// What was read once while compiling and is a constant now, each with its line.
import { h, prose } from "../dom";
import { plural } from "../format";
import type { Viewer } from "../state";
import { placeLink } from "./place";

export function decided(viewer: Viewer): HTMLElement | null {
  const found = viewer.report.decided ?? [];
  if (found.length === 0) return null;
  return h(
    "details",
    { class: "notes" },
    h("summary", null, plural(found.length, "value"), " decided while compiling"),
    h(
      "ul",
      null,
      found.map((one) => h("li", null, placeLink(viewer, one.location), ": ", prose(one.text))),
    ),
  );
}
