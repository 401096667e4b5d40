// The panels below the tabs: each is made when it is first opened, and kept.
import { TABS, type TabName } from "../contract";
import { h } from "../dom";
import type { Scope } from "../scope";
import type { Viewer } from "../state";
import { breaks } from "./breaks";
import { bytecode } from "./bytecode";
import { compileTime } from "./compile";
import { frames } from "./frames";
import { graph } from "./graph";
import { guards } from "./guards";
import { recompiles } from "./recompiles";
import { source } from "./source";
import { panelId, tabId } from "./tabs";

export type View = (viewer: Viewer, scope: Scope) => HTMLElement;

const VIEWS: Record<TabName, View> = {
  source,
  graph,
  breaks,
  guards,
  recompiles,
  frames,
  compile: compileTime,
  bytecode,
};

export function panels(viewer: Viewer): HTMLElement {
  const made = new Map<TabName, HTMLElement>();
  const started = new Set<TabName>();
  const home = h("div", { class: "panels" });
  for (const tab of TABS) {
    const panel = h("div", {
      class: `panel ${tab}`,
      role: "tabpanel",
      id: panelId(viewer, tab),
      "aria-labelledby": tabId(viewer, tab),
      hidden: true,
    });
    made.set(tab, panel);
    home.append(panel);
  }
  viewer.scope.effect(() => {
    const current = viewer.tab.value;
    for (const [tab, panel] of made) {
      panel.hidden = tab !== current;
      if (tab !== current || started.has(tab)) continue;
      started.add(tab);
      // In its own tick, so that what the view reads while it is made does not become this effect's business.
      const scope = viewer.scope.child();
      queueMicrotask(() => panel.append(VIEWS[tab](viewer, scope)));
    }
  });
  return home;
}
