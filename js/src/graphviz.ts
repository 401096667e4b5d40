// Graphviz in WebAssembly, as a script of its own, which the page or a worker runs. It is a script and no module: a page
// opened from a file may start scripts as workers, but not modules.
import { Graphviz } from "@hpcc-js/wasm-graphviz";

/** Graphviz knows this format; the types of the package do not. */
const JSON0 = "json0" as "json";

export interface Engine {
  /** Lays out DOT and returns Graphviz's `json0`, or another of its formats. */
  layout(dot: string, format?: "svg"): string;
}

/** What the script leaves in `globalThis.dynexplainGraphviz`. */
export interface Entry {
  /** Starts Graphviz from its WebAssembly. */
  load(wasm: BufferSource): Promise<Engine>;
  /** Where the package finds it: `scripts/graphviz.mjs` puts that into its script. */
  wasm?: BufferSource | undefined;
}

const entry: Entry = {
  async load(wasm) {
    entry.wasm = wasm;
    const engine = await load();
    entry.wasm = undefined;
    return engine;
  },
};
(globalThis as { dynexplainGraphviz?: Entry }).dynexplainGraphviz = entry;

/** Starts Graphviz as the package has it: the way for tests. */
export async function load(): Promise<Engine> {
  const graphviz = await Graphviz.load();
  return { layout: (dot, format: "svg" | "json" = JSON0) => graphviz.layout(dot, format, "dot") };
}
