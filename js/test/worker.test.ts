// The layout's worker: its functions work from their text alone, on what the build packs.
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { boot, unpack, type WorkerScope } from "../src/graph/worker";

const SCRIPT = "the script, in bytes: äöü";
const WASM = Uint8Array.of(0, 97, 115, 109, 10, 255);
const script = new TextEncoder().encode(SCRIPT);
const packed = new Uint8Array(
  gzipSync(Buffer.concat([Buffer.from(`${script.length}\n`), script, WASM])),
) as Uint8Array<ArrayBuffer>;

/** A worker that runs the text of `boot`, as the page sends it, and knows nothing else. */
function worker(load: (wasm: BufferSource) => unknown) {
  const sent: unknown[] = [];
  const scope = {
    onmessage: null,
    postMessage: (message) => sent.push(message),
    importScripts: vi.fn(),
    dynexplainGraphviz: { load },
  } as WorkerScope & { importScripts: ReturnType<typeof vi.fn> };
  new Function("self", `(${boot})(self,${unpack})`)(scope);
  const tell = (data: unknown) => scope.onmessage?.({ data } as MessageEvent);
  return { scope, sent, tell };
}

test("the pack gives script and WebAssembly back", async () => {
  const found = await unpack(packed);
  expect(await found.script.text()).toBe(SCRIPT);
  expect(found.wasm).toEqual(WASM);
});

test("the worker starts the engine and lays out what it is sent", async () => {
  const { scope, sent, tell } = worker((wasm) => {
    expect(wasm).toEqual(WASM);
    return { layout: (dot: string) => `laid out ${dot}` };
  });
  await tell(packed);
  expect(scope.importScripts).toHaveBeenCalledOnce();
  expect(sent).toEqual([{ ready: true }]);
  tell({ id: 7, dot: "digraph {}" });
  expect(sent[1]).toEqual({ id: 7, result: "laid out digraph {}" });
});

test("what goes wrong is told: in the pack, in the engine, in a layout", async () => {
  const damaged = worker(() => ({}));
  await damaged.tell(packed.slice(0, 20));
  expect(damaged.sent).toEqual([expect.objectContaining({ ready: false, error: expect.any(String) })]);

  const refusing = worker(() => Promise.reject(new Error("no WebAssembly here")));
  await refusing.tell(packed);
  expect(refusing.sent).toEqual([{ ready: false, error: "Error: no WebAssembly here" }]);

  const failing = worker(() => ({
    layout: () => {
      throw new Error("syntax error in line 1");
    },
  }));
  await failing.tell(packed);
  failing.tell({ id: 1, dot: "?" });
  expect(failing.sent[1]).toEqual({ id: 1, error: "Error: syntax error in line 1" });
});
