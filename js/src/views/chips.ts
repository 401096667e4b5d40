// The figures below the verdict: words with bold numbers, each a way to the tab that has more.
import { TABS, type TabName } from "../contract";
import { type Child, h } from "../dom";
import type { Viewer } from "../state";
import { term } from "../tooltip";
import type { Environment } from "../types";

export function chips(viewer: Viewer): HTMLElement {
  const { summary, environment } = viewer.report;
  const items = summary.chips.map((chip) => {
    const content = chip.value ? [h("b", null, chip.value), ` ${chip.label}`] : chip.label;
    const tab = chip.tab as TabName;
    if (!TABS.includes(tab)) {
      const told = chip.tone === "muted" ? term(content, lines(details(environment))) : content;
      return h("span", { class: `chip ${chip.tone}` }, told);
    }
    const open = () => {
      viewer.tab.value = tab;
    };
    return h("button", { type: "button", class: `chip ${chip.tone}`, onclick: open }, content);
  });
  return h("div", { class: "chips" }, items);
}

const lines = (all: readonly string[]): Child[] => all.map((line) => h("div", null, line));

/** What the chip of versions leaves out: Python, platform, options and changed settings. */
function details({ python, platform, options, config, asked }: Environment): string[] {
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const changed = Object.entries(config).map(([name, value]) => `torch._dynamo.config.${name} = ${value}`);
  return [`Python ${python} on ${platform}`, ...given, ...changed, ...(asked ? [asked] : [])];
}
