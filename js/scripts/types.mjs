// Writes report.schema.json and src/types.ts from Python's statement of the wire shape (needs dynexplain's Python).
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { typesFrom } from "./typescript.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const venv = here("../../.venv/bin/python");
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : "python3");

const schema = execFileSync(python, ["-m", "dynexplain.model.schema"], {
  encoding: "utf8",
  env: { ...process.env, PYTHONPATH: here("../../src") },
});
writeFileSync(here("../report.schema.json"), schema);
writeFileSync(here("../src/types.ts"), await typesFrom(JSON.parse(schema)));
