// The wire format is stated once, in Python.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typesFrom } from "../scripts/typescript.mjs";

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");

test("types.ts is what the schema says: else run `npm run types`", async () => {
  expect(read("../src/types.ts")).toBe(await typesFrom(JSON.parse(read("../report.schema.json"))));
});
