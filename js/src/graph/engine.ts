// Gets Graphviz once per page, in a worker where the page allows it, and shares it between viewers.
import type { Host, Packed } from "../contract";
import type { Entry } from "../graphviz";
import { boot, unpack } from "./worker";

export interface Layouter {
  layout(dot: string): Promise<string>;
  end?(): void;
}

const SHARED = Symbol.for("dynexplain.graphviz.2");
const WORKER_READY_MS = 8000;
/** A worker that says nothing for so long is gone: nobody is told when a browser ends one. */
const SILENT_MS = 60_000;

type Shelf = { [SHARED]?: Promise<Layouter> };

/** The engine of this page. A failure is not kept, so that the next viewer may try again. */
export function layouter(host: Host): Promise<Layouter> {
  const shelf = globalThis as unknown as Shelf;
  shelf[SHARED] ??= start(host.graphviz()).catch((error) => {
    delete shelf[SHARED];
    throw error;
  });
  return shelf[SHARED];
}

/** Starts the engine before it is needed; what goes wrong is told to who needs it. */
export function warmUp(host: Host): void {
  layouter(host).catch(() => {});
}

async function start(coming: Promise<Packed>): Promise<Layouter> {
  let engine = await begin(coming);
  return {
    async layout(dot) {
      const used = engine;
      try {
        return await used.layout(dot);
      } catch (error) {
        // What failed once may be broken for good: WebAssembly that ran out of memory, a worker that was ended.
        if (used === engine) {
          engine = later(coming);
          used.end?.();
        }
        throw error;
      }
    },
  };
}

/** An engine in place of one that failed, started when it is next needed. */
function later(coming: Promise<Packed>): Layouter {
  let next: Promise<Layouter> | undefined;
  return {
    async layout(dot) {
      next ??= begin(coming);
      return (await next).layout(dot);
    },
  };
}

async function begin(coming: Promise<Packed>): Promise<Layouter> {
  try {
    return await inWorker(coming);
  } catch {
    const { script, wasm } = await unpack(await coming);
    await import(/* @vite-ignore */ URL.createObjectURL(script));
    const engine = await (globalThis as unknown as { dynexplainGraphviz: Entry }).dynexplainGraphviz.load(wasm);
    return { layout: async (dot) => engine.layout(dot) };
  }
}

/** Starts the worker at once, while the engine is still on its way to the page. */
function inWorker(coming: Promise<Packed>): Promise<Layouter> {
  return new Promise((resolve, reject) => {
    const text = `(${boot})(self,${unpack})`;
    const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    const waiting = new Map<number, { resolve(text: string): void; reject(error: Error): void }>();
    let asked = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = "";
    const fail = (why: string) => {
      clearTimeout(timer);
      over = why;
      worker.terminate();
      for (const request of waiting.values()) request.reject(new Error(why));
      waiting.clear();
      reject(new Error(why));
    };
    const watch = () => {
      clearTimeout(timer);
      if (waiting.size > 0) timer = setTimeout(() => fail("the layout did not come to an end"), SILENT_MS);
    };
    coming.then(
      (packed) => {
        timer = setTimeout(() => fail("the worker did not start"), WORKER_READY_MS);
        worker.postMessage(packed);
      },
      (error) => fail(String(error)),
    );
    worker.onerror = (event) => fail(event.message || "the worker failed");
    worker.onmessage = ({ data }) => {
      if (data.ready === false) fail(data.error);
      else if (data.ready) {
        clearTimeout(timer);
        resolve({
          end: () => fail("Graphviz was started anew"),
          layout: (dot) =>
            new Promise((resolve, reject) => {
              if (over) return reject(new Error(over));
              waiting.set(++asked, { resolve, reject });
              if (waiting.size === 1) watch();
              worker.postMessage({ id: asked, dot });
            }),
        });
      } else {
        const request = waiting.get(data.id);
        waiting.delete(data.id);
        watch();
        if (data.error) request?.reject(new Error(data.error));
        else request?.resolve(data.result);
      }
    };
  });
}
