// The whole viewer on every report: each tab draws, nothing of the report becomes markup, selections are linked.
import { afterEach, describe, expect, test, vi } from "vitest";
import { TABS } from "../src/contract";
import { newShared } from "../src/state";
import type { Report } from "../src/types";
import { mount } from "../src/viewer";
import { everyReport, hostile, small, whole } from "./reports";

const noGraphviz = { graphviz: () => Promise.reject(new Error("not in this test")) };
const tick = () => new Promise((done) => setTimeout(done, 0));

async function shown(report: Report) {
  const root = document.createElement("div");
  document.body.append(root);
  const shared = newShared();
  const viewer = mount(root, shared, noGraphviz);
  await viewer.show(report);
  const shadow = root.firstElementChild!.shadowRoot!;
  return {
    root,
    shared,
    viewer,
    shadow,
    find: (selector: string) => shadow.querySelector(selector) as HTMLElement,
    all: (selector: string) => [...shadow.querySelectorAll(selector)] as HTMLElement[],
    async open(tab: (typeof TABS)[number]) {
      shared.tab.value = tab;
      await tick();
      return shadow.querySelector(`.panel.${tab}`) as HTMLElement;
    },
  };
}

afterEach(() => document.body.replaceChildren());

describe.each(everyReport())("%s", (_, report) => {
  test("every tab has something to say", async () => {
    const errors = vi.spyOn(console, "error");
    const { open, find } = await shown(report);
    expect(find("h2").textContent).toBe(report.summary.verdict.replaceAll("`", ""));
    for (const tab of TABS) {
      const panel = await open(tab);
      expect(panel.hidden).toBe(false);
      expect(panel.textContent!.trim()).not.toBe("");
    }
    expect(errors).not.toHaveBeenCalled();
  });
});

test("what ended a run is told by its parts", async () => {
  const report = small();
  report.outcome = {
    status: "raised",
    detail: "",
    error: {
      type: "Unsupported",
      message: "Failed to trace\n  Explanation: Because.\n  Hint: Do.\n  print(x)\n  ^^^^^",
      origin: "dynamo",
      location: { ...report.breaks[0]!.location, code: "print(x)" },
      traceback: "Traceback …",
      heading: "Failed to trace",
      explanation: "Because.",
      hints: ["Call `print` outside."],
      raised_by: "It was raised by Dynamo, while it compiled.",
    },
  };
  const { find } = await shown(report);
  const ending = find(".ending");
  expect(ending.querySelector("p")!.textContent).toMatch(/^Unsupported: Failed to trace · /);
  expect([...ending.children].map((child) => child.tagName)).toEqual(["P", "PRE", "P", "UL", "P", "DETAILS"]);
  expect(ending.querySelector("li code")!.textContent).toBe("print");
  expect(ending.textContent).not.toContain("^^^");
});

test("hostile names stay text in every tab", async () => {
  const { open, shadow } = await shown(hostile());
  for (const tab of TABS) await open(tab);
  await vi.waitFor(() => expect(shadow.querySelector(".canvas .box")).not.toBeNull());
  expect(shadow.querySelectorAll("script, img, iframe, object, embed")).toHaveLength(0);
  for (const element of shadow.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/);
      if (name === "href") expect(value).toMatch(/^https?:/);
    }
  }
});

test("a line selects its break, and its break says how to fix it", async () => {
  const { find, all, open, shared } = await shown(small());
  await open("source");
  all(".line > .number")
    .find((number) => number.textContent === "14")!
    .click();
  expect(shared.selection.value).toEqual({ kind: "line", file: "train.py", line: 14 });
  expect(find(".selected").textContent).toContain("break 1");
  find(".selected .action").click();
  await tick();
  expect(shared.tab.value).toBe("breaks");
  expect(find(".card.on .title").textContent).toBe("print cannot be traced");
  expect(find(".card.on u").textContent).toBe('print("mean", stats)');
});

test("Escape takes the selection away", async () => {
  const { find, shared } = await shown(small());
  shared.selection.value = { kind: "break", index: 0 };
  expect(find(".selected").hidden).toBe(false);
  find(".dx").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(shared.selection.value).toEqual({ kind: "" });
  expect(find(".selected").hidden).toBe(true);
});

test("arrow keys walk the tabs", async () => {
  const { find, shared } = await shown(whole());
  shared.tab.value = "graph";
  find("[role=tablist]").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  expect(shared.tab.value).toBe("breaks");
  expect(find("[role=tab][aria-selected=true]").textContent).toContain("Breaks");
});

test("no break is good news", async () => {
  const { open } = await shown(whole());
  expect((await open("breaks")).textContent).toMatch(/^No graph breaks. All of score_batch is one graph of \d+ ops\.$/);
});

test("without a layout engine the graph is drawn in one column, and says why", async () => {
  const { open, find } = await shown(small());
  await open("graph");
  await vi.waitFor(() => expect(find(".canvas .box.break")).not.toBeNull());
  expect(find(".notice").textContent).toContain("not in this test");
});

test("the graph is walked, unfolded and folded with the arrow keys", async () => {
  const { open, find, all } = await shown(small());
  await open("graph");
  await vi.waitFor(() => expect(find(".canvas .box.group")).not.toBeNull());
  const canvas = find(".canvas");
  const press = (key: string) => canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const active = () => find(".canvas .active")?.getAttribute("aria-label") ?? "";
  for (let i = 0; i < 20 && !active().startsWith("layer "); i++) press("ArrowDown");
  expect(canvas.getAttribute("aria-activedescendant")).toBe(find(".canvas .active").id);
  const before = all(".canvas .box").length;
  press("ArrowRight");
  await vi.waitFor(() => expect(all(".canvas .box").length).toBe(before + 5));
  press("ArrowLeft");
  await vi.waitFor(() => expect(all(".canvas .box").length).toBe(before));
});

test("a report from the future is refused in words", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const root = document.createElement("div");
  root.append("static summary");
  await mount(root, newShared(), noGraphviz).show({ ...whole(), schema_version: 99 });
  expect(root.textContent).toMatch(/^static summary.*newer than this viewer/);
  errors.mockRestore();
});

test("of two reports the later one stays, whichever is read first", async () => {
  const { viewer, find } = await shown(small());
  let late: (report: Report) => void = () => {};
  const first = viewer.show(new Promise((resolve) => (late = resolve)));
  await viewer.show(whole());
  late(small());
  await first;
  expect(find("h2").textContent).toBe(whole().summary.verdict.replaceAll("`", ""));
});

test("a report that comes after the end is not drawn", async () => {
  const { root, viewer } = await shown(small());
  let late: (report: Report) => void = () => {};
  const showing = viewer.show(new Promise((resolve) => (late = resolve)));
  viewer.end();
  late(small());
  await showing;
  expect(root.childElementCount).toBe(0);
});

test("what was wrong with a report is not said of the next one", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const { root, viewer } = await shown(small());
  await viewer.show(Promise.reject(new Error("cut off")));
  await viewer.show(Promise.reject(new Error("cut off")));
  expect(root.querySelectorAll("[role=alert]")).toHaveLength(1);
  await viewer.show(small());
  expect(root.querySelectorAll("[role=alert]")).toHaveLength(0);
  errors.mockRestore();
});

test("the height from outside is one that a page can hold", async () => {
  const { open, find, shared } = await shown(small());
  await open("graph");
  await vi.waitFor(() => expect(find(".canvas .box")).not.toBeNull());
  for (const [wanted, used] of [
    [1e9, "4000px"],
    [3, "120px"],
    [500, "500px"],
  ] as const) {
    shared.height.value = wanted;
    expect(find(".canvas").style.height).toBe(used);
  }
});
