// The lines of one source: number, gutter in the graphs' colours, mark, code, and what happened there in words.
import { action, type Child, h, prose } from "../dom";
import { lineKey } from "../related";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { Mark, Source } from "../types";
import { highlight } from "./highlight";

export function sourceLines(viewer: Viewer, scope: Scope, source: Source): HTMLElement {
  const byLine = new Map<number, Mark[]>();
  for (const mark of source.marks) byLine.set(mark.line, [...(byLine.get(mark.line) ?? []), mark]);
  const code = highlight(source.lines);
  let before: Mark[] = [];
  const rows = source.lines.map((_, i) => {
    const number = source.first_line + i;
    const marks = byLine.get(number) ?? [];
    const row = line(viewer, source, number, code[i]!, marks, before);
    before = marks;
    return row;
  });
  scope.effect(() => {
    const lit = viewer.related.value.lines;
    for (const [i, row] of rows.entries())
      row.classList.toggle("on", lit.has(lineKey(source.file, source.first_line + i)));
  });
  scope.effect(() => {
    const { kind, file, line: at = 0 } = viewer.selection.value;
    const row = kind === "line" && file === source.file ? rows[at - source.first_line] : undefined;
    if (row && viewer.tab.value === "source") queueMicrotask(() => row.scrollIntoView?.({ block: "nearest" }));
  });
  return h("div", { class: "lines", role: "list" }, rows);
}

function line(
  viewer: Viewer,
  source: Source,
  number: number,
  code: Child[],
  marks: Mark[],
  before: Mark[],
): HTMLElement {
  const of = (kind: Mark["kind"]) => marks.filter((mark) => mark.kind === kind);
  const [broken, skipped, eager] = [of("break"), of("skip"), of("eager")];
  const tint = broken.length > 0 ? " broken" : skipped.length + eager.length > 0 ? " eager" : "";
  const choose = () => select(viewer, { kind: "line", file: source.file, line: number });
  const words = [...breakNotes(viewer, broken), ...[...skipped, ...eager].map((mark) => note(mark, before))];
  return h(
    "div",
    { class: `line${tint}`, role: "listitem" },
    h(
      "button",
      {
        type: "button",
        class: "number",
        onclick: choose,
        "aria-label": `Select line ${number}`,
        title: "Select this line",
      },
      number,
    ),
    h("span", { class: "gutter" }, bars(marks)),
    h("span", { class: "mark" }, markText(viewer, marks, before)),
    h(
      "span",
      { class: "content" },
      h("span", { class: "code", onclick: choose, title: titleOf(marks) }, code),
      words.some(Boolean) ? h("span", { class: "said" }, words) : null,
    ),
  );
}

/** One bar per thing that happened on the line, side by side in the gutter. */
function bars(marks: Mark[]): Child[] {
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

function markText(viewer: Viewer, marks: Mark[], before: Mark[]): Child {
  const broken = marks.filter((mark) => mark.kind === "break");
  if (broken.length > 0) {
    const numbers = broken.map((mark) => viewer.report.breaks[mark.index]?.number ?? 0);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    return h("b", { class: "bad" }, `✕${first === last ? first : `${first}–${last}`}`);
  }
  const fresh = (mark: Mark) => !before.some((other) => other.kind === mark.kind && other.index === mark.index);
  const first = marks.find(fresh);
  if (!first) return null;
  if (first.kind === "graph") return h("span", { class: `gname g${first.index % 8}` }, first.index);
  if (first.kind === "inlined") return h("span", { class: "muted" }, "⤷");
  return h("span", { class: "ochre" }, first.kind === "skip" ? "▽" : "≈");
}

/** Breaks of one cause on one line are told together. */
function breakNotes(viewer: Viewer, marks: Mark[]): Child[] {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    const key = `${viewer.report.breaks[mark.index]?.cause} ${mark.text}`;
    groups.set(key, [...(groups.get(key) ?? []), mark]);
  }
  return [...groups.values()].map((group) => {
    const { index, text } = group[0]!;
    const numbers = group.map((mark) => viewer.report.breaks[mark.index]?.number ?? "?");
    return h(
      "span",
      null,
      h("b", { class: "bad" }, `break${group.length > 1 ? "s" : ""} ${numbers.join(", ")} `),
      prose(text),
      " · ",
      action("how to fix", () => select(viewer, { kind: "break", index }, "breaks")),
    );
  });
}

/** Said once for a stretch of lines, not on each of them. */
function note(mark: Mark, before: Mark[]): Child {
  if (!mark.text || before.some((other) => other.kind === mark.kind && other.text === mark.text)) return null;
  return h("span", null, prose(mark.text));
}

function titleOf(marks: Mark[]): string {
  return marks
    .filter((mark) => mark.kind === "graph" || mark.kind === "inlined")
    .map((mark) => mark.text.replaceAll("`", ""))
    .filter(Boolean)
    .join("\n");
}
