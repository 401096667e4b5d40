// The Graph tab: its tools, the drawing area, and what it says when there is nothing to draw.
import { signal } from "@preact/signals-core";
import { action, type Child, h, replace } from "../dom";
import { count } from "../format";
import { type Canvas, canvas } from "../graph/canvas";
import { type Layouter, layouter } from "../graph/engine";
import { initialOpen, oneLevel } from "../graph/folding";
import { search } from "../graph/search";
import type { By } from "../graph/visible";
import type { Scope } from "../scope";
import type { Viewer } from "../state";
import { empty } from "./empty";

/** From then on boxes in a column are better than none: a kernel that runs a long cell hands over Graphviz after it. */
const PATIENCE_MS = 3000;

const LINES = "Dashed lines lead to what ran next; coloured ones show a tensor that a later graph takes.";

export function graph(viewer: Viewer, scope: Scope): HTMLElement {
  const { report, graph } = viewer;
  if (report.graphs.length === 0) {
    const why =
      report.breaks.length > 0 ? "Breaks says what stood in the way." : "There was nothing for it to capture.";
    return empty("Dynamo captured no graph here.", why);
  }
  for (const by of ["module", "source"] as const) graph.open[by].value = initialOpen(report, by);

  const status = h("span", { class: "status muted", role: "status" });
  const say = (text: string) => replace(status, text);
  const notice = h("p", { class: "notice", hidden: true });
  const home = h("div", { class: "canvas-home" });
  const engine = signal<Layouter | null>(null);
  let drawing: Canvas | null = null;

  const begin = (...told: Child[]) => {
    say("");
    notice.hidden = told.length === 0;
    replace(notice, ...told);
    if (drawing) return;
    drawing = canvas(viewer, scope, engine, say);
    home.append(drawing.element);
  };
  const fetch = () => {
    say("Starting Graphviz …");
    const late = setTimeout(
      () => begin("Graphviz has not come yet: the kernel is busy, or gone. Until then the boxes stand in a column."),
      PATIENCE_MS,
    );
    scope.add(() => clearTimeout(late));
    layouter(viewer.host)
      .then(
        (ready) => {
          engine.value = ready;
          begin();
        },
        (error: Error) =>
          begin(
            `Graphviz is not here (${error.message}), so the boxes stand one below the other. `,
            action("Try again", fetch),
          ),
      )
      .finally(() => clearTimeout(late));
  };
  fetch();

  const tools = h(
    "div",
    { class: "tools" },
    finder(viewer, scope),
    h(
      "span",
      { class: "set" },
      action("fold all", () => drawing?.setOpen(new Set())),
      " · ",
      action("unfold one level", () => {
        const next = oneLevel(report, graph.by.peek(), graph.open[graph.by.peek()].peek());
        if (next) drawing?.setOpen(next);
        else say("One more level would draw too many boxes. Unfold a part of it instead.");
      }),
      " · ",
      action("fit", () => drawing?.fit()),
    ),
    status,
    shapes(viewer, scope),
    ways(viewer, scope),
  );
  const lines = report.graphs.length > 1 ? h("p", { class: "muted key" }, LINES) : null;
  return h("div", { class: "graph-view" }, tools, notice, home, lines);
}

function finder(viewer: Viewer, scope: Scope): HTMLElement {
  const { report, graph } = viewer;
  const input = h("input", {
    type: "search",
    placeholder: "Find op, module …",
    "aria-label": "Find in the graph",
  });
  const figure = h("span", { class: "muted figure", role: "status" });
  let hits: ReturnType<typeof search> = [];
  let now = 0;

  const go = (to: number) => {
    if (hits.length === 0) return;
    now = (to + hits.length) % hits.length;
    const { graph: at, node } = hits[now]!;
    viewer.selection.value = { kind: "node", graph: at, index: node };
    graph.reveal.value++;
    replace(figure, `${count(now + 1)} of ${count(hits.length)}`);
  };
  const buttons = [
    action("‹", () => go(now - 1), { "aria-label": "Previous", class: "action step" }),
    action("›", () => go(now + 1), { "aria-label": "Next", class: "action step" }),
  ];
  const show = () => {
    const any = hits.length > 0;
    for (const button of buttons) button.hidden = !any;
    if (!any) replace(figure, input.value.trim() ? "nothing found" : "");
  };
  show();
  let timer = 0;
  scope.listen(input, "input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hits = search(report, input.value);
      show();
      go(0);
    }, 160) as unknown as number;
  });
  scope.listen(input, "keydown", (event: KeyboardEvent) => {
    if (event.key === "Enter") go(now + (event.shiftKey ? -1 : 1));
    event.stopPropagation();
  });
  return h("span", { class: "finder" }, input, buttons, figure);
}

function shapes(viewer: Viewer, scope: Scope): HTMLElement {
  const { shapes } = viewer.graph;
  const button = action("shapes", () => {
    shapes.value = !shapes.peek();
  });
  scope.effect(() => button.setAttribute("aria-pressed", String(shapes.value)));
  return button;
}

function ways(viewer: Viewer, scope: Scope): HTMLElement {
  const { by } = viewer.graph;
  const choose = (way: By) => {
    const button = action(way, () => {
      by.value = way;
    });
    scope.effect(() => button.setAttribute("aria-pressed", String(by.value === way)));
    return button;
  };
  return h("span", { class: "set" }, "by ", choose("module"), " · ", choose("source"));
}
