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
    row("value", failed.name || failed.source),
    withValues
      ? [row("guard", failed.code), row("compiled for", failed.expected, "was"), row("this call", failed.actual, "is")]
      : null,
    failed.origin ? [h("dt", null, "set by"), h("dd", null, placeLink(viewer, failed.origin))] : null,
  );
}
