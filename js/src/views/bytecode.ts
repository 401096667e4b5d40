// The Bytecode tab: a function before and after Dynamo changed it, side by side.
import { signal } from "@preact/signals-core";
import { h, replace } from "../dom";
import { COMPILE_ID, compilationName, count, plural } from "../format";
import type { Scope } from "../scope";
import type { Viewer } from "../state";
import type { BytecodeLine } from "../types";
import { cell, headerCell, virtual } from "../virtual";
import { align, type Pair } from "./align";
import { empty } from "./empty";

/** A browser takes long over a menu of thousands. */
const MOST_CHOICES = 300;

export function bytecode(viewer: Viewer, scope: Scope): HTMLElement {
  const { compilations } = viewer.report;
  const with_code = compilations.flatMap((compilation, index) => (compilation.bytecode ? [index] : []));
  if (with_code.length === 0)
    return empty("No bytecode was changed.", "Dynamo rewrites a function's bytecode when it captures a graph from it.");
  const current = signal(with_code[0]!);
  const option = (index: number) =>
    h("option", { value: index }, `${compilationName(compilations[index]!)} [${compilations[index]!.id}]`);
  const choice = h(
    "select",
    { "aria-label": "Compilation" },
    with_code.slice(0, MOST_CHOICES).map((index) => option(index)),
  );
  const left = with_code.length - MOST_CHOICES;
  if (left > 0) choice.append(h("option", { disabled: true }, `… ${count(left)} more: select one in the timeline`));
  scope.listen(choice, "change", () => {
    current.value = Number(choice.value);
  });
  const list = virtual<Pair>(scope, {
    label: "Bytecode before and after",
    role: "grid",
    columns: "bytecode-columns",
    rowHeight: 22,
    header: [
      headerCell("line", { class: "cell number" }),
      headerCell("before"),
      headerCell("line", { class: "cell number" }),
      headerCell("after"),
    ],
    row: (pair) => ({
      cells: [...side(pair.before, pair.after ? "" : "−"), ...side(pair.after, pair.before ? "" : "+")],
      props: { class: pair.before && pair.after ? "kept" : pair.before ? "gone" : "new" },
    }),
  });
  const figure = h("span", { class: "muted" });
  scope.effect(() => {
    const code = compilations[current.value]!.bytecode!;
    choice.value = String(current.value);
    if (choice.selectedIndex < 0) {
      choice.append(option(current.value));
      choice.value = String(current.value);
    }
    list.set(align(code.before, code.after));
    const after = code.after.length;
    replace(figure, `${plural(code.before.length, "instruction")} became ${after}`);
  });
  scope.effect(() => {
    for (const index of viewer.related.value.compilations) if (compilations[index]?.bytecode) current.value = index;
  });
  return h(
    "div",
    null,
    h("div", { class: "tools" }, choice, figure),
    list.element,
    h("p", { class: "muted key" }, COMPILE_ID),
  );
}

function side(line: BytecodeLine | null, mark: string): HTMLElement[] {
  if (!line) return [cell("", "number"), cell("", "instruction")];
  const text = `${line.offset} ${line.opname} ${line.argument}`;
  return [
    cell(line.line > 0 ? line.line : "", "number"),
    cell(
      h(
        "code",
        { title: text },
        h("span", { class: "muted offset" }, line.offset),
        h("span", { class: "change" }, mark),
        h("span", { class: "opname" }, line.opname),
        ` ${line.argument}`,
      ),
      "instruction",
    ),
  ];
}
