// The layout engine that the page's viewers share: it outlives a worker that fails, or that is silently gone.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Packed } from "../src/contract";
import { layouter } from "../src/graph/engine";

/** A worker that is ready at once, and answers as `answer` says; a dead one says nothing. */
class FakeWorker {
  static all: FakeWorker[] = [];
  static answer = (dot: string): { result?: string; error?: string } => ({ result: `laid out ${dot}` });
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  dead = false;
  terminate = vi.fn();

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message: { id: number; dot: string } | Packed): void {
    const data = "dot" in message ? { id: message.id, ...FakeWorker.answer(message.dot) } : { ready: true };
    queueMicrotask(() => this.dead || this.onmessage?.({ data }));
  }
}

const host = { graphviz: async () => new Uint8Array(1) as Packed };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
  FakeWorker.all = [];
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("dynexplain.graphviz.2")];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a worker that is gone is missed, and the next layout gets a new one", async () => {
  const engine = await layouter(host);
  expect(await engine.layout("a")).toBe("laid out a");
  FakeWorker.all[0]!.dead = true;
  const lost = expect(engine.layout("b")).rejects.toThrow("did not come to an end");
  await vi.advanceTimersByTimeAsync(60_001);
  await lost;
  expect(await engine.layout("b")).toBe("laid out b");
  expect(FakeWorker.all).toHaveLength(2);
  expect(FakeWorker.all[0]!.terminate).toHaveBeenCalled();
});

test("a long queue is not taken for silence", async () => {
  const engine = await layouter(host);
  for (let i = 0; i < 5; i++) {
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await engine.layout(`${i}`)).toBe(`laid out ${i}`);
  }
  expect(FakeWorker.all).toHaveLength(1);
});

test("an engine that failed is ended, for it may be broken, and its worker with it", async () => {
  const { answer } = FakeWorker;
  const engine = await layouter(host);
  FakeWorker.answer = () => ({ error: "memory access out of bounds" });
  await expect(engine.layout("large")).rejects.toThrow("out of bounds");
  expect(FakeWorker.all[0]!.terminate).toHaveBeenCalledOnce();
  FakeWorker.answer = answer;
  expect(await engine.layout("small")).toBe("laid out small");
  expect(FakeWorker.all).toHaveLength(2);
});
