// Which compilation something belongs to, found at once however many there are.
import type { Report } from "./types";

interface Found {
  byId: Map<string, number>;
  byRecompile: Map<number, number>;
}

const known = new WeakMap<Report["compilations"], Found>();

function found({ compilations }: Report): Found {
  const made = known.get(compilations);
  if (made) return made;
  const fresh: Found = { byId: new Map(), byRecompile: new Map() };
  compilations.forEach(({ id, recompile }, index) => {
    if (!fresh.byId.has(id)) fresh.byId.set(id, index);
    if (!fresh.byRecompile.has(recompile)) fresh.byRecompile.set(recompile, index);
  });
  known.set(compilations, fresh);
  return fresh;
}

/** Index of the compilation with torch's id `id`; -1 for none. */
export const compilationById = (report: Report, id: string): number => found(report).byId.get(id) ?? -1;

/** Index of the compilation that a recompile is; -1 for none. */
export function compilationOf(report: Report, recompile: number): number {
  const id = report.recompiles[recompile]?.compile_id ?? "";
  return found(report).byRecompile.get(recompile) ?? compilationById(report, id);
}
