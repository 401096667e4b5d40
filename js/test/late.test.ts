// Graphviz comes from a kernel that may be busy: the graph does not wait for it, and makes use of it when it is there.
import { afterEach, expect, test, vi } from "vitest";
import type { Layouter } from "../src/graph/engine";
import { load } from "../src/graphviz";
import { newShared } from "../src/state";
import { mount } from "../src/viewer";
import { small } from "./reports";

const shelf = globalThis as unknown as Record<symbol, Promise<Layouter> | undefined>;
const ENGINE = Symbol.for("dynexplain.graphviz.2");

afterEach(() => {
  vi.useRealTimers();
  delete shelf[ENGINE];
  document.body.replaceChildren();
});

async function graphOf(graphviz: () => Promise<BufferSource>) {
  const root = document.createElement("div");
  document.body.append(root);
  const shared = newShared();
  shared.tab.value = "graph";
  await mount(root, shared, { graphviz }).show(small());
  const shadow = root.firstElementChild!.shadowRoot!;
  return {
    notice: () => shadow.querySelector<HTMLElement>(".notice")!,
    lefts: () =>
      new Set(
        [...shadow.querySelectorAll<SVGGElement>(".canvas .box")].map(
          (box) => /\((\S+)/.exec(box.getAttribute("transform")!)![1],
        ),
      ),
    retry: () => [...shadow.querySelectorAll("button")].find((button) => button.textContent === "Try again"),
  };
}

test("boxes stand in a column until it comes, and are laid out then", async () => {
  const graphviz = await load();
  let arrive: (engine: Layouter) => void = () => {};
  shelf[ENGINE] = new Promise((resolve) => {
    arrive = resolve;
  });
  vi.useFakeTimers();
  const { notice, lefts } = await graphOf(() => Promise.reject(new Error("is not asked")));
  await vi.advanceTimersByTimeAsync(2_900);
  expect(lefts().size).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notice().textContent).toContain("the kernel is busy, or gone");
  const column = lefts();
  expect(column.size).toBeGreaterThan(3);

  arrive({ layout: async (dot) => graphviz.layout(dot) });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notice().hidden).toBe(true);
  expect(lefts()).not.toEqual(column);
});

test("where it failed it can be asked for again", async () => {
  const graphviz = await load();
  let asked = 0;
  const { notice, lefts, retry } = await graphOf(() => {
    asked++;
    return Promise.reject(new Error("the kernel said no"));
  });
  await vi.waitFor(() => expect(notice().textContent).toContain("the kernel said no"));
  expect(asked).toBe(1);
  const column = lefts();
  shelf[ENGINE] = Promise.resolve({ layout: async (dot: string) => graphviz.layout(dot) });
  retry()!.click();
  await vi.waitFor(() => expect(notice().hidden).toBe(true));
  await vi.waitFor(() => expect(lefts()).not.toEqual(column));
});
