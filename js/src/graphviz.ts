// Graphviz in WebAssembly, as a file of its own: run by the page, or started as a worker. It is a script and no module:
// a page opened from a file may start scripts as workers, but not modules.
import { Graphviz } from "@hpcc-js/wasm-graphviz";

/** Graphviz knows this format; the types of the package do not. */
const JSON0 = "json0" as "json";

export interface Engine {
  /** Lays out DOT and returns Graphviz's `json0`, or another of its formats. */
  layout(dot: string, format?: "svg"): string;
}

/** What the script leaves in `globalThis.dynexplainGraphviz`. */
export interface Entry {
  load(): Promise<Engine>;
}

export async function load(): Promise<Engine> {
  const graphviz = await Graphviz.load();
  return { layout: (dot, format: "svg" | "json" = JSON0) => graphviz.layout(dot, format, "dot") };
}

(globalThis as { dynexplainGraphviz?: Entry }).dynexplainGraphviz = { load };

interface WorkerScope {
  document?: unknown;
  onmessage: ((event: MessageEvent<{ id: number; dot: string }>) => void) | null;
  postMessage(message: unknown): void;
}

const worker = globalThis as unknown as WorkerScope;
if (worker.document === undefined && typeof worker.postMessage === "function") {
  load().then(
    (engine) => {
      worker.onmessage = ({ data: { id, dot } }) => {
        try {
          worker.postMessage({ id, result: engine.layout(dot) });
        } catch (error) {
          worker.postMessage({ id, error: String(error) });
        }
      };
      worker.postMessage({ ready: true });
    },
    (error) => worker.postMessage({ ready: false, error: String(error) }),
  );
}
