// The row of tabs: each with how many there are; left and right arrows move.
import { TABS, type TabName } from "../contract";
import { h } from "../dom";
import { count } from "../format";
import type { Viewer } from "../state";
import type { Report } from "../types";

const NAMES: Record<TabName, string> = {
  source: "Source",
  graph: "Graph",
  breaks: "Breaks",
  guards: "Guards",
  recompiles: "Recompiles",
  frames: "Frames",
  compile: "Compile time",
  bytecode: "Bytecode",
};

export const tabId = (viewer: Viewer, tab: TabName): string => `${viewer.id}-tab-${tab}`;
export const panelId = (viewer: Viewer, tab: TabName): string => `${viewer.id}-panel-${tab}`;

export function tabs(viewer: Viewer): HTMLElement {
  const figures = tabCounts(viewer.report);
  const buttons = TABS.map((tab) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: tabId(viewer, tab),
        "aria-controls": panelId(viewer, tab),
        onclick: () => {
          viewer.tab.value = tab;
        },
      },
      h("span", { class: "name", "data-name": NAMES[tab] }, NAMES[tab]),
      figures[tab] === undefined ? null : h("small", null, ` ${count(figures[tab])}`),
    ),
  );
  viewer.scope.effect(() => {
    TABS.forEach((tab, i) => {
      const on = tab === viewer.tab.value;
      buttons[i]!.setAttribute("aria-selected", String(on));
      buttons[i]!.tabIndex = on ? 0 : -1;
    });
  });
  const move = (event: KeyboardEvent) => {
    const now = TABS.indexOf(viewer.tab.peek());
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    const next = (to + TABS.length) % TABS.length;
    viewer.tab.value = TABS[next]!;
    buttons[next]!.focus();
    event.preventDefault();
  };
  return h("div", { class: "tabs", role: "tablist", "aria-label": "Views", onkeydown: move }, buttons);
}

function tabCounts(report: Report): Partial<Record<TabName, number>> {
  return {
    graph: report.graphs.length,
    breaks: report.breaks.length,
    guards: report.guards.reduce((sum, tree) => sum + tree.count, 0),
    recompiles: report.recompiles.filter(({ refused }) => !refused).length,
    frames: report.codes.length,
  };
}
