// The Recompiles tab: for each, the guard that did not hold, both values, and how to avoid it.
import { action, h, prose } from "../dom";
import { duration, functionName } from "../format";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { FailedGuard, Recompile } from "../types";
import { empty } from "./empty";
import { placeLink } from "./place";

export function recompiles(viewer: Viewer, scope: Scope): HTMLElement {
  const { recompiles, calls } = viewer.report;
  if (recompiles.length === 0) {
    const seen =
      calls > 1
        ? `${calls} calls ran on what was compiled first.`
        : "One call was seen; call it again with other inputs to find out when it compiles anew.";
    return empty("No recompiles.", seen);
  }
  const cards = recompiles.map((recompile, index) => card(viewer, recompile, index));
  scope.effect(() => {
    const found = viewer.related.value.compilations;
    for (const [i, card] of cards.entries()) card.classList.toggle("on", found.has(compilationOf(viewer, i)));
  });
  return h("div", { class: "cards" }, cards);
}

const compilationOf = ({ report }: Viewer, index: number): number =>
  report.compilations.findIndex((c) => c.recompile === index || c.id === report.recompiles[index]?.compile_id);

function card(viewer: Viewer, recompile: Recompile, index: number): HTMLElement {
  const { failed, reasons } = recompile;
  const compilation = compilationOf(viewer, index);
  const cost = viewer.report.compilations[compilation]?.duration_ns ?? -1;
  const meta = [recompile.compiled ? "" : "refused: the recompile limit was reached", cost >= 0 ? duration(cost) : ""];
  return h(
    "article",
    { class: "card", "aria-label": `Recompile ${index + 1} of ${functionName(recompile.function)}` },
    h(
      "h3",
      null,
      h("span", { class: "glyph" }, "↻"),
      h("span", { class: "title" }, h("code", null, functionName(recompile.function)), ` [${recompile.compile_id}]`),
      h("span", { class: `meta${recompile.compiled ? "" : " bad"}` }, meta.filter(Boolean).join(" · ")),
    ),
    h("p", null, prose(recompile.text)),
    failed ? failure(viewer, failed) : null,
    recompile.advice ? h("p", { class: "advice" }, prose(recompile.advice)) : null,
    h(
      "div",
      { class: "more" },
      reasons.length > 0
        ? h(
            "details",
            null,
            h("summary", null, `torch's own words, one per entry (${reasons.length})`),
            h("pre", { tabindex: 0 }, reasons.join("\n\n")),
          )
        : null,
      compilation >= 0
        ? h(
            "p",
            { class: "doc" },
            action("its guards", () => select(viewer, { kind: "compilation", index: compilation }, "guards")),
          )
        : null,
    ),
  );
}

function failure(viewer: Viewer, failed: FailedGuard): HTMLElement {
  const known = failed.expected || failed.actual;
  const row = (name: string, value: string, kind = "") =>
    value ? [h("dt", null, name), h("dd", null, h("code", { class: kind }, value))] : null;
  return h(
    "dl",
    { class: "failed" },
    row("guard", failed.code),
    row("value", failed.source),
    known ? [row("compiled for", failed.expected, "was"), row("this call", failed.actual, "is")] : null,
    failed.origin ? [h("dt", null, "set by"), h("dd", null, placeLink(viewer, failed.origin))] : null,
  );
}
