// The reports that tests draw: the goldens that pytest reads too, and made ones for extremes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../src/types";
import { synthetic } from "./synthetic";

const GOLDEN = join(import.meta.dirname, "../../tests/golden/reports");

export const HOSTILE = `</script><img src=x onerror="alert(1)">'"\`&<svg/onload=alert(2)>]]>`;

export const small = (): Report => synthetic({ layers: 6, ops: 15, breaks: 3, guards: 423, frames: 31 });
export const whole = (): Report => synthetic({ layers: 2, ops: 8, breaks: 0, guards: 12, frames: 3 });
export const hostile = (): Report => synthetic({ layers: 3, ops: 9, breaks: 2, guards: 60, frames: 9, name: HOSTILE });
export const large = (): Report => synthetic({ layers: 40, ops: 250, breaks: 3, guards: 5_000, frames: 2_000 });

/** Name and report of each golden, and of the made ones. */
export function everyReport(): [string, Report][] {
  const names = existsSync(GOLDEN) ? readdirSync(GOLDEN).filter((name) => name.endsWith(".json")) : [];
  const goldens = names.map((name): [string, Report] => [name, JSON.parse(readFileSync(join(GOLDEN, name), "utf8"))]);
  return [...goldens, ["small", small()], ["whole", whole()], ["hostile", hostile()]];
}
