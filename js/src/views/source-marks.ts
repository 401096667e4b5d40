// What happened on a line: bars in the gutter, a mark, and a word or two behind the code.
import { action, type Child, h, prose } from "../dom";
import { numbers } from "../format";
import { select, type Viewer } from "../state";
import type { Mark } from "../types";

/** One bar per thing that happened on the line, side by side in the gutter. */
export function bars(marks: readonly Mark[]): Child[] {
  const kinds = new Set(
    marks.map((mark) => {
      if (mark.kind === "graph") return `g${mark.index % 8}`;
      if (mark.kind === "inlined") return `inlined${mark.index >= 0 ? ` g${mark.index % 8}` : ""}`;
      return mark.kind === "break" ? "break" : "eager";
    }),
  );
  const shown = kinds.has("break") ? ["break"] : [...kinds].slice(0, 3);
  return shown.map((kind) => h("i", { class: kind }));
}

/** Characters that have room beside the gutter. */
const ROOM = 6;

/** Numbers as far as there is room for them; behind the code they are told in full. */
function inShort(all: Iterable<number>): string {
  const [told, first] = [numbers(all), numbers(all, 1)];
  if (told.length <= ROOM) return told;
  return first.endsWith("…") ? first : `${first} …`;
}

export function markText(viewer: Viewer, marks: readonly Mark[], before: readonly Mark[]): Child {
  const broken = marks.filter((mark) => mark.kind === "break");
  if (broken.length > 0) {
    const all = broken.map((mark) => viewer.report.breaks[mark.index]?.number ?? 0);
    return h("b", { class: "bad" }, `✕${inShort(all)}`);
  }
  const fresh = (mark: Mark) => !before.some((other) => other.kind === mark.kind && other.index === mark.index);
  const first = marks.find(fresh);
  if (!first) return null;
  if (first.kind === "skip" || first.kind === "eager")
    return h("span", { class: "ochre" }, first.kind === "skip" ? "▽" : "≈");
  const graphs = [...new Set(marks.filter((mark) => mark.kind === first.kind).map((mark) => mark.index))];
  const text = `${first.kind === "inlined" ? "⤷" : ""}${inShort(graphs)}`;
  // One graph's colour would say that the line is in that graph alone.
  return h("span", { class: graphs.length === 1 ? `gname g${first.index % 8}` : "" }, text);
}

/** What is said behind the code, once for a stretch of lines and not on each of them. */
export function notes(viewer: Viewer, marks: readonly Mark[], before: readonly Mark[]): Child[] {
  const of = (kind: Mark["kind"]) => marks.filter((mark) => mark.kind === kind);
  const begun = of("graph").map((mark) => note(mark, [], `graph ${mark.index} `));
  const eager = [...of("skip"), ...of("eager")].map((mark) => note(mark, before));
  return [...breakNotes(viewer, of("break")), ...begun, ...eager].filter(Boolean);
}

function note(mark: Mark, before: readonly Mark[], start = ""): Child {
  if (!mark.text || before.some((other) => other.kind === mark.kind && other.text === mark.text)) return null;
  return h("span", null, start, prose(mark.text));
}

/** Breaks of which the same is said on a line are told together. */
function breakNotes(viewer: Viewer, marks: Mark[]): Child[] {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) groups.set(mark.text, [...(groups.get(mark.text) ?? []), mark]);
  return [...groups.values()].map((group) => {
    const { index, text } = group[0]!;
    const all = group.map((mark) => viewer.report.breaks[mark.index]?.number ?? 0);
    return h(
      "span",
      null,
      h("b", { class: "bad" }, `break${group.length > 1 ? "s" : ""} ${numbers(all, 8)}`),
      " · ",
      prose(text),
      " · ",
      action("how to fix", () => select(viewer, { kind: "break", index }, "breaks")),
    );
  });
}

export function titleOf(marks: readonly Mark[]): string {
  const graphs = marks.filter((mark) => mark.kind === "graph").map((mark) => mark.index);
  const inlined = marks.filter((mark) => mark.kind === "inlined").map((mark) => mark.text.replaceAll("`", ""));
  const several = graphs.length > 1 ? `in graphs ${numbers(graphs, 12)}` : "";
  return [several, ...inlined].filter(Boolean).join("\n");
}
