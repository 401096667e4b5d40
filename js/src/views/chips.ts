// The figures below the verdict: words with bold numbers, each a way to the tab that has more.
import { TABS, type TabName } from "../contract";
import { h } from "../dom";
import type { Viewer } from "../state";

export function chips(viewer: Viewer): HTMLElement {
  const { summary, environment } = viewer.report;
  const items = summary.chips.map((chip) => {
    const content = [h("b", null, chip.value), ` ${chip.label}`];
    const tab = chip.tab as TabName;
    if (!TABS.includes(tab)) return h("span", { class: `chip ${chip.tone}` }, content);
    const open = () => {
      viewer.tab.value = tab;
    };
    return h("button", { type: "button", class: `chip ${chip.tone}`, onclick: open }, content);
  });
  const options = Object.entries(environment.options).map(([name, value]) => `${name}=${value}`);
  const settings = Object.entries(environment.config).map(([name, value]) => `${name} = ${value}`);
  const made = [
    `torch ${environment.torch}`,
    environment.backend ? `${environment.backend} backend` : "",
    ...options.filter((option) => !option.startsWith("backend=")),
    settings.length > 0 ? `${settings.length} changed setting${settings.length === 1 ? "" : "s"}` : "",
  ].filter(Boolean);
  const title = [`Python ${environment.python}`, environment.platform, ...settings].join("\n");
  return h("div", { class: "chips" }, items, h("span", { class: "chip muted", title }, made.join(" · ")));
}
