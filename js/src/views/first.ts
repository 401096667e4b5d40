// The line below the verdict: what to change first, and where. Who reads no further knows that much.
import { action, type Child, h, prose } from "../dom";
import { functionName } from "../format";
import { select, type Viewer } from "../state";
import { placeLink } from "./place";

export function firstFix(viewer: Viewer): HTMLElement | null {
  const { report } = viewer;
  // What ended the call stands there already, and comes before any break.
  if (report.outcome.status !== "ok") return null;
  const index = report.causes.findIndex((cause) => cause.hints.length > 0);
  const cause = report.causes[index];
  if (cause) {
    const place = placeLink(viewer, cause.user_location ?? cause.location);
    const more = () => select(viewer, { kind: "cause", index }, "breaks");
    return line(report.causes.length > 1, place, cause.title, firstSentence(cause.hints[0]!), more);
  }
  const recompile = report.recompiles.find(({ advice, expected }) => advice && !expected);
  if (!recompile) return null;
  const more = () => {
    viewer.tab.value = "recompiles";
  };
  const place = placeLink(viewer, recompile.failed?.origin ?? recompile.location);
  const again = `\`${functionName(recompile.function)}\` is compiled again and again`;
  return line(
    false,
    place,
    report.recompiles.length > 1 ? again : again.replace(" and again", ""),
    recompile.advice,
    more,
  );
}

function line(isOneOfMany: boolean, place: Child, problem: string, fix: string, more: () => void): HTMLElement {
  return h(
    "p",
    { class: "first-fix" },
    h("b", null, isOneOfMany ? "Fix first" : "Fix"),
    place,
    h("span", null, prose(lowered(problem)), ": ", h("span", { class: "what" }, prose(fix))),
    action("more", more, { "aria-label": "More on how to fix it" }),
  );
}

/** The first sentence: torch's hints can be long, and are told in full where they belong. */
export function firstSentence(text: string): string {
  const end = /[^.\s]{2,}\.(?=\s+[A-Z`])/.exec(text);
  return end ? text.slice(0, end.index + end[0].length) : text;
}

/** A title inside a sentence; a name at its beginning stays as it is. */
const lowered = (title: string): string =>
  /^An? |^The /.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title;
