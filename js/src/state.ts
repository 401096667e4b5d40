// The state that views share: the report, one selection, the tab, what is folded.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals-core";
import { type Host, type Selection, TABS, type TabName, type ThemeChoice } from "./contract";
import { type Related, related } from "./related";
import type { Scope } from "./scope";
import { followTheme, type Theme } from "./theme";
import type { Report } from "./types";

export interface GraphState {
  by: Signal<"module" | "source">;
  /** Keys of the unfolded graphs and groups, per way of folding. */
  open: { module: Signal<ReadonlySet<string>>; source: Signal<ReadonlySet<string>> };
  /** Shapes and dtypes written on the boxes. */
  shapes: Signal<boolean>;
  /** Bring the selection into sight; counts up. */
  reveal: Signal<number>;
  /** Set by the graph tab while it has a picture: returns it as a file's text. */
  svg: Signal<(() => string) | null>;
}

export interface Viewer {
  report: Report;
  host: Host;
  scope: Scope;
  /** Unique on the page, for ids that ARIA needs. */
  id: string;
  selection: Signal<Selection>;
  related: ReadonlySignal<Related>;
  tab: Signal<TabName>;
  /** Of the graph's drawing area in pixels, 0 for automatic. */
  height: ReadonlySignal<number>;
  theme: ReadonlySignal<Theme>;
  graph: GraphState;
}

/** What the host keeps in step with the outside. */
export interface Shared {
  selection: Signal<Selection>;
  tab: Signal<string>;
  height: Signal<number>;
  theme: Signal<ThemeChoice>;
}

let viewers = 0;
/** What a click here selected last, to tell it from what Python or a search selected. */
let chosen: Selection | null = null;

export function createViewer(report: Report, host: Host, shared: Shared, scope: Scope): Viewer {
  const tab = signal(firstTab(report, shared.tab.peek()));
  scope.effect(() => {
    if (isTab(shared.tab.value)) tab.value = shared.tab.value;
  });
  scope.effect(() => {
    shared.tab.value = tab.value;
  });
  const reveal = signal(0);
  // Where the graph is not in sight, or the selection comes from outside, the graph will have to show it.
  scope.effect(() => {
    const selection = shared.selection.value;
    if (selection.kind !== "" && (tab.peek() !== "graph" || selection !== chosen)) reveal.value = reveal.peek() + 1;
  });
  return {
    report,
    host,
    scope,
    id: `dx${++viewers}`,
    selection: shared.selection,
    related: computed(() => related(report, shared.selection.value)),
    tab,
    height: computed(() => within(shared.height.value)),
    theme: followTheme(shared.theme, scope),
    graph: {
      by: signal("module"),
      open: { module: signal(new Set()), source: signal(new Set()) },
      shapes: signal(false),
      reveal,
      svg: signal(null),
    },
  };
}

/** Selects, and shows the tab if one is named. Selecting what is selected takes it away. */
export function select(viewer: Viewer, selection: Selection, tab?: TabName): void {
  chosen = !tab && same(viewer.selection.peek(), selection) ? { kind: "" } : selection;
  viewer.selection.value = chosen;
  if (!tab) return;
  if (tab === "graph") viewer.graph.reveal.value++;
  viewer.tab.value = tab;
}

export function same(a: Selection, b: Selection): boolean {
  return a.kind === b.kind && a.index === b.index && a.graph === b.graph && a.file === b.file && a.line === b.line;
}

export function newShared(): Shared {
  return { selection: signal({ kind: "" }), tab: signal(""), height: signal(0), theme: signal("auto") };
}

const [LOWEST, HIGHEST] = [120, 4000];
/** A height of which something can be seen, and that a page can hold; 0 stays 0. */
const within = (height: number): number => (height > 0 ? Math.min(HIGHEST, Math.max(LOWEST, height)) : 0);

const isTab = (name: string): name is TabName => (TABS as readonly string[]).includes(name);

/** The tab to begin with: the wanted one, else the one that the report suggests. */
export function firstTab({ summary }: Pick<Report, "summary">, wanted: string): TabName {
  if (isTab(wanted)) return wanted;
  return isTab(summary.first_tab) ? summary.first_tab : "graph";
}
