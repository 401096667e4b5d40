// Makes a standalone page to look at while working on the viewer:
// node scripts/page.mjs OUT.html REPORT.json | small | medium | large | huge | one | hostile
// OUT.json instead of OUT.html gets the report alone.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SIZES = {
  one: { layers: 0, ops: 1, breaks: 0, guards: 8, frames: 0 },
  small: { layers: 6, ops: 15, breaks: 3, guards: 423, frames: 31 },
  medium: { layers: 48, ops: 200, breaks: 12, guards: 5_000, frames: 2_000 },
  large: { layers: 40, ops: 250, breaks: 3, guards: 5_000, frames: 2_000 },
  huge: { layers: 200, ops: 500, breaks: 3, guards: 40_000, frames: 20_000 },
  hostile: { layers: 3, ops: 9, breaks: 2, guards: 60, frames: 9, name: '</script><img src=x onerror=alert(1)>"`&' },
};

const [out, from] = process.argv.slice(2);
const report = SIZES[from] ? await synthetic(SIZES[from]) : JSON.parse(readFileSync(from, "utf8"));
const packed = (text) => gzipSync(text).toString("base64");
const built = (name) => readFileSync(here(`../../src/dynexplain/static/${name}`));

writeFileSync(out, out.endsWith(".json") ? JSON.stringify(report) : page());

function page() {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>dynexplain</title>
<style>body { margin: 16px; background: Canvas } :root { color-scheme: light dark }</style></head>
<body><div id="dynexplain">static summary</div>
<script type="application/json+gzip" id="dynexplain-report">${packed(JSON.stringify(report))}</script>
<script type="application/octet-stream" id="dynexplain-graphviz">${built("graphviz.gz").toString("base64")}</script>
<script>${built("page.js").toString()}</script></body></html>
`;
}

async function synthetic(size) {
  const { code } = await transform(readFileSync(here("../test/synthetic.ts"), "utf8"), { loader: "ts" });
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
  return module.synthetic(size);
}
