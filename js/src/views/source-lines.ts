// The lines of one source: number, gutter in the graphs' colours, mark, code, what happened there, what was measured.
import { action, type Child, h } from "../dom";
import { lineKey } from "../related";
import type { Scope } from "../scope";
import { select, type Viewer } from "../state";
import type { BytecodeLine, Mark, Source } from "../types";
import { cut, paint, paintShort, pieces } from "./colours";
import { type Figures, figures } from "./source-figures";
import { bars, markText, notes, titleOf } from "./source-marks";

/** Lines made at a time; those of a long function as they come into sight. */
const AT_ONCE = 200;
const ROW = 22;

/** A row: a line of text, the instructions that follow each other and came from one line, or lines folded away. */
interface Row {
  number: number;
  index: number;
  instructions: BytecodeLine[];
  folded?: Row[];
}

export function sourceLines(viewer: Viewer, scope: Scope, source: Source): HTMLElement {
  const byLine = new Map<number, Mark[]>();
  for (const mark of source.marks) byLine.set(mark.line, [...(byLine.get(mark.line) ?? []), mark]);
  const rows = source.lines.length > 0 ? folded(textRows(source), source) : codeRows(source);
  const columns = figures(viewer, source);
  const made = new Map<Row, HTMLElement>();
  const make = (row: Row, previous?: Row) => {
    const before = byLine.get(previous?.number ?? -1) ?? [];
    const element = row.folded
      ? fold(row.folded, columns?.(row.number) ?? null, () => unfold(row))
      : line(viewer, source, row, byLine.get(row.number) ?? [], before, columns);
    made.set(row, element);
    light(row);
    return element;
  };
  const light = (row: Row) => {
    const on = !row.folded && viewer.related.peek().lines.has(lineKey(source.file, row.number));
    made.get(row)?.classList.toggle("on", on);
  };
  /** Shows folded lines, of very many those from `from` on. */
  const unfold = (row: Row, from = 0) => {
    const all = row.folded!;
    const parts = [foldOf(all.slice(0, from)), ...all.slice(from, from + AT_ONCE), foldOf(all.slice(from + AT_ONCE))];
    made.get(row)?.replaceWith(...parts.flatMap((part) => (part ? [make(part)] : [])));
    made.delete(row);
  };
  const { slices, show } = slicesOf(rows, (row) => make(rows[row]!, rows[row - 1]), scope);

  scope.effect(() => {
    if (viewer.related.value) for (const row of made.keys()) light(row);
  });
  scope.effect(() => {
    const { kind, file, line: at = 0 } = viewer.selection.value;
    if (kind !== "line" || file !== source.file || viewer.tab.value !== "source") return;
    const isIt = (row: Row) => !row.folded && row.number === at;
    const index = rows.findIndex((row) => isIt(row) || row.folded?.some(isIt));
    if (index < 0) return;
    show(index);
    for (const row of [...made.keys()]) {
      const inside = row.folded?.findIndex(isIt) ?? -1;
      if (inside >= 0) unfold(row, Math.max(0, Math.min(inside - AT_ONCE / 2, row.folded!.length - AT_ONCE)));
    }
    const element = made.get([...made.keys()].find(isIt)!);
    queueMicrotask(() => element?.scrollIntoView?.({ block: "nearest" }));
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

/** Lines around one with something to tell that are shown with it. */
const AROUND = 3;
/** Fewer lines than these are not worth a fold. */
const WORTH = 12;

/** Long runs of lines on which nothing happened, such as the docstring of a library's function, folded into one row. */
function folded(rows: Row[], source: Source): Row[] {
  const tells = new Set([
    source.first_line,
    source.first_line + source.lines.length - 1,
    ...source.marks.map((mark) => mark.line),
    ...source.guards.line,
    ...source.times.flatMap((time) => [time.line, time.end_line]),
  ]);
  const near = (row: Row) => {
    for (let away = -AROUND; away <= AROUND; away++) if (tells.has(row.number + away)) return true;
    return false;
  };
  const found: Row[] = [];
  let run: Row[] = [];
  const close = () => {
    const fold = run.length >= WORTH ? foldOf(run) : null;
    found.push(...(fold ? [fold] : run));
    run = [];
  };
  for (const row of rows) {
    if (!near(row)) {
      run.push(row);
      continue;
    }
    close();
    found.push(row);
  }
  close();
  return found;
}

const foldOf = (rows: Row[]): Row | null =>
  rows.length > 0 ? { number: rows[0]!.number, index: -1, instructions: [], folded: rows } : null;

function fold(rows: readonly Row[], cells: Child[] | null, open: () => void): HTMLElement {
  return h(
    "div",
    { class: `line folded${cells ? "" : " bare"}`, role: "listitem" },
    h("span", { class: "number", "aria-hidden": "true" }, "⋯"),
    h("span", { class: "gutter" }),
    h("span", { class: "mark" }),
    h("span", { class: "content" }, action(`${rows.length} more lines`, open)),
    cells,
  );
}

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
  return [paint(blank), h("span", { class: "written" }, paintShort(rest))];
}

const instruction = ({ offset, opname, argument }: BytecodeLine): HTMLElement =>
  h(
    "span",
    { class: "instruction" },
    h("span", { class: "offset muted" }, offset),
    h("span", { class: "opname" }, opname),
    ` ${argument}`,
  );
