// Packs Graphviz for the browser: its script without the WebAssembly, and that as bytes.
// The package carries the WebAssembly as compressed text inside of its script, and unpacks it in JavaScript, which takes
// longer than to compile it. As bytes in a gzip it is no larger, and the browser unpacks it by itself.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Graphviz } from "@hpcc-js/wasm-graphviz";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Where the package unpacks its WebAssembly, once: `kept ??= unzip(decode(text))`. */
const UNPACKED = /(?<=\w\?\?=)\w+\(\w+\(\w+\)\)(?=,\w+\(\{wasmBinary:)/;
const LONGEST_TEXT = 100_000;

/** The gzip of a line with the length of the script in bytes, the script, and the WebAssembly. */
export async function packedGraphviz(options) {
  const wasm = await binary();
  const { outputFiles } = await build({
    ...options,
    entryPoints: [here("../src/graphviz.ts")],
    format: "iife",
    write: false,
    plugins: [{ name: "graphviz", setup: ({ onLoad }) => onLoad({ filter: /wasm-graphviz.*index\.js$/ }, stripped) }],
  });
  const script = outputFiles[0].contents;
  if (script.length > LONGEST_TEXT) throw new Error("graphviz.mjs: the WebAssembly is still in the script");
  return gzipSync(Buffer.concat([Buffer.from(`${script.length}\n`), script, wasm]), { level: 9 });
}

/** The package's script, which takes the WebAssembly from `globalThis.dynexplainGraphviz`. */
async function stripped({ path }) {
  const source = await readFile(path, "utf8");
  const contents = source.replace(UNPACKED, "globalThis.dynexplainGraphviz.wasm");
  if (contents === source)
    throw new Error(`graphviz.mjs: ${path} unpacks its WebAssembly in another way than it used to`);
  return { contents, loader: "js" };
}

/** What the package hands to `WebAssembly.instantiate`. */
async function binary() {
  const { instantiate } = WebAssembly;
  let bytes = null;
  WebAssembly.instantiate = (source, imports) => {
    if (ArrayBuffer.isView(source)) bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    return instantiate(source, imports);
  };
  try {
    await Graphviz.load();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  if (!bytes) throw new Error("graphviz.mjs: Graphviz was started without its WebAssembly being seen");
  return bytes;
}
