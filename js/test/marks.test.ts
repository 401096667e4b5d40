// Numbers and marks: breaks and graphs that share a badge, a line or a sign, and what a mark means.
import { afterEach, expect, test } from "vitest";
import type { TabName } from "../src/contract";
import { newShared } from "../src/state";
import type { Break, Mark, Report } from "../src/types";
import { mount } from "../src/viewer";
import { firstSentence } from "../src/views/first";
import { bars, markText, notes, titleOf } from "../src/views/source-marks";
import { drawTimeline } from "../src/views/timeline-draw";
import { type Marker, timelineOf } from "../src/views/timeline-items";
import { timelineLegend } from "../src/views/timeline-legend";
import { small, whole } from "./reports";

const tick = () => new Promise((done) => setTimeout(done, 0));

async function shown(report: Report, tab: TabName) {
  const root = document.createElement("div");
  document.body.append(root);
  const shared = newShared();
  shared.tab.value = tab;
  await mount(root, shared, { graphviz: () => Promise.reject(new Error("none here")) }).show(report);
  await tick();
  return root.firstElementChild!.shadowRoot!;
}

/** A report whose first cause has breaks of these numbers. */
function broken(numbers: number[]): Report {
  const report = small();
  const breaks = numbers.map((number): Break => ({ ...report.breaks[0]!, number, cause: 0 }));
  return { ...report, breaks, causes: [{ ...report.causes[0]!, breaks: numbers.map((_, index) => index) }] };
}

const mark = (kind: Mark["kind"], index: number): Mark => ({ kind, index, line: 1, text: "" });
const textOf = (child: unknown) => (child as HTMLElement).textContent;

afterEach(() => document.body.replaceChildren());

test("a badge tells each of its breaks, and no other", async () => {
  const badge = async (numbers: number[]) =>
    (await shown(broken(numbers), "breaks")).querySelector(".card .badge")!.textContent;
  expect(await badge([10, 11, 14])).toBe("10, 11, 14");
  expect(await badge([10, 11, 12, 14])).toBe("10–12, 14");
});

test("a line with several breaks has them beside the gutter as far as there is room, and behind the code", () => {
  const viewer = { report: broken([10, 11, 14]) } as never;
  const marks = [0, 1, 2].map((index) => mark("break", index));
  expect(textOf(markText(viewer, marks, []))).toBe("✕10 …");
  expect(textOf(notes(viewer, marks, [])[0])).toContain("breaks 10, 11, 14");
});

test("a line in several graphs has all their numbers, and the colour of none of them", () => {
  const marks = [mark("graph", 0), mark("graph", 2), mark("graph", 3)];
  const told = markText({} as never, marks, []) as HTMLElement;
  expect(told.textContent).toBe("0 …");
  expect(told.className).toBe("");
  expect(textOf(markText({} as never, marks.slice(1), []))).toBe("2, 3");
  expect(
    textOf(
      markText(
        {} as never,
        [0, 1, 2, 3].map((index) => mark("inlined", index)),
        [],
      ),
    ),
  ).toBe("⤷0–3");
  expect(titleOf(marks)).toBe("in graphs 0, 2, 3");
  expect(bars(marks)).toHaveLength(3);
});

test("what to change stands on the card and below the verdict, before what else could be tried", async () => {
  const report = small();
  report.causes[0]!.hints = ["Print it outside. Or log it.", "Torch's first.", "Torch's second."];
  const shadow = await shown(report, "breaks");
  const card = shadow.querySelector(".card")!;
  expect(card.querySelector(".answers dt")!.textContent).toBe("Fix");
  expect(card.querySelector(".answers dd p")!.textContent).toBe("Print it outside. Or log it.");
  expect(card.querySelector("details summary")!.textContent).toBe("2 more hints");
  expect(shadow.querySelector(".first-fix")!.textContent).toContain("print cannot be traced: Print it outside.more");
  const nothing = { ...whole(), recompiles: [] };
  expect((await shown(nothing, "graph")).querySelector(".first-fix")).toBeNull();
});

test("the first sentence ends at no point inside a name", () => {
  expect(firstSentence("Use `torch.where`. Or return it.")).toBe("Use `torch.where`.");
  expect(firstSentence("Avoid e.g. `a.b` here, v. 2")).toBe("Avoid e.g. `a.b` here, v. 2");
});

test("a restart and a recompile have marks of their own, which the legend explains where they occur", () => {
  const report = small();
  const first = report.compilations[0]!;
  report.compilations = [
    { ...first, id: "0/0", recompile: -1, resumed_at: 0, restarts: ["a break"] },
    { ...first, id: "0/1", recompile: 0, resumed_at: 0, restarts: [] },
    { ...first, id: "1/0", recompile: -1, resumed_at: 14, restarts: [] },
  ];
  const name = first.function;
  const [begun, again, resumed] = timelineOf(report).items.map(({ labels }) => labels);
  expect(begun![0]).toBe(`${name} ⇤1`);
  expect(again).toEqual([`↻ ${name}, version 2`, `↻ ${name}, version 2`, "↻ version 2", "↻ v2"]);
  expect(resumed!.slice(1)).toEqual([`${name} from line 14`, "from line 14", "line 14"]);

  const words = (told: Report) => timelineLegend(told, timelineOf(told))?.textContent ?? "";
  expect(words(report)).toContain("⇤ restart");
  expect(words({ ...report, compilations: report.compilations.slice(1) })).not.toContain("restart");
});

test("a word with an explanation is reached with the keyboard", async () => {
  const shadow = await shown(small(), "source");
  const terms = [...shadow.querySelectorAll(".term")];
  expect(terms.length).toBeGreaterThan(3);
  for (const term of terms) expect(term.getAttribute("tabindex")).toBe("0");
  expect(shadow.querySelector(".sources .legend")!.textContent).toContain("between two graphs");
});

test("the time of a single call says that it is a first one, and what is not in it", async () => {
  const report = small();
  const told = async (calls: number, kind = report.subject.kind) =>
    (await shown({ ...report, calls, subject: { ...report.subject, kind } }, "source")).querySelector(".split .legend")!
      .textContent!;
  expect(await told(1)).toMatch(/guards and Dynamo, set-up of a first call.*in one call, without .* of compiling/);
  expect(await told(30)).not.toContain("first call");
  expect(await told(1, "session")).toMatch(/guards and Dynamo.* in all, without .* of compiling/);
  expect(await told(1, "session")).not.toContain("call");
});

test("signs on the timeline do not cover each other: breaks share one, others step aside", () => {
  const marker = (kind: Marker["kind"], number: number, time: number): Marker => ({
    ...{ kind, number, time },
    lines: () => [],
    selection: { kind: "" },
  });
  const breaks = [marker("break", 8, 300), ...[10, 11, 14].map((n, i) => marker("break", n, 330 + i))];
  const markers = [...breaks, marker("recompile", 1, 700), marker("skip", 0, 706)];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawTimeline(svg, { items: [], markers, end: 1000 }, [0, 1000], 1088, () => false);
  const texts = [...svg.querySelectorAll(".marker text")].map((text) => text.textContent);
  expect(texts).toEqual(["↻", "▽", "8, 10, 11, 14"]);
  const [recompile, skip] = [...svg.querySelectorAll(".marker:not(.break) text")].map((text) =>
    Number(text.getAttribute("x")),
  );
  expect(skip! - recompile!).toBeGreaterThanOrEqual(12);
  // Where there are thousands, lines that nobody could tell apart are drawn once.
  const many = Array.from({ length: 5000 }, (_, i) => marker("recompile", i, i / 5));
  drawTimeline(svg, { items: [], markers: many, end: 1000 }, [0, 1000], 1088, () => false);
  expect(svg.querySelectorAll(".moment").length).toBeLessThan(700);
});
