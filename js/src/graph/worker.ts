// What the layout's worker runs. The worker gets the text of these functions, so they use what they are given, and nothing
// else of this program.
import type { Packed } from "../contract";
import type { Engine, Entry } from "../graphviz";

export interface WorkerScope {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  importScripts(url: string): void;
  dynexplainGraphviz?: Entry;
}

interface Unpacked {
  script: Blob;
  wasm: Uint8Array<ArrayBuffer>;
}

/** Takes the script and the WebAssembly out of what `scripts/graphviz.mjs` packed. */
export async function unpack(packed: Packed): Promise<Unpacked> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const start = bytes.indexOf(10) + 1;
  const end = start + Number(new TextDecoder().decode(bytes.subarray(0, start)));
  return { script: new Blob([bytes.subarray(start, end)], { type: "text/javascript" }), wasm: bytes.subarray(end) };
}

/** Waits for the packed engine, then lays out one DOT after the other. */
export function boot(worker: WorkerScope, open: typeof unpack): void {
  const serve = (engine: Engine) => {
    worker.onmessage = ({ data: { id, dot } }: MessageEvent<{ id: number; dot: string }>) => {
      try {
        worker.postMessage({ id, result: engine.layout(dot) });
      } catch (error) {
        worker.postMessage({ id, error: String(error) });
      }
    };
    worker.postMessage({ ready: true });
  };
  worker.onmessage = async ({ data }: MessageEvent<Packed>) => {
    try {
      const { script, wasm } = await open(data);
      worker.importScripts(URL.createObjectURL(script));
      serve(await worker.dynexplainGraphviz!.load(wasm));
    } catch (error) {
      worker.postMessage({ ready: false, error: String(error) });
    }
  };
}
