// The widget against a model as anywidget gives it: traits both ways, messages, time limits, cleanup.
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Traits } from "../src/contract";
import { type Model, request, share } from "../src/model";
import widget from "../src/widget";
import { small } from "./reports";

type Listener = (...args: unknown[]) => void;

function fakeModel(traits: Partial<Traits> = {}) {
  const state: Record<string, unknown> = { selection: { kind: "" }, tab: "", height: 0, theme: "light", ...traits };
  const listeners = new Map<string, Set<Listener>>();
  const sent: { type: string; id: string; kind: string }[] = [];
  const model = {
    sent,
    saved: 0,
    get: (name: string) => state[name],
    set: (name: string, value: unknown) => {
      state[name] = value;
    },
    save_changes(): void {
      this.saved++;
    },
    on: (event: string, listener: Listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
    send: (message: (typeof sent)[number]) => sent.push(message),
    emit: (event: string, ...args: unknown[]) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(...args);
    },
    listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
  return model as typeof model & Model<Traits>;
}

const packed = (): DataView<ArrayBuffer> => {
  const bytes = Uint8Array.from(gzipSync(JSON.stringify(small())));
  return new DataView(bytes.buffer);
};

describe("messages", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("an answer is told from others by its id", async () => {
    const model = fakeModel();
    const answer = request(model, { kind: "graphviz" });
    const file = new DataView(new ArrayBuffer(3));
    model.emit("msg:custom", { type: "response", id: "another", ok: true }, [new DataView(new ArrayBuffer(1))]);
    model.emit("msg:custom", { type: "response", id: model.sent[0]!.id, ok: true }, [file]);
    expect((await answer).buffers).toEqual([file]);
    expect(model.listening()).toBe(0);
  });

  test("a failure is the error that Python sent", async () => {
    const model = fakeModel();
    const answer = request(model, { kind: "html" });
    model.emit("msg:custom", { type: "response", id: model.sent[0]!.id, ok: false, error: "no bundle" }, []);
    await expect(answer).rejects.toThrow("no bundle");
  });

  test("nobody answers in a saved notebook", async () => {
    const answer = request(fakeModel(), { kind: "graphviz" });
    const failed = expect(answer).rejects.toThrow("no kernel answered");
    await vi.advanceTimersByTimeAsync(10_001);
    await failed;
  });
});

test("traits go both ways and do not echo", () => {
  const model = fakeModel();
  const { state, end } = share(model);
  expect(model.saved).toBe(0);
  state.selection.value = { kind: "break", index: 1 };
  expect(model.get("selection")).toEqual({ kind: "break", index: 1 });
  expect(model.saved).toBe(1);
  model.set("selection", { kind: "line", file: "train.py", line: 11 });
  model.emit("change:selection");
  expect(state.selection.value).toEqual({ kind: "line", file: "train.py", line: 11 });
  expect(model.saved).toBe(1);
  end();
  expect(model.listening()).toBe(0);
});

test("a selection that makes no sense selects nothing", () => {
  const model = fakeModel();
  const { state, end } = share(model);
  const set = (selection: unknown) => {
    model.set("selection", selection as Traits["selection"]);
    model.emit("change:selection");
    return state.selection.value;
  };
  expect(set({})).toEqual({ kind: "" });
  expect(set({ kind: "nonsense", index: 1 })).toEqual({ kind: "" });
  expect(set({ kind: "node", graph: "__proto__", index: 1.5 })).toEqual({ kind: "node" });
  expect(set({ kind: "line", file: 7, line: "11", more: [] })).toEqual({ kind: "line" });
  expect(set({ kind: "node", graph: 0, index: 3 })).toEqual({ kind: "node", graph: 0, index: 3 });
  end();
});

test("render draws the report, follows the model and cleans up after itself", async () => {
  const model = fakeModel({ _report: packed() });
  const el = document.createElement("div");
  document.body.append(el);
  const cleanup = widget.render({ model, el });
  const shadow = await vi.waitFor(() => {
    const shadow = el.firstElementChild?.shadowRoot;
    if (!shadow?.querySelector(".dx")) throw new Error("not yet");
    return shadow;
  });
  expect(shadow.querySelector("h2")!.textContent).toContain("score_batch");
  expect(model.get("tab")).toBe("source");
  model.set("tab", "breaks");
  model.emit("change:tab");
  await vi.waitFor(() => expect(shadow.querySelectorAll(".card")).toHaveLength(3));
  (shadow.querySelector(".card .badge") as HTMLElement).click();
  expect(model.get("selection")).toEqual({ kind: "cause", index: 0 });
  cleanup();
  expect(el.childElementCount).toBe(0);
  expect(model.listening()).toBe(0);
});
