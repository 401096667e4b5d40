// Tooltips of the graph: what a box is, in a few lines.
import { type Child, h, plain } from "../dom";
import { functionName, place, plural } from "../format";
import { nodeLocation } from "../related";
import type { Graph, Report } from "../types";
import { isHeld, nodeInfo, roleOf, titleOf, treeOf, typeOf } from "./nodes";
import type { SceneBox, SceneCluster, ScenePath } from "./scene";
import type { By } from "./visible";

const line = (content: Child, extra = ""): Child => (content ? h("div", { class: extra }, content) : null);

export function describeBox(report: Report, by: By, box: SceneBox): Child {
  if (box.kind === "break" || box.kind === "skip") return describeStop(report, box);
  const graph = report.graphs[box.graph];
  if (!graph) return null;
  if (box.kind === "graph") {
    return [
      line(h("b", null, `Graph ${graph.index} of ${functionName(graph.function)}`)),
      line(`${plural(graph.op_count, "op")}, ${plural(graph.runs, "run")}`),
      line(differs(graph)),
      line("click to unfold", "muted"),
    ];
  }
  if (box.kind === "inputs") return line("click to see each", "muted");
  if (box.kind === "group") {
    const tree = treeOf(graph, by);
    return [
      line(h("b", null, tree?.path[box.index] || box.title)),
      line(tree?.type[box.index], "mono"),
      line(box.note),
      line("click to unfold", "muted"),
    ];
  }
  const info = nodeInfo(report, box.graph, box.index);
  const location = nodeLocation(report, box.graph, box.index);
  const held = (graph.nodes.inputs[box.index] ?? []).filter((input) => isHeld(roleOf(graph, input)));
  return [
    line(h("b", null, info.qualified || info.title)),
    line(info.type && `→ ${info.type}`, "mono"),
    line(info.args, "mono args"),
    held.slice(0, 6).map((input) => line(`${titleOf(graph, input)}  ${typeOf(graph, input)}`, "mono muted")),
    line(info.path && `in ${info.path}`),
    line(location && place(location), "muted"),
  ];
}

export function describeCluster(report: Report, by: By, cluster: SceneCluster): Child {
  const graph = report.graphs[cluster.graph];
  if (!graph) return null;
  if (cluster.index < 0)
    return [line(`Graph ${graph.index} of ${functionName(graph.function)}: click to select`), line(differs(graph))];
  const tree = treeOf(graph, by);
  return [
    line(h("b", null, tree?.path[cluster.index])),
    line(tree?.type[cluster.index], "mono"),
    line(`${plural(tree?.op_count[cluster.index] ?? 0, "op")} · click to fold`, "muted"),
  ];
}

const differs = (graph: Graph): string => (graph.differs ? `version ${graph.version}: ${plain(graph.differs)}` : "");

export function describePath(path: ScenePath): Child {
  return line(path.label || (path.kind === "link" ? "a value that Python handed on" : ""), "mono");
}

function describeStop(report: Report, box: SceneBox): Child {
  const event = box.kind === "break" ? report.breaks[box.index] : undefined;
  const skip = box.kind === "skip" ? report.skips[box.index] : undefined;
  if (event) {
    const location = event.user_location ?? event.location;
    return [
      line(h("b", null, `Break ${event.number}: ${plain(report.causes[event.cause]?.title ?? event.gb_type)}`)),
      line(location.code?.trim(), "mono"),
      line(place(location), "muted"),
    ];
  }
  return skip ? [line(h("b", null, `${skip.function} ran eagerly`)), line(plain(skip.text || skip.reason))] : null;
}
