// How large a box must be for its text; measured with the font that draws it.

export const FONT = 12;
export const SUB_FONT = 10.5;
export const LINE = 24;
const SUB_LINE = 14;
const PAD = 11;
/** Room for the triangle that unfolds. */
export const FOLD = 15;

export interface BoxSize {
  width: number;
  height: number;
}

let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

export function textWidth(text: string, size: number, weight = 400): number {
  const key = `${weight} ${size} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (context === undefined) context = typeof document === "undefined" ? null : contextOf();
  let width = text.length * size * 0.58;
  if (context) {
    context.font = `${weight} ${size}px ${family()}`;
    width = context.measureText(text).width;
  }
  if (widths.size > 20_000) widths.clear();
  widths.set(key, width);
  return width;
}

export function boxSize(box: { title: string; note: string; sub: string; foldable: boolean }): BoxSize {
  const first = textWidth(box.title, FONT) + (box.note ? textWidth(box.note, SUB_FONT) + 8 : 0);
  const second = box.sub ? textWidth(box.sub, SUB_FONT) : 0;
  const width = Math.ceil(Math.max(first, second, 22) + 2 * PAD + (box.foldable ? FOLD : 0));
  return { width, height: box.sub ? LINE + SUB_LINE : LINE };
}

/** Of a column's head: its name, and what it is for. */
export const headWidth = (title: string, note: string): number =>
  Math.ceil(textWidth(title, FONT, 600) + (note ? textWidth(note, FONT) + 2 * PAD : 0) + 2 * PAD);

/** The font is the host's; its widths are known once it is drawn somewhere, so ask the page. */
function family(): string {
  return (
    getComputedStyle(document.documentElement).getPropertyValue("--jp-ui-font-family").trim() || "system-ui, sans-serif"
  );
}

function contextOf(): CanvasRenderingContext2D | null {
  try {
    return document.createElement("canvas").getContext("2d");
  } catch {
    return null;
  }
}
