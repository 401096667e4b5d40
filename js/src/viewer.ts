// The viewer's frame: a shadow root, the parts from top to bottom, and the life of one shown report.
import type { Host } from "./contract";
import { h, replace } from "./dom";
import { warmUp } from "./graph/engine";
import { blank, type Head } from "./pieces";
import { Scope } from "./scope";
import { createViewer, firstTab, type Shared, type Viewer } from "./state";
import { css } from "./styles";
import { tooltips } from "./tooltip";
import type { Report } from "./types";
import { chips } from "./views/chips";
import { decided } from "./views/decided";
import { firstFix } from "./views/first";
import { notes } from "./views/notes";
import { panels } from "./views/panels";
import { selected } from "./views/selected";
import { split } from "./views/split";
import { tabs } from "./views/tabs";
import { timeline } from "./views/timeline";
import { verdict } from "./views/verdict";

export const SCHEMA_VERSION = 1;

export interface Mounted {
  /** Draws a report, now or when it has been unpacked; its heading as soon as that is there. */
  show(report: Promise<Report> | Report, head?: Promise<Head>): Promise<void>;
  end(): void;
}

export function mount(root: HTMLElement, shared: Shared, host: Host): Mounted {
  // JupyterLab would take letters and arrows typed in here for its own shortcuts.
  const home = h("div", { "data-lm-suppress-shortcuts": "true" });
  const shadow = home.attachShadow({ mode: "open" });
  shadow.append(h("style", null, css));
  let scope = new Scope();
  /** Counts what was asked for: a report that comes after a later one, or after the end, is not drawn. */
  let asked = 0;
  let alert: HTMLElement | null = null;

  return {
    async show(report, head) {
      const mine = ++asked;
      let waiting = true;
      void head?.then((first) => {
        if (!waiting || mine !== asked || first.schema_version !== SCHEMA_VERSION) return;
        if (firstTab(first, shared.tab.peek()) === "graph") warmUp(host);
        // A static summary that is there already says more than the heading.
        if (root.childElementCount > 0) return;
        shadow.append(heading(createViewer(blank(first), host, shared, scope.child())));
        root.replaceChildren(home);
      });
      try {
        const value = await report;
        waiting = false;
        if (mine !== asked) return;
        if (value.schema_version !== SCHEMA_VERSION) throw new Error(versionText(value.schema_version));
        scope.end();
        scope = new Scope();
        const element = draw(createViewer(value, host, shared, scope));
        shadow.querySelector(".dx")?.remove();
        shadow.append(element);
        alert?.remove();
        if (home.parentNode !== root) root.replaceChildren(home);
      } catch (error) {
        waiting = false;
        if (mine !== asked) return;
        console.error("dynexplain:", error);
        alert?.remove();
        alert = h("p", { role: "alert" }, `This report cannot be shown: ${(error as Error).message}`);
        root.append(alert);
      }
    },
    end() {
      asked++;
      scope.end();
      alert?.remove();
      home.remove();
    },
  };
}

function draw(viewer: Viewer): HTMLElement {
  const { scope } = viewer;
  const root = h("section", { class: "dx", "aria-label": `dynexplain: ${viewer.report.subject.name}` });
  scope.effect(() => root.setAttribute("data-theme", viewer.theme.value));
  scope.listen(root, "keydown", (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && event.key !== "Escape") event.stopPropagation();
    if (event.key !== "Escape" || event.defaultPrevented || viewer.selection.peek().kind === "") return;
    viewer.selection.value = { kind: "" };
    event.stopPropagation();
  });
  replace(
    root,
    h("header", { class: "head" }, verdict(viewer), firstFix(viewer), chips(viewer), split(viewer)),
    timeline(viewer),
    tabs(viewer),
    selected(viewer),
    panels(viewer),
    decided(viewer),
    notes(viewer),
  );
  tooltips(root, scope);
  return root;
}

/** What is there before the whole report is: the head, to be read. */
function heading(viewer: Viewer): HTMLElement {
  const root = h("section", { class: "dx early", "aria-busy": "true", inert: true });
  viewer.scope.effect(() => root.setAttribute("data-theme", viewer.theme.value));
  replace(root, h("header", { class: "head" }, verdict(viewer), chips(viewer), split(viewer)));
  return root;
}

function versionText(version: number): string {
  return version > SCHEMA_VERSION
    ? `it has schema version ${version}, which is newer than this viewer's ${SCHEMA_VERSION}. Update dynexplain.`
    : `it has schema version ${version}; this viewer reads ${SCHEMA_VERSION}. Make it again with this dynexplain.`;
}
