// Puts two bytecodes side by side: instructions that stayed share a row.
import type { BytecodeLine } from "../types";

export interface Pair {
  before: BytecodeLine | null;
  after: BytecodeLine | null;
}

/** Beyond this many cells the table of the longest common part would be too slow to fill. */
const MOST_CELLS = 4_000_000;

export function align(before: readonly BytecodeLine[], after: readonly BytecodeLine[]): Pair[] {
  const [n, m] = [before.length, after.length];
  if ((n + 1) * (m + 1) > MOST_CELLS) {
    return Array.from({ length: Math.max(n, m) }, (_, i) => ({ before: before[i] ?? null, after: after[i] ?? null }));
  }
  const longest = new Uint16Array((n + 1) * (m + 1));
  const at = (i: number, j: number) => i * (m + 1) + j;
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      longest[at(i, j)] = sameInstruction(before[i]!, after[j]!)
        ? longest[at(i + 1, j + 1)]! + 1
        : Math.max(longest[at(i + 1, j)]!, longest[at(i, j + 1)]!);
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && j < m && sameInstruction(before[i]!, after[j]!))
      pairs.push({ before: before[i++]!, after: after[j++]! });
    else if (j >= m || (i < n && longest[at(i + 1, j)]! >= longest[at(i, j + 1)]!))
      pairs.push({ before: before[i++]!, after: null });
    else pairs.push({ before: null, after: after[j++]! });
  }
  return pairs;
}

const sameInstruction = (a: BytecodeLine, b: BytecodeLine): boolean =>
  a.opname === b.opname && a.argument === b.argument;
