// Unpacks gzip with the browser's own decoder.

export async function gunzip(packed: BufferSource): Promise<string> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** New browsers do this themselves, and much faster. */
type Decoder = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as Decoder).fromBase64;
  if (native) return native.call(Uint8Array, text.trim());
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
