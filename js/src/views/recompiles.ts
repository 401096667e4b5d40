// The Recompiles tab: what keeps changing, each time with both values, and how to avoid it.
import { compilationOf } from "../compiled";
import { action, type Child, h, plain, prose } from "../dom";
import { duration, functionName, plural, version } from "../format";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { Recompile } from "../types";
import { ask } from "./ask";
import { empty } from "./empty";
import { failure } from "./failed";
import { some } from "./more";
import { RECOMPILE } from "./timeline-items";

/** Cards made at a time, and rows of one: there may be thousands. */
const AT_ONCE = 20;
const ROWS_AT_ONCE = 100;

export function recompiles(viewer: Viewer, scope: Scope): HTMLElement {
  const { recompiles, calls } = viewer.report;
  if (recompiles.length === 0) {
    const seen =
      calls > 1
        ? `All ${calls} calls ran on what was compiled first.`
        : "One call was seen; call it again with other inputs to find out when it compiles anew.";
    return h("div", null, ask(viewer, scope), empty("No recompiles.", seen));
  }
  const groups = grouped(recompiles);
  const home = h("div", { class: "cards" });
  const cards = some(groups.length, AT_ONCE, "more card", home, (index) => card(viewer, groups[index]!));
  const within = new Map<number, number>();
  groups.forEach((group, at) => {
    for (const index of group) within.set(compilationOf(viewer.report, index), at);
  });
  scope.effect(() => {
    const on = new Set([...viewer.related.value.compilations].map((index) => within.get(index) ?? -1));
    if (viewer.tab.value === "recompiles") cards.upTo(Math.max(-1, ...on));
    cards.made.forEach((element, at) => void element.classList.toggle("on", on.has(at)));
  });
  return h("div", null, ask(viewer, scope), cards.element);
}

/** Recompiles of one function because of one value belong together; in the order they happened. */
function grouped(recompiles: readonly Recompile[]): number[][] {
  const groups = new Map<string, number[]>();
  recompiles.forEach(({ function: name, failed, advice }, index) => {
    const key = failed ? `${name} ${failed.source} ${advice}` : `alone ${index}`;
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  });
  return [...groups.values()];
}

function card(viewer: Viewer, group: number[]): HTMLElement {
  const all = group.map((index) => viewer.report.recompiles[index]!);
  const first = all[0]!;
  const name = functionName(first.function);
  const total = group.reduce((sum, index) => sum + Math.max(0, costOf(viewer, index)), 0);
  const refused = group.filter((index) => statusOf(viewer, index) === "refused").length;
  const often = [plural(all.length - refused, "time"), refused ? `${refused} refused` : ""].filter(Boolean).join(", ");
  const meta = [all.length > 1 ? often : versionOf(first), total > 0 ? duration(total) : ""];
  return h(
    "article",
    { class: "card", "aria-label": `Recompiles of ${name}` },
    h(
      "h3",
      null,
      h("span", { class: "glyph" }, RECOMPILE),
      h("code", { class: "title" }, name),
      h("span", { class: "meta" }, meta.filter(Boolean).join(" · ")),
      refused ? h("span", { class: "meta bad" }, "the recompile limit was hit") : null,
    ),
    all.length === 1 ? h("p", null, prose(first.text)) : null,
    first.advice ? advice(first) : null,
    first.failed ? failure(viewer, first.failed, all.length === 1) : null,
    all.length > 1 ? times(viewer, group) : null,
    h(
      "div",
      { class: "more" },
      words(all),
      all.length === 1 ? h("p", { class: "doc" }, guardsLink(viewer, group[0]!, "its guards")) : null,
    ),
  );
}

/** The sentence about an expected one begins with that word, and needs no other before it. */
function advice({ advice: text, expected }: Recompile): HTMLElement {
  const said = h("p", { class: "advice" }, prose(text));
  return expected ? said : h("dl", { class: "answers" }, h("dt", null, "Fix"), h("dd", null, said));
}

const costOf = (viewer: Viewer, index: number): number =>
  viewer.report.compilations[compilationOf(viewer.report, index)]?.duration_ns ?? -1;

const statusOf = (viewer: Viewer, index: number): string =>
  viewer.report.compilations[compilationOf(viewer.report, index)]?.status ?? "refused";

const leftEager = (viewer: Viewer, index: number): string =>
  statusOf(viewer, index) === "refused" ? "refused, runs eagerly" : "nothing compiled, runs eagerly";

/** What came of it: the first compilation made version 1. One that was refused made none. */
const versionOf = ({ compile_id, compiled }: Recompile): string =>
  compiled ? `version ${version(compile_id)}` : "no version";

/** One row per time: which entry, from what to what, how long it took. */
function times(viewer: Viewer, group: number[]): HTMLElement {
  const cells = (...content: Child[]) => content.map((child) => h("span", { role: "cell" }, child));
  const table = h("div", { class: "times", role: "table" });
  const row = (at: number) => {
    const index = group[at]!;
    const recompile = viewer.report.recompiles[index]!;
    const { compile_id, compiled, failed, text } = recompile;
    const values = failed?.expected || failed?.actual;
    return h(
      "div",
      { class: "time", role: "row", title: plain(text) },
      cells(
        h("span", { class: "muted", title: `torch's id for it: ${compile_id}` }, versionOf(recompile)),
        values
          ? [h("code", { class: "was" }, failed?.expected), " → ", h("code", { class: "is" }, failed?.actual)]
          : prose(text),
        compiled ? duration(costOf(viewer, index)) : h("span", { class: "bad" }, leftEager(viewer, index)),
        guardsLink(viewer, index, "guards"),
      ),
    );
  };
  return some(group.length, ROWS_AT_ONCE, "more time", table, row).element;
}

function guardsLink(viewer: Viewer, index: number, label: string): Child {
  const compilation = compilationOf(viewer.report, index);
  if ((viewer.report.compilations[compilation]?.guards ?? -1) < 0) return null;
  return action(label, () => select(viewer, { kind: "compilation", index: compilation }, "guards"));
}

function words(all: readonly Recompile[]): Child {
  const reasons = [...new Set(all.flatMap((recompile) => recompile.reasons))];
  if (reasons.length === 0) return null;
  return h(
    "details",
    null,
    h("summary", null, `torch's own words (${reasons.length})`),
    h("pre", { tabindex: 0 }, reasons.join("\n\n")),
  );
}
