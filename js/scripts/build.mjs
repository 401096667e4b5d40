// Builds the viewer into src/dynexplain/static: the widget, the standalone page, and Graphviz as a file of its own.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packedGraphviz } from "./graphviz.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const shared = {
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  loader: { ".css": "text" },
  logLevel: "info",
};

const outputs = [
  { entry: "widget.ts", out: "widget.js", format: "esm" },
  { entry: "page.ts", out: "page.js", format: "iife" },
];

const built = (name) => here(`../../src/dynexplain/static/${name}`);

await Promise.all([
  ...outputs.map(({ entry, out, format }) =>
    build({
      ...shared,
      entryPoints: [here(`../src/${entry}`)],
      outfile: built(out),
      format,
    }),
  ),
  packedGraphviz(shared).then((packed) => writeFile(built("graphviz.gz"), packed)),
]);
