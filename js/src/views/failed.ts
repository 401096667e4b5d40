// A guard that did not hold: what it looks at, both values, and where it was set.
import { h } from "../dom";
import type { Viewer } from "../state";
import type { FailedGuard } from "../types";
import { placeLink } from "./place";

export function failure(viewer: Viewer, failed: FailedGuard, withValues: boolean): HTMLElement {
  const row = (name: string, value: string, kind = "") =>
    value ? [h("dt", null, name), h("dd", null, h("code", { class: kind }, value))] : null;
  return h(
    "dl",
    { class: "failed" },
    row("value", nameOf(viewer, failed)),
    withValues
      ? [row("guard", failed.code), row("compiled for", failed.expected, "was"), row("this call", failed.actual, "is")]
      : null,
    failed.origin ? [h("dt", null, "set by"), h("dd", null, placeLink(viewer, failed.origin))] : null,
  );
}

/** What the user calls the value, where the report knows it: `self.calls` for torch's `L['self'].calls`. */
function nameOf({ report }: Viewer, { source }: FailedGuard): string {
  for (const { sources } of report.guards) {
    const found = sources.find((one) => one.source === source);
    if (found?.name) return found.name;
  }
  return source;
}
