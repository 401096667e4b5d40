// The lines of one source: number, gutter in the graphs' colours, mark, code, what happened there, what was measured.
import { type Child, h } from "../dom";
import { lineKey } from "../related";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { BytecodeLine, Mark, Source } from "../types";
import { cut, paint, pieces } from "./colours";
import { type Figures, figures } from "./source-figures";
import { bars, markText, notes, titleOf } from "./source-marks";

/** Lines made at a time; those of a long function as they come into sight. */
const AT_ONCE = 200;
const ROW = 22;

/** A row: a line of text, or the instructions that follow each other and came from one line. */
interface Row {
  number: number;
  index: number;
  instructions: BytecodeLine[];
}

export function sourceLines(viewer: Viewer, scope: Scope, source: Source): HTMLElement {
  const byLine = new Map<number, Mark[]>();
  for (const mark of source.marks) byLine.set(mark.line, [...(byLine.get(mark.line) ?? []), mark]);
  const rows = source.lines.length > 0 ? textRows(source) : codeRows(source);
  const columns = figures(viewer, source);
  const made: (HTMLElement | undefined)[] = Array.from({ length: rows.length });
  const make = (row: number) => {
    const before = byLine.get(rows[row - 1]?.number ?? -1) ?? [];
    const element = line(viewer, source, rows[row]!, byLine.get(rows[row]!.number) ?? [], before, columns);
    made[row] = element;
    light(row);
    return element;
  };
  const light = (row: number) =>
    made[row]?.classList.toggle("on", viewer.related.peek().lines.has(lineKey(source.file, rows[row]!.number)));
  const { slices, show } = slicesOf(rows, make, scope);

  scope.effect(() => {
    if (viewer.related.value) for (const row of made.keys()) light(row);
  });
  scope.effect(() => {
    const { kind, file, line: at = 0 } = viewer.selection.value;
    if (kind !== "line" || file !== source.file || viewer.tab.value !== "source") return;
    const row = rows.findIndex((row) => row.number === at);
    if (row < 0) return;
    show(row);
    queueMicrotask(() => made[row]?.scrollIntoView?.({ block: "nearest" }));
  });
  return h("div", { class: "lines", role: "list", "aria-label": `Lines of ${source.function}` }, slices);
}

/** Room for all rows, filled at once if there are few, else slice by slice as they come near the screen. */
function slicesOf(rows: readonly Row[], make: (row: number) => HTMLElement, scope: Scope) {
  const empty = new Map<Element, number>();
  const slices = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, slice) => {
    const part = rows.slice(slice * AT_ONCE, (slice + 1) * AT_ONCE);
    const height = part.reduce((sum, row) => sum + ROW * Math.max(1, row.instructions.length), 0);
    const element = h("div", { class: "slice", role: "presentation", style: { "min-height": `${height}px` } });
    empty.set(element, slice);
    return element;
  });
  const fill = (element: Element) => {
    const slice = empty.get(element);
    if (slice === undefined) return;
    empty.delete(element);
    const end = Math.min(rows.length, (slice + 1) * AT_ONCE);
    for (let row = slice * AT_ONCE; row < end; row++) element.append(make(row));
    (element as HTMLElement).style.minHeight = "";
  };
  if (slices.length <= 1 || typeof IntersectionObserver === "undefined") slices.forEach(fill);
  else {
    const watch = (entries: IntersectionObserverEntry[]) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) fill(target);
    };
    const observer = new IntersectionObserver(watch, { rootMargin: "800px 0px" });
    for (const slice of slices) observer.observe(slice);
    scope.add(() => observer.disconnect());
  }
  return { slices, show: (row: number) => fill(slices[Math.floor(row / AT_ONCE)]!) };
}

const textRows = (source: Source): Row[] =>
  source.lines.map((_, index) => ({ number: source.first_line + index, index, instructions: [] }));

function codeRows(source: Source): Row[] {
  const rows: Row[] = [];
  for (const instruction of source.bytecode) {
    const last = rows.at(-1);
    if (last?.number === instruction.line) last.instructions.push(instruction);
    else rows.push({ number: instruction.line, index: -1, instructions: [instruction] });
  }
  return rows;
}

function line(
  viewer: Viewer,
  source: Source,
  { number, index, instructions }: Row,
  marks: readonly Mark[],
  before: readonly Mark[],
  columns: Figures | null,
): HTMLElement {
  const has = (...kinds: Mark["kind"][]) => marks.some((mark) => kinds.includes(mark.kind));
  const tint = has("break") ? " broken" : has("skip", "eager") ? " eager" : "";
  const choose = () => select(viewer, { kind: "line", file: source.file, line: number });
  const words = notes(viewer, marks, before);
  const text = source.lines[index] ?? "";
  const code: Child = instructions.length > 0 ? instructions.map(instruction) : written(source, index);
  const cells = columns?.(number) ?? null;
  return h(
    "div",
    { class: `line${tint}${instructions.length > 0 ? " coded" : ""}${cells ? "" : " bare"}`, role: "listitem" },
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
      h(
        "span",
        { class: "code", onclick: choose, title: titleOf(marks) || null, style: { "--hang": `${hang(text)}ch` } },
        code,
      ),
      words.length > 0 ? h("span", { class: "said" }, words) : null,
    ),
    cells,
  );
}

const indent = (text: string): string => /^[ \t]*/.exec(text)![0];

/** Where a line that does not fit goes on: a little to the right of its beginning. */
const hang = (text: string): number => Math.min(indent(text).replaceAll("\t", "    ").length, 40) + 4;

/** The text of a line in its colours, its indent apart, so that no line is broken behind it. */
function written(source: Source, index: number): Child {
  const [blank, rest] = cut(pieces(source, index), indent(source.lines[index] ?? "").length);
  return [paint(blank), h("span", { class: "written" }, paint(rest))];
}

const instruction = ({ offset, opname, argument }: BytecodeLine): HTMLElement =>
  h(
    "span",
    { class: "instruction" },
    h("span", { class: "offset muted" }, offset),
    h("span", { class: "opname" }, opname),
    ` ${argument}`,
  );
