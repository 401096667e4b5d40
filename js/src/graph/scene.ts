// What one picture of the graphs is made of, laid out: boxes, frames around them, and lines.
import type { Titled } from "./dot";
import type { Point, Rect } from "./layout";
import type { Box } from "./visible";

export interface SceneBox extends Box {
  rect: Rect;
  graph: number;
}

export interface SceneCluster extends Titled {
  key: string;
  rect: Rect;
  graph: number;
  index: number;
}

export interface ScenePath {
  key: string;
  points: Point[];
  kind: "edge" | "step" | "link";
  graph: number;
  from: string;
  to: string;
  label: string;
  /** Text that is written beside the path, and the middle of it. */
  written?: { text: string; at: Point } | undefined;
}

/** What stands above a column when several stand side by side. */
export interface SceneHead {
  key: string;
  title: string;
  note: string;
  rect: Rect;
}

export interface Scene {
  boxes: SceneBox[];
  clusters: SceneCluster[];
  paths: ScenePath[];
  heads: SceneHead[];
  bounds: Rect;
  /** The box that stands for a node now. */
  boxOf(graph: number, node: number): string;
}
