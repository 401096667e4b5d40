// Writes DOT for Graphviz: sizes and structure only. No text of the report gets into it; we draw that ourselves.
import { FONT, SUB_FONT, textWidth } from "./measure";
import type { Box, Visible } from "./visible";

/** Boxes from which on time is worth more than beauty. */
const MANY = 200;
const VERY_MANY = 400;

const inches = (pixels: number): string => (pixels / 72).toFixed(3);

export interface Titled {
  title: string;
  note: string;
}

export const clusterTitleWidth = (cluster: Titled): number =>
  textWidth(cluster.title, FONT, 600) + (cluster.note ? textWidth(cluster.note, SUB_FONT) + 6 : 0) + 22;

export function dot({ boxes, clusters, edges }: Visible): string {
  const lines = [
    "digraph {",
    'graph [nodesep=0.22 ranksep=0.28 nslimit=4 nslimit1=4 mclimit=0.7 splines=true margin=0 pad=0 outputorder="nodesfirst"]',
    'node [shape=box fixedsize=true label=""]',
  ];
  // A second look for fewer crossings takes a third of the time, and of so many boxes it finds few.
  if (boxes.length > MANY) lines.push("graph [remincross=false]");
  if (boxes.length > VERY_MANY) lines.push("graph [splines=polyline nslimit=1 nslimit1=1 mclimit=0.3]");
  const boxIndex = new Map(boxes.map((box, i) => [box.key, i]));
  const inside = new Map<string | null, Box[]>();
  for (const box of boxes) inside.set(box.parent, [...(inside.get(box.parent) ?? []), box]);
  const children = new Map<string | null, number[]>();
  clusters.forEach((cluster, i) => {
    children.set(cluster.parent, [...(children.get(cluster.parent) ?? []), i]);
  });

  const write = (i: number) => {
    const cluster = clusters[i]!;
    const width = Math.ceil(clusterTitleWidth(cluster));
    lines.push(`subgraph cluster_${i} {`);
    lines.push(`graph [margin=10 labeljust=l label=<${room(width, 14)}>]`);
    for (const box of inside.get(cluster.key) ?? []) lines.push(node(box, boxIndex.get(box.key)!));
    for (const child of children.get(cluster.key) ?? []) write(child);
    lines.push("}");
  };
  for (const i of children.get(null) ?? []) write(i);
  for (const edge of edges) {
    const label = edge.label ? ` [label=<${room(textWidth(edge.label, SUB_FONT) + 8, 12)}>]` : "";
    lines.push(`b${boxIndex.get(edge.from)}->b${boxIndex.get(edge.to)}${label}`);
  }
  lines.push("}");
  return lines.join("\n");
}

/** An empty label of a size: the text itself is drawn by us. */
const room = (width: number, height: number): string =>
  `<TABLE BORDER="0" FIXEDSIZE="TRUE" WIDTH="${Math.ceil(width)}" HEIGHT="${height}"><TR><TD></TD></TR></TABLE>`;

function node(box: Box, i: number): string {
  return `b${i} [width=${inches(box.width)} height=${inches(box.height)}]`;
}
