// The Breaks tab: causes, the one to fix first on top, each with its code, why, and what to write instead.
import { action, type Child, h, outward, plain, prose } from "../dom";
import { compilationName, numbers, place, plural } from "../format";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { Break, Cause, Location } from "../types";
import { codeFrame } from "./codeline";
import { empty } from "./empty";
import { some } from "./more";
import { placeLink } from "./place";

const OUTCOMES: Record<Break["outcome"], string> = {
  resumed: "Python ran this line; a new graph begins after it.",
  rest_eager: "The graph up to here runs; the rest of the function runs eagerly.",
  frame_skipped: "The whole function runs eagerly.",
  error: "Compilation stopped with an error, since no break is allowed here.",
};

/** Cards made at a time: each is a screenful of text. */
const AT_ONCE = 20;

export function breaks(viewer: Viewer, scope: Scope): HTMLElement {
  const { report } = viewer;
  if (report.causes.length === 0) return empty(...nothing(viewer));
  const home = h("div", { class: "cards" });
  const {
    element,
    made: cards,
    upTo,
  } = some(report.causes.length, AT_ONCE, "more cause", home, (index) => card(viewer, report.causes[index]!, index));
  scope.effect(() => {
    const found = viewer.related.value.causes;
    upTo(Math.max(-1, ...found));
    for (const [index, element] of cards.entries()) element.classList.toggle("on", found.has(index));
    const { kind } = viewer.selection.value;
    if (viewer.tab.value !== "breaks" || (kind !== "break" && kind !== "cause")) return;
    const first = cards.find((_, index) => found.has(index));
    if (first) queueMicrotask(() => first.scrollIntoView?.({ block: "nearest" }));
  });
  return element;
}

function nothing({ report }: Viewer): [string, string] {
  const [graph] = report.graphs;
  const name = plain(report.subject.name);
  if (!graph) return ["No graph breaks.", "Nothing was captured either: the verdict above says why."];
  if (report.graphs.length === 1)
    return [`No graph breaks. All of \`${name}\` is one graph of ${plural(graph.op_count, "op")}.`, ""];
  return [`No graph breaks. Each of the ${report.graphs.length} graphs is whole.`, ""];
}

function card(viewer: Viewer, cause: Cause, index: number): HTMLElement {
  const events = cause.breaks.flatMap((at) => viewer.report.breaks[at] ?? []);
  const location = cause.user_location ?? cause.location;
  const inLibrary = cause.user_location && cause.user_location !== cause.location ? cause.location : null;
  const all = events.map((event) => event.number);
  const [first] = events;
  // Ours comes first, where there is one: what to write, before what else could be tried.
  const [fix = "", ...more] = cause.hints;
  return h(
    "article",
    {
      class: (cause.under ?? -1) >= 0 ? "card under" : "card",
      "aria-label": `Cause ${cause.number}: ${plain(cause.title)}`,
    },
    h(
      "h3",
      null,
      h(
        "button",
        {
          type: "button",
          class: "badge",
          title: "Select",
          onclick: () => select(viewer, { kind: "cause", index }),
        },
        numbers(all) || cause.number,
      ),
      h("span", { class: "title" }, prose(cause.title)),
      h("span", { class: "meta" }, [cause.gb_id, plain(cause.cost)].filter(Boolean).join(" · ")),
    ),
    h(
      "p",
      { class: "where" },
      placeLink(viewer, location),
      location.function ? ` in ${plain(location.function)}` : null,
    ),
    codeFrame(viewer, location),
    inLibrary && place(inLibrary) !== place(location)
      ? h(
          "p",
          { class: "where" },
          "stopped inside ",
          placeLink(viewer, inLibrary),
          inLibrary.code ? h("code", null, ` ${inLibrary.code.trim()}`) : null,
        )
      : null,
    cause.under_note ? h("p", null, h("strong", null, prose(cause.under_note))) : null,
    cause.under_note ? fold("why, and what to do by itself", answers(cause, fix)) : answers(cause, fix),
    h(
      "div",
      { class: "more" },
      hints(more),
      first ? stack(viewer, first.stack) : null,
      events.length > 1 ? others(viewer, events) : null,
      first && (first.reason || first.context) ? words(first) : null,
      cause.link
        ? h("p", { class: "doc" }, outward(cause.link, `documentation of ${cause.gb_id || "this break"}`))
        : null,
    ),
  );
}

function answers(cause: Cause, fix: string): HTMLElement {
  return h(
    "dl",
    { class: "answers" },
    fix || cause.example
      ? answer("Fix", fix ? h("p", null, prose(fix)) : null, cause.example ? example(cause.example) : null)
      : null,
    answer(
      "Why",
      h("p", null, prose(cause.explanation)),
      // The cost in the title says as much of a whole function.
      cause.outcome === "frame_skipped" ? null : h("p", { class: "outcome" }, prose(OUTCOMES[cause.outcome])),
      (cause.also ?? []).map((told) => h("p", { class: "outcome" }, prose(told))),
    ),
  );
}

const answer = (question: string, ...content: Child[]): Child => [h("dt", null, question), h("dd", null, content)];

function example({ before, after }: { before: string; after: string }): HTMLElement {
  const side = (name: string, code: string) =>
    h("figure", null, h("figcaption", null, name), h("pre", { tabindex: 0 }, h("code", null, code)));
  return h("div", { class: "example" }, side("For example, before", before), side("and after", after));
}

function fold(title: string, ...content: Child[]): HTMLElement {
  return h("details", null, h("summary", null, title), content);
}

export function stack(viewer: Viewer, locations: readonly Location[]): HTMLElement | null {
  if (locations.length === 0) return null;
  return fold(
    `call stack (${plural(locations.length, "frame")})`,
    h(
      "ol",
      { class: "stack" },
      locations.map((location) =>
        h(
          "li",
          { class: location.user === false ? "muted" : "" },
          h(
            "span",
            { class: "at" },
            placeLink(viewer, location),
            h("span", { class: "muted" }, ` ${plain(location.function)}`),
          ),
          location.code ? h("code", null, location.code.trim()) : null,
        ),
      ),
    ),
  );
}

function hints(hints: readonly string[]): HTMLElement | null {
  if (hints.length === 0) return null;
  return fold(
    plural(hints.length, "more hint"),
    h(
      "ul",
      null,
      hints.map((hint) => h("li", null, prose(hint))),
    ),
  );
}

function others(viewer: Viewer, events: Break[]): HTMLElement {
  return fold(
    `the ${events.length} breaks of this cause`,
    h(
      "ul",
      null,
      events.map((event) =>
        h(
          "li",
          null,
          action(`break ${event.number}`, () =>
            select(viewer, { kind: "break", index: viewer.report.breaks.indexOf(event) }),
          ),
          ` while compiling ${compiling(viewer, event)}: `,
          prose(OUTCOMES[event.outcome]),
        ),
      ),
    ),
  );
}

/** What was being compiled when a break happened. */
function compiling({ report }: Viewer, event: Break): string {
  const compilation = report.compilations.find(({ id }) => id === event.compile_id);
  return compilation ? compilationName(compilation) : plain(event.stack[0]?.function ?? event.location.function);
}

function words(event: Break): HTMLElement {
  return fold(
    "torch's own words",
    h(
      "pre",
      { tabindex: 0 },
      [event.gb_type, event.reason, event.context, ...event.chain].filter(Boolean).join("\n\n"),
    ),
  );
}
