// One line that says what is selected and where else to see it.
import type { TabName } from "../contract";
import { action, type Child, h, prose, replace } from "../dom";
import { compilationName, count, duration, functionName, guardKind, numbers, place, plural } from "../format";
import { nodeInfo } from "../graph/nodes";
import { isAt, nodeLocation } from "../related";
import { select, type Viewer } from "../state";
import type { Location } from "../types";
import { placeLink } from "./place";
import { STATUS } from "./timeline-items";

export function selected(viewer: Viewer): HTMLElement {
  const { scope } = viewer;
  const element = h("div", { class: "selected", role: "status", "aria-live": "polite" });
  scope.effect(() => {
    const here = viewer.tab.value;
    const parts = describe(viewer, here);
    element.hidden = parts.length === 0;
    if (parts.length === 0) return replace(element);
    const clear = action(
      "×",
      () => {
        viewer.selection.value = { kind: "" };
      },
      { class: "action clear", "aria-label": "Clear the selection", title: "Escape" },
    );
    const shown = parts.filter(Boolean).map((part) => h("span", null, part));
    return replace(element, h("div", { class: "parts" }, shown), clear);
  });
  return element;
}

function describe(viewer: Viewer, here: TabName): Child[] {
  const { report } = viewer;
  const { kind, index = -1, graph = -1, file = "", line = 0 } = viewer.selection.value;
  switch (kind) {
    case "node":
      return report.graphs[graph]?.nodes.name[index] === undefined ? [] : node(viewer, graph, index);
    case "line":
      return lineParts(viewer, here, file, line);
    case "break": {
      const event = report.breaks[index];
      if (!event) return [];
      const cause = report.causes[event.cause];
      return [
        [h("b", { class: "badge" }, event.number), prose(cause?.title ?? event.gb_type)],
        sourceLink(viewer, event.user_location ?? event.location),
        here !== "breaks" && action("how to fix", () => select(viewer, { kind: "break", index }, "breaks")),
        action("in the graph", () => select(viewer, { kind: "break", index }, "graph")),
      ];
    }
    case "cause": {
      const cause = report.causes[index];
      if (!cause) return [];
      return [
        [
          h("b", { class: "badge" }, numbers(cause.breaks.map((at) => report.breaks[at]!.number)) || cause.number),
          prose(cause.title),
        ],
        sourceLink(viewer, cause.user_location ?? cause.location),
        here !== "breaks" && action("how to fix", () => select(viewer, { kind: "cause", index }, "breaks")),
      ];
    }
    case "guard": {
      const tree = report.guards[graph];
      const guard = tree?.guards[index];
      if (!tree || !guard) return [];
      const from = tree.sources[guard.source];
      return [
        [h("b", null, "Guard "), h("code", null, from?.name || from?.source || ""), ` ${guardKind(guard.kind)}`],
        prose(guard.text),
        guard.origin ? ["set by ", placeLink(viewer, guard.origin)] : null,
        here !== "guards" && action("in Guards", () => select(viewer, { kind, index, graph }, "guards")),
      ];
    }
    case "compilation": {
      const compilation = report.compilations[index];
      if (!compilation) return [];
      return [
        [h("b", null, compilationName(compilation)), ` ${STATUS[compilation.status]}`],
        `torch's id: ${compilation.id}`,
        duration(compilation.duration_ns),
        compilation.restarts.length > 0 ? plural(compilation.restarts.length, "restart") : null,
        compilation.detail ? prose(compilation.detail) : null,
        ...compilation.graphs.map((at) => graphLink(viewer, at)),
        compilation.guards >= 0 ? action("guards", () => select(viewer, { kind, index }, "guards")) : null,
        here !== "compile" && action("phases", () => select(viewer, { kind, index }, "compile")),
        sourceLink(viewer, compilation.location),
      ];
    }
    case "graph": {
      const found = report.graphs[index];
      if (!found) return [];
      return [
        [h("b", { class: `g${index % 8} gname` }, `Graph ${index}`), ` of ${functionName(found.function)}`],
        plural(found.op_count, "op"),
        found.runs > 0 ? `${plural(found.runs, "run")}, ${duration(found.run_ns)}` : "never ran",
        sourceLink(viewer, found.location),
        graphLink(viewer, index),
      ];
    }
    case "frame": {
      const code = report.codes[index];
      if (!code) return [];
      return [
        [h("b", null, functionName(code.name)), ` ran ${code.kind === "eager" ? "eagerly" : `as ${code.kind}`}`],
        `${plural(code.calls, "call")}, ${duration(code.total_ns)}`,
        sourceLink(viewer, code.location),
        here !== "frames" && action("in Frames", () => select(viewer, { kind, index }, "frames")),
      ];
    }
    default:
      return [];
  }
}

function node(viewer: Viewer, graph: number, index: number): Child[] {
  const info = nodeInfo(viewer.report, graph, index);
  const location = nodeLocation(viewer.report, graph, index);
  return [
    [
      h("b", null, info.title),
      info.qualified && info.qualified !== info.title ? h("code", null, info.qualified) : null,
    ],
    info.type ? h("code", null, info.type) : null,
    info.args ? h("code", { class: "long", title: info.args }, info.args) : null,
    info.path ? h("code", { title: "module path" }, info.path) : null,
    location ? sourceLink(viewer, location) : null,
    action(`in graph ${graph}`, () => select(viewer, { kind: "node", graph, index }, "graph")),
  ];
}

function lineParts(viewer: Viewer, tab: TabName, file: string, line: number): Child[] {
  const { report } = viewer;
  const found = viewer.related.value;
  const source = report.sources.find((source) => source.file === file);
  const label = source?.label ?? file;
  const guards = report.guards.flatMap((tree, graph) =>
    tree.guards.flatMap((guard, index) => (isAt(guard.origin, file, line) ? [{ graph, index }] : [])),
  );
  const here = { kind: "line", file, line } as const;
  return [
    h("b", null, place({ file, line, label, function: "" })),
    ...[...found.breaks].map((index) =>
      action(`break ${report.breaks[index]!.number}`, () => select(viewer, { kind: "break", index }, "breaks")),
    ),
    ...[...found.nodes].map(([graph, nodes]) =>
      action(`${plural(nodes.size, "node")} in graph ${graph}`, () => select(viewer, here, "graph")),
    ),
    guards.length > 0
      ? action(`${count(guards.length)} guard${guards.length === 1 ? "" : "s"} set here`, () =>
          select(viewer, { kind: "guard", ...guards[0]! }, "guards"),
        )
      : null,
    found.breaks.size + found.nodes.size + guards.length === 0 ? "left nothing in a graph" : null,
    source && tab !== "source" ? action("in Source", () => select(viewer, here, "source")) : null,
  ];
}

const sourceLink = (viewer: Viewer, location: Location): Child => placeLink(viewer, location);

const graphLink = (viewer: Viewer, index: number): Child =>
  action(`graph ${index}`, () => select(viewer, { kind: "graph", index }, "graph"));
