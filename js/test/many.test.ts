// Thousands of recompiles: some cards and rows at a time, the rest when it is asked for or selected.
import { afterEach, expect, test } from "vitest";
import type { TabName } from "../src/contract";
import { newShared } from "../src/state";
import { mount } from "../src/viewer";
import { small } from "./reports";

const MANY = 1000;

afterEach(() => document.body.replaceChildren());

/** The viewer of a run with `MANY` recompiles: of one value, or each of another. */
async function shown(value: (at: number) => string) {
  const report = small();
  const [compilation] = report.compilations;
  const [recompile] = report.recompiles;
  const each = Array.from({ length: MANY }, (_, at) => at);
  report.compilations = each.map((at) => ({ ...compilation!, id: `0/${at}`, recompile: at, duration_ns: MANY - at }));
  report.recompiles = each.map((at) => ({
    ...recompile!,
    compile_id: `0/${at}`,
    failed: { ...recompile!.failed!, source: value(at) },
  }));
  const root = document.createElement("div");
  document.body.append(root);
  const shared = newShared();
  await mount(root, shared, { graphviz: () => Promise.reject(new Error("not in this test")) }).show(report);
  const shadow = root.firstElementChild!.shadowRoot!;
  return {
    shared,
    async open(tab: TabName) {
      shared.tab.value = tab;
      await new Promise((done) => setTimeout(done));
      return shadow.querySelector(`.panel.${tab}`) as HTMLElement;
    },
  };
}

test("recompiles of many values are told some at a time", async () => {
  const { open, shared } = await shown((at) => `L['x${at}']`);
  const panel = await open("recompiles");
  expect(panel.querySelectorAll(".card")).toHaveLength(20);
  const more = panel.querySelector(".more-cards") as HTMLElement;
  expect(more.textContent).toBe("show 20 more cards of 980");
  more.click();
  expect(panel.querySelectorAll(".card")).toHaveLength(40);
  shared.selection.value = { kind: "compilation", index: 70 };
  expect(panel.querySelectorAll(".card")).toHaveLength(71);
  expect(panel.querySelectorAll(".card.on")).toHaveLength(1);
});

test("of one value the times are told some at a time, and so are the compilations", async () => {
  const { open, shared } = await shown(() => "L['x']");
  expect((await open("recompiles")).querySelectorAll(".times .time")).toHaveLength(100);
  const panel = await open("compile");
  expect(panel.querySelectorAll(".compilation")).toHaveLength(200);
  shared.selection.value = { kind: "compilation", index: 450 };
  expect(panel.querySelectorAll(".compilation")).toHaveLength(451);
  expect(panel.querySelector(".compilation.on summary")!.textContent).toContain("[0/450]");
});

test("the menu of bytecodes stays short, and has what is selected", async () => {
  const { open, shared } = await shown(() => "L['x']");
  const choice = (await open("bytecode")).querySelector("select")!;
  expect(choice.options).toHaveLength(301);
  expect(choice.options[300]!.textContent).toBe("… 700 more: select one in the timeline");
  shared.selection.value = { kind: "compilation", index: 450 };
  expect(choice.value).toBe("450");
});
