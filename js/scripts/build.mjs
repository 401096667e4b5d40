// Builds the viewer into src/dynexplain/static: the widget, the standalone page, and Graphviz as a file of its own.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

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
  { entry: "graphviz.ts", out: "graphviz.js", format: "iife" },
];

await Promise.all(
  outputs.map(({ entry, out, format }) =>
    build({
      ...shared,
      entryPoints: [here(`../src/${entry}`)],
      outfile: here(`../../src/dynexplain/static/${out}`),
      format,
    }),
  ),
);
