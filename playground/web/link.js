// Links that hold a ruling: its text, deflated, behind the `#`, which no server sees.
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** As much as anybody writes; a link that holds more is a joke. */
const MOST = 200_000;

export async function written(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function read(link) {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST) throw new Error("it holds too much");
  }
}

/** What stands behind the `#`. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}
